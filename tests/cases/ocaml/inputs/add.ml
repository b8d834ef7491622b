open Printf
open Line

(** A cart of lines. *)
type t = {
  lines : Line.t list;
  mutable count : int;
}

type state =
  | Open
  | Paid of int

exception Closed of string

let limit = 10

(** Adds a line. *)
let add cart line ?(count = 1) () =
  if count > limit then begin
    failwith "too many"
  end else if count < 0 then
    ()
  else
    touch cart;
  for i = 1 to count do
    push cart line
  done;
  while cart.count > limit do
    pop cart
  done;
  cart

let rec even n = n = 0 || odd (n - 1)
and odd n = n <> 0 && even (n - 1)

let price = function
  | Open -> 0
  | Paid n -> n

let save cart =
  try write cart with
  | Not_found -> 1
  | Closed name ->
    log name;
    2

let kind cart =
  match cart.state with
  | Open -> "open"
  | Paid n when n > 10 -> "rich"
  | Paid _ -> "paid"

let names cart = List.map (fun line -> Line.name line) cart.lines

let ( +++ ) a b = a @ b

module Id = struct
  type t = int

  let compare a b = a - b
end

module type PRICED = sig
  val price : t -> int
end

class counter start = object (self)
  val mutable count = start

  method tick = count <- count + 1

  method private reset =
    count <- 0
end

external now : unit -> float = "now"

let all = [1; 2; 3]

let () =
  let cart = make () in
  print_endline (kind cart)
