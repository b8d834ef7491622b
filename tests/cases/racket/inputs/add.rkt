#lang racket

(require racket/list)

(define limit 10)

; Adds at the end.
(define (add name [count 1])
  (let ([line (cons name count)])
    (if (> count limit) #f line)))

(struct line (name count))

(define-syntax-rule (swap a b)
  (list b a))
