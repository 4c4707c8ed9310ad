; C. Prototypes define nothing; an anonymous struct takes the name of its typedef.
(function_definition declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters)) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters))) @function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters)))) @function
(function_definition declarator: (function_declarator declarator: (parenthesized_declarator (identifier) @name) parameters: (_) @parameters)) @function
(function_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters))))) @function
(struct_specifier name: (type_identifier) @name body: (_)) @struct
(union_specifier name: (type_identifier) @name body: (_)) @struct
(enum_specifier name: (type_identifier) @name body: (_)) @enum
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @struct
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @struct
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @enum

(preproc_include path: (_) @name) @import

(call_expression function: (identifier) @name arguments: (_) @arguments) @call
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @name) arguments: (_) @arguments) @call

[(if_statement) (case_statement) (while_statement) (do_statement) (for_statement) (conditional_expression)] @decision
