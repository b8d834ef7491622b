; The lines of a canned recipe
(define_directive) @space.fixed
