(section (title) @name) @definition.section
