; The attribute that keeps white space
(element (STag (Attribute (Name) @keyword)) @opener) @space.keyword_preserved
