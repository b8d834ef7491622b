defmodule Shop.Orders do
  @moduledoc "Orders of customers."
  use GenServer
  alias Shop.Money

  @limit 99
  defstruct [:id, lines: []]

  @doc "Adds a line."
  @spec add(t, Line.t(), integer) :: t
  def add(order, line, count \\ 1)

  def add(order, _line, 0), do: order

  def add(order, line, count) when count > 0 do
    if count > @limit do
      raise OrderError, "too many"
    else
      log(line)
    end

    case line.kind do
      :free -> log(line)
      :paid when count > 3 ->
        charge(line)
        log(line)

      _ ->
        order
    end

    with {:ok, saved} <- save(order), :ok <- close(saved) do
      saved
    else
      :error -> order
    end

    Enum.each(order.lines, fn one ->
      touch(one)
    end)
  end

  # Tells whether it is large.
  defp large?(order) do
    length(order.lines) > 10
  end

  defmacro traced(body) do
    quote do
      unquote(body)
    end
  end

  def safe(order) do
    try do
      save(order)
    rescue
      error in StoreError -> log(error)
    after
      close(order)
    end
  end
end

defimpl Priced, for: Shop.Orders do
  def total(order), do: Money.sum(order.lines)
end
