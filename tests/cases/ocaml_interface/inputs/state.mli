(** Carts of lines. *)

open Line

(** A cart. *)
type t = {
  lines : Line.t list;
  count : int;
}

type state =
  | Open
  | Paid of int

exception Closed of string

val limit : int

(** [add cart line] adds a line. *)
val add : t -> Line.t -> t

val ( +++ ) : t -> t -> t

module Id : sig
  type t

  val compare : t -> t -> int
end

module type PRICED = sig
  val price : t -> int
end

class counter : int -> object
  method tick : unit
end

external now : unit -> float = "now"
