(** Stacks. *)

open Types

type t
(** The type of stacks. *)

type kind =
  | Small (** few *)
  | Large of int
[@@deriving show]

exception Empty

val create : unit -> t
(** Makes one. *)

val push : t -> int -> unit
(** [push t item] adds an item.

    It never fails. *)

(* plain *)
external size : t -> int = "stack_size"

module Iter : sig
  type nonrec t = t

  val next : t -> int
  (** The next. *)
end

module type S = sig
  val x : int
end

class counter : int -> object
  method get : int
end
