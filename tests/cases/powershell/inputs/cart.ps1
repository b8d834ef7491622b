#Requires -Version 5.1
using namespace System.IO

$script:Limit = 99

<#
.SYNOPSIS
Adds a line.
#>
function Add-Line {
    [CmdletBinding()]
    param (
        [Parameter(Mandatory = $true)]
        [string]$Name,

        [int]$Count = 1
    )

    begin {
        $total = 0
    }

    process {
        if ($Count -gt $script:Limit) {
            throw "too many"
        } elseif ($Count -eq 0) {
            return
        } else {
            $total += $Count
        }

        foreach ($line in $lines) {
            Write-Output $line
        }

        for ($i = 0; $i -lt 3; $i++) {
            $total++
        }

        while ($total -gt 9) {
            $total--
        }

        do {
            $total++
        } until ($total -gt 3)

        switch ($Name) {
            "a" {
                $total = 1
            }
            default {
                $total = 2
            }
        }

        try {
            Save-Cart
        } catch [System.IO.IOException] {
            Write-Warning "io"
        } finally {
            Close-Cart
        }

        $lines | Where-Object { $_.Name }
    }
}

# Upper case.
filter ConvertTo-Upper {
    $_.ToUpper()
}

function Get-Text($Name) {
    <#
    .SYNOPSIS
    A text.
    #>
    return @"
  Dear $Name,
    yours }
"@
}

class Cart : Base {
    [int] $Total = 0
    hidden [string] $Name

    Cart([string] $name) {
        $this.Name = $name
    }

    [int] Sum([int] $more) {
        return ($this.Total + 
    }
}

enum State {
    Open
    Closed = 2
}

Describe "cart" {
    It "adds" {
        Add-Line -Name "a" | Should -Be 1
    }
}
