(element (STag (Name) @name) @opener) @definition.element
(element (EmptyElemTag (Name) @name)) @definition.element
