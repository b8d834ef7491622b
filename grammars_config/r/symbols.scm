(binary_operator lhs: [(identifier) (string)] @name operator: ["<-" "=" "<<-" ":="]
  rhs: (function_definition body: (_) @body)) @definition.function
(binary_operator lhs: (extract_operator) @name operator: ["<-" "=" "<<-"]
  rhs: (function_definition body: (_) @body)) @definition.function

; Cart <- R6Class("Cart", public = list(add = function(x) …))
(binary_operator lhs: (identifier) @name operator: ["<-" "=" "<<-"]
  rhs: (call function: [(identifier) @keyword (namespace_operator rhs: (identifier) @keyword)]
    arguments: (arguments) @body)) @definition.keyword
(binary_operator
  rhs: (call arguments: (arguments (argument name: (identifier)
    value: (call arguments: (arguments
      (argument name: (identifier) @name
        value: (function_definition body: (_) @body)) @definition.function)))))
)

; setMethod("area", "Circle", function(shape) …)
(call function: [(identifier) @keyword (namespace_operator rhs: (identifier) @keyword)]
  arguments: (arguments . (argument value: (string) @name)
    (argument value: (function_definition body: (_) @body)))) @definition.keyword
(call function: [(identifier) @keyword (namespace_operator rhs: (identifier) @keyword)]
  arguments: (arguments . (argument value: (string) @name)) @body) @definition.keyword

(program (binary_operator lhs: (identifier) @name operator: ["<-" "=" "<<-"]) @definition.variable)
