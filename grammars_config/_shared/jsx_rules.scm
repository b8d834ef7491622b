; Strings of attributes may hold line breaks.
(jsx_attribute (string) @free)
