(pair key: (_) @name value: (_) @body) @definition.key
(array [(object) (array) (string) (number) (true) (false) (null)] @definition.element @body)
