; Ruby. What `define_method`, `attr_accessor` and the like make is not seen.
(module name: (_) @name) @module
(class name: (_) @name) @class
((method name: (_) @name) @constructor (#eq? @name "initialize"))
(method name: (_) @name parameters: (_)? @parameters) @method
(singleton_method name: (_) @name parameters: (_)? @parameters) @method

((call !receiver method: (identifier) @require arguments: (argument_list . (string (string_content) @name))) @import
  (#match? @require "^(require|require_relative|load)$"))

((call receiver: (constant) @name method: (identifier) @made arguments: (_)? @arguments) @new (#eq? @made "new"))
((call receiver: (scope_resolution name: (constant) @name) method: (identifier) @made arguments: (_)? @arguments) @new (#eq? @made "new"))
(call receiver: (_) @receiver method: [(identifier) (constant)] @name arguments: (_)? @arguments) @call
(call !receiver method: (identifier) @name arguments: (_)? @arguments) @call

[(if) (elsif) (unless) (when) (while) (until) (for) (rescue) (conditional) (if_modifier) (unless_modifier)
 (while_modifier)] @decision
