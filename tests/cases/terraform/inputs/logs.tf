# Where logs go.
resource "aws_s3_bucket" "logs" {
  bucket = "cart-logs" # once
  tags = {
    team = "shop"
    env  = "prod"
  }

  lifecycle {
    prevent_destroy = true
  }
}

variable "zones" {
  type    = list(string)
  default = ["a", "b"]
}

locals {
  doc = <<-EOT
    {
      "a": 1
    }
  EOT
}
