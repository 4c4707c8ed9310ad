; C++. Declarations without a body define nothing; `Foo::bar` outside of its class is named so.
(namespace_definition name: (_) @name) @namespace
(class_specifier name: (_) @name body: (_)) @class
(struct_specifier name: (_) @name body: (_)) @struct
(union_specifier name: (_) @name body: (_)) @struct
(enum_specifier name: (_) @name body: (_)) @enum
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @struct
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @struct
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @enum
(function_definition declarator: (function_declarator declarator: (_) @name parameters: (_) @parameters) body: (_)) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name parameters: (_) @parameters)) body: (_)) @function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name parameters: (_) @parameters))) body: (_)) @function
(function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name parameters: (_) @parameters)) body: (_)) @function
(function_definition declarator: (operator_cast) @name body: (_)) @function
(function_definition declarator: (qualified_identifier name: (operator_cast)) @name body: (_)) @function

(preproc_include path: (_) @name) @import

(call_expression function: (identifier) @name arguments: (_) @arguments) @call
(call_expression function: (template_function name: (identifier) @name) arguments: (_) @arguments) @call
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @name) arguments: (_) @arguments) @call
(call_expression function: (field_expression argument: (_) @receiver field: (template_method name: (field_identifier) @name)) arguments: (_) @arguments) @call
(call_expression function: (qualified_identifier) @name arguments: (_) @arguments) @call
(new_expression type: (type_identifier) @name arguments: (_) @arguments) @new

[(if_statement) (case_statement) (while_statement) (do_statement) (for_statement) (for_range_loop)
 (conditional_expression) (catch_clause)] @decision
