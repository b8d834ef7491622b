(** Queues of bounded size. *)

open Printf
module Log = Logging.Make (Config)

exception Full of int

(** What is kept of an item. *)
type item = {
  name : string;
  mutable weight : int; (* in grams *)
  tags : string list;
}

type mode =
  | Fifo
  | Lifo of int
  (* the rest *)
  | Other of string

and limit = None_ | Limit of int

external now : unit -> float = "queue_now"

(** The weight of all.
    Zero where there is none. *)
let total items =
  List.fold_left (fun sum item -> sum + item.weight) 0 items

let limit = 10

let rec even n = if n = 0 then true else odd (n - 1)
and odd n =
  if n = 0 then false
  else even (n - 1)

let ( +++ ) a b = a @ b

module type STACK = sig
  type t

  val push : t -> int -> unit
  (** Adds a number. *)

  val pop : t -> int
  (** Takes one.
      Fails when there is none. *)
end

module Stack : STACK = struct
  type t = { mutable items : int list }

  let push t item = t.items <- item :: t.items

  (* Takes one. *)
  let pop t =
    match t.items with
    | [] -> raise Not_found
    | item :: rest when item > 0 ->
      t.items <- rest;
      item
    | _ -> begin
      push t 0;
      0
    end
end

let classify item =
  if item.weight > 100 then begin
    printf "heavy\n";
    `Heavy
  end else if item.weight > 10 then
    `Medium
  else
    `Light

let drain queue =
  let rec loop sum =
    if sum > 10 then sum else loop (sum + 1)
  in
  for i = 0 to 9 do
    printf "%d\n" i
  done;
  while Queue.length queue > 0 do
    ignore (Queue.pop queue)
  done;
  try loop (Queue.pop queue)
  with
  | Queue.Empty -> 0
  | Full n -> n

let weigh = function
  | Fifo -> 1
  | Lifo n -> n
  | Other _ -> 3

class counter start = object (self)
  val mutable count = start
  method get = count
  method incr =
    count <- count + 1;
    self#get
end

let () =
  print_endline "done"
