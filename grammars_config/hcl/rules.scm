[(string_lit) (quoted_template)] @one_line
[(template_interpolation) (template_directive)] @free
