(defpackage :cart (:use :cl))
(in-package :cart)

(defvar *lines* nil "The lines.")

;; Adds at the end.
(defun add (name &optional count)
  "Add a line."
  (let ((line (make-line name)))
    (push line *lines*)))

(defmacro with-cart ((cart) &body body)
  `(let ((*lines* ,cart)) ,@body))

(defclass line ()
  ((name :initarg :name)))

(defgeneric total (line))

(defmethod total ((line line))
  1)
