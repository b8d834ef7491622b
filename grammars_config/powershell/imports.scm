(pipeline (pipeline_chain (command command_name: (command_name) @keyword))) @import.keyword_imports
(program (statement_list) @import.list)
