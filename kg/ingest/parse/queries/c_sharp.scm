; C#. Properties, events, indexers and operators are no methods here; their calls belong to the class.
(namespace_declaration name: (_) @name) @namespace
(file_scoped_namespace_declaration name: (_) @name) @package
(class_declaration name: (identifier) @name) @class
(struct_declaration name: (identifier) @name) @struct
(record_declaration name: (identifier) @name) @record
(interface_declaration name: (identifier) @name) @interface
(delegate_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(constructor_declaration name: (identifier) @name parameters: (_) @parameters) @constructor
(destructor_declaration name: (identifier) @name parameters: (_) @parameters) @method
(method_declaration name: (identifier) @name parameters: (_) @parameters) @method
(local_function_statement name: (identifier) @name parameters: (_) @parameters) @function

(using_directive (_) @name) @import

(invocation_expression function: (identifier) @name arguments: (_) @arguments) @call
(invocation_expression function: (generic_name (identifier) @name) arguments: (_) @arguments) @call
(invocation_expression function: (member_access_expression expression: (_) @receiver name: (identifier) @name) arguments: (_) @arguments) @call
(invocation_expression function: (member_access_expression expression: (_) @receiver name: (generic_name (identifier) @name)) arguments: (_) @arguments) @call
(invocation_expression function: (member_access_expression . "this" @receiver name: (identifier) @name) arguments: (_) @arguments) @call
(invocation_expression function: (member_access_expression . "this" @receiver name: (generic_name (identifier) @name)) arguments: (_) @arguments) @call
(invocation_expression function: (conditional_access_expression condition: (_) @receiver (member_binding_expression name: (identifier) @name)) arguments: (_) @arguments) @call
(object_creation_expression type: (identifier) @name arguments: (_) @arguments) @new
(object_creation_expression type: (generic_name (identifier) @name) arguments: (_) @arguments) @new
(object_creation_expression type: (qualified_name name: (identifier) @name) arguments: (_) @arguments) @new

[(if_statement) (switch_section) (switch_expression_arm) (while_statement) (do_statement) (for_statement)
 (foreach_statement) (catch_clause) (conditional_expression)] @decision
