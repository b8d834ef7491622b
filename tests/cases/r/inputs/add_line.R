library(R6)
library(dplyr)

limit <- 10

#' Adds a line.
#'
#' @param cart A cart.
#' @export
add_line <- function(cart, line, count = 1) {
  if (count > limit) {
    stop("too many")
  } else if (count < 0) {
    return(cart)
  } else {
    touch(cart)
  }
  for (i in seq_len(count)) {
    cart$lines <- c(cart$lines, line)
  }
  while (is_open(cart)) {
    close(cart)
  }
  repeat {
    break
  }
  kind <- switch(line$kind,
    free = 0,
    paid = 1
  )
  lapply(cart$lines, function(l) {
    touch(l)
  })
  cart
}

# Prints.
print.cart <- function(x, ...) cat("cart", length(x$lines))

total = function(cart) {
  result <- tryCatch({
    sum(cart$prices)
  }, error = function(e) {
    0
  })
  if (result > 0) result else 0
}

Cart <- R6Class("Cart",
  public = list(
    lines = NULL,
    add = function(line) {
      self$lines <- c(self$lines, line)
      invisible(self)
    },
    clear = function() {
      self$lines <- NULL
    }
  )
)

setGeneric("area", function(shape) {
  standardGeneric("area")
})

setMethod("area", "Circle", function(shape) {
  pi * shape@r^2
})

`%+%` <- function(a, b) paste0(a, b)
