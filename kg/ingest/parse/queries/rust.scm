; Rust. Macros that make items are not expanded: what they define is not seen.
(mod_item name: (identifier) @name body: (_)) @module
(struct_item name: (_) @name) @struct
(union_item name: (_) @name) @struct
(enum_item name: (_) @name) @enum
(trait_item name: (_) @name) @trait
(impl_item type: (_) @name) @members
(function_item name: (_) @name parameters: (_) @parameters) @function
(function_signature_item name: (_) @name parameters: (_) @parameters) @function

(use_declaration argument: (_) @name) @import

(call_expression function: (identifier) @name arguments: (_) @arguments) @call
(call_expression function: (field_expression value: (_) @receiver field: (field_identifier) @name) arguments: (_) @arguments) @call
(call_expression function: (scoped_identifier path: (_) @receiver name: (identifier) @name) arguments: (_) @arguments) @call
(call_expression function: (generic_function function: (identifier) @name) arguments: (_) @arguments) @call
(call_expression function: (generic_function function: (field_expression value: (_) @receiver field: (field_identifier) @name)) arguments: (_) @arguments) @call
(call_expression function: (generic_function function: (scoped_identifier path: (_) @receiver name: (identifier) @name)) arguments: (_) @arguments) @call

[(if_expression) (match_arm) (while_expression) (for_expression) (loop_expression) (try_expression)] @decision
