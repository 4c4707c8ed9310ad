; Scala 2 and 3. The primary constructor has no method of its own.
(package_clause name: (_) @name body: (_)) @namespace
(package_clause name: (_) @name !body) @package
(class_definition name: (_) @name) @class
(object_definition name: (_) @name) @object
(package_object name: (_) @name) @object
(trait_definition name: (_) @name) @trait
(enum_definition name: (_) @name) @enum
(function_definition name: (_) @name (parameters) @parameters) @function
(function_definition name: (_) @name) @function
(function_declaration name: (_) @name (parameters) @parameters) @function
(function_declaration name: (_) @name) @function

(import_declaration) @import @name

(call_expression function: (identifier) @name arguments: (_) @arguments) @call
(call_expression function: (field_expression value: (_) @receiver field: (identifier) @name) arguments: (_) @arguments) @call
(call_expression function: (generic_function function: (identifier) @name) arguments: (_) @arguments) @call
(call_expression function: (generic_function function: (field_expression value: (_) @receiver field: (identifier) @name)) arguments: (_) @arguments) @call
(instance_expression (type_identifier) @name arguments: (_) @arguments) @new
(instance_expression (generic_type type: (type_identifier) @name) arguments: (_) @arguments) @new

[(if_expression) (case_clause) (while_expression) (for_expression) (catch_clause)] @decision
