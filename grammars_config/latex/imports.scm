(package_include) @import.statement
(class_include) @import.above

(package_include paths: (curly_group_path_list (path) @import.all))
