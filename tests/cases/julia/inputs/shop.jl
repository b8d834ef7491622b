module Shop

using Dates
import Base: show

export add, total

const LIMIT = 10

"""
    Line(name, count)

A line of a cart.
"""
struct Line
    name::String
    # how many
    count::Int
    Line(name) = new(name, 1)
end

mutable struct Cart{T<:Real} <: AbstractCart
    lines::Vector{Line}
    total::T
end

abstract type AbstractCart end

# Adds a line several times.
function add(cart::Cart{T}, line; count=1)::Cart where {T}
    if count > LIMIT
        throw(ArgumentError("too many"))
    elseif count < 0
        return cart
    else
        touch(cart)
    end
    for i in 1:count
        push!(cart.lines, line)
    end
    while cart.open
        close(cart)
    end
    return cart
end

"The sum."
total(cart::Cart) = sum(l.count for l in cart.lines)
total(lines::Vector) = sum(lines)

Base.show(io::IO, cart::Cart) = print(io, "Cart")

function save(cart)
    try
        write(cart)
    catch e
        rethrow(e)
    finally
        close(cart)
    end
    let x = 1
        log(x)
    end
    begin
        touch(cart)
    end
    names = map(cart.lines) do line
        line.name
    end
    lengths = map(n -> length(n), names)
    return [1, 2, 3]
end

macro twice(ex)
    quote
        $(esc(ex))
        $(esc(ex))
    end
end

@inline function fast(x)
    x + 1
end

@enum State open paid

function (cart::Cart)(x)
    x
end

+(a::Cart, b::Cart) = a

end # module
