(atx_heading) @definition.element
