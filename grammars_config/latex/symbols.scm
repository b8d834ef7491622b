(part text: (curly_group) @name @opener) @definition.section
(chapter text: (curly_group) @name @opener) @definition.section
(section text: (curly_group) @name @opener) @definition.section
(subsection text: (curly_group) @name @opener) @definition.section
(subsubsection text: (curly_group) @name @opener) @definition.section
(paragraph text: (curly_group) @name @opener) @definition.section
(subparagraph text: (curly_group) @name @opener) @definition.section
(generic_environment (begin (curly_group_text (_) @name)) @opener) @definition.environment
(math_environment (begin (curly_group_text (_) @name)) @opener) @definition.environment
(new_command_definition declaration: (_ (command_name) @name) implementation: (curly_group) @body) @definition.macro
(new_command_definition declaration: (command_name) @name implementation: (curly_group) @body) @definition.macro
