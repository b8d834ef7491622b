%%% Carts of customers.
-module(cart).
-export([add/2, total/1]).
-include("cart.hrl").
-record(cart, {lines = [], owner}).

%% @doc Adds a line.
-spec add(cart(), integer()) -> cart().
add(Cart, 0) ->
    Cart;
add(Cart, N) when N > 0 ->
    % kept short
    Cart#cart{lines = [N | .

%% Sums it up.
total(#cart{lines = Lines}) ->
    Fun = fun(X) -> X + 1 end,
    case Lines of
        [] ->
            0;
        [One] ->
            One;
        _ ->
            lists:sum(lists:map(Fun, Lines))
    end.

safe(Cart) ->
    try total(Cart) of
        N -> N
    catch
        error:badarg -> 0;
        throw:Reason -> Reason
    after
        log(Cart)
    end,
    if
        Cart > 1 -> many;
        true -> few
    end,
    receive
        stop -> ok
    after 100 ->
        timeout
    end,
    begin
        one(),
        two()
    end,
    maybe
        ok ?= one()
    else
        _ -> two()
    end.
