(local limit 10)

; Adds at the end.
(fn add [name count]
  "Add a line."
  (let [line {: name : count}]
    (if (> count limit) nil line)))

(fn M.open [path]
  path)

(macro unless2 [test]
  `(if ,test nil 1))
