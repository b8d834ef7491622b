(part text: (curly_group) @name @opener) @definition.section @body
(chapter text: (curly_group) @name @opener) @definition.section @body
(section text: (curly_group) @name @opener) @definition.section @body
(subsection text: (curly_group) @name @opener) @definition.section @body
(subsubsection text: (curly_group) @name @opener) @definition.section @body
(paragraph text: (curly_group) @name @opener) @definition.section @body
(subparagraph text: (curly_group) @name @opener) @definition.section @body
(generic_environment (begin (curly_group_text (_) @name)) @opener) @definition.environment
(math_environment (begin (curly_group_text (_) @name)) @opener) @definition.environment
(new_command_definition declaration: (_ (command_name) @name) implementation: (curly_group) @body) @definition.macro
(new_command_definition declaration: (command_name) @name implementation: (curly_group) @body) @definition.macro
