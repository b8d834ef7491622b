;;; cart.el --- Carts and their lines -*- lexical-binding: t; -*-

;;; Commentary:

;; A cart holds lines, each with a name and a count.

;;; Code:

(require 'cl-lib)

(defgroup cart nil
  "Carts and their lines."
  :group 'applications)

(defcustom cart-limit 10
  "How many lines a cart may have."
  :type 'integer)

(defvar cart-lines nil
  "The lines of the cart.")

(cl-defstruct cart-line
  "A line of a cart."
  name
  (count 1))

;; Adds at the end.
;;;###autoload
(defun cart-add (name &optional count)
  "Add a line called NAME, COUNT times."
  (interactive "sName: ")
  (let ((line (make-cart-line :name name :count (or count 1))))
    (if (>= (length cart-lines) cart-limit)
        (user-error "The cart is full")
      (push line cart-lines))
    line))

(defun cart-total ()
  "Sum the counts of all lines."
  (let ((sum 0))
    (dolist (line cart-lines)
      (when (cart-line-p line)
        (setq sum (+ sum (cart-line-count line)))))
    sum))

(cl-defun cart-find (name &key strict)
  "Find the line called NAME."
  (cl-loop for line in cart-lines
           when (funcall (if strict #'string= #'string-prefix-p)
                         name (cart-line-name line))
           return line))

(defmacro cart-with (lines &rest body)
  "Run BODY with LINES in the cart."
  (declare (indent 1))
  `(let ((cart-lines ,lines))
     ,@body))

(defun cart-save (file)
  "Write the cart to FILE."
  (condition-case error
      (with-temp-file file
        (insert (format "%S" cart-lines)))
    (file-error
     (message "Not written: %s" (error-message-string error)))))

(define-minor-mode cart-mode
  "Show the cart."
  :lighter " Cart"
  (cond
   (cart-mode (message "on"))
   (t (message "off"))))

(ert-deftest cart-total-test ()
  (cart-with (list (make-cart-line :name "a" :count 2))
    (should (= (cart-total) 2))))

(provide 'cart)
;;; cart.el ends here
