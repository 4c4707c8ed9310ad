; PHP.
(namespace_definition name: (_) @name body: (_)) @namespace
(namespace_definition name: (_) @name !body) @package
(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @interface
(trait_declaration name: (name) @name) @trait
(enum_declaration name: (name) @name) @enum
((method_declaration name: (name) @name parameters: (_) @parameters) @constructor (#eq? @name "__construct"))
(method_declaration name: (name) @name parameters: (_) @parameters) @method
(function_definition name: (name) @name parameters: (_) @parameters) @function

(namespace_use_clause (qualified_name) @name) @import

(function_call_expression function: (name) @name arguments: (_) @arguments) @call
(function_call_expression function: (qualified_name (name) @name .) arguments: (_) @arguments) @call
(member_call_expression object: (_) @receiver name: (name) @name arguments: (_) @arguments) @call
(nullsafe_member_call_expression object: (_) @receiver name: (name) @name arguments: (_) @arguments) @call
(scoped_call_expression scope: (_) @receiver name: (name) @name arguments: (_) @arguments) @call
(object_creation_expression (name) @name (arguments) @arguments) @new
(object_creation_expression (name) @name .) @new
(object_creation_expression (qualified_name (name) @name .) (arguments) @arguments) @new

[(if_statement) (else_if_clause) (case_statement) (match_conditional_expression) (while_statement) (do_statement)
 (for_statement) (foreach_statement) (catch_clause) (conditional_expression)] @decision
