"""Topics: who publishes what, and who consumes it, over brokers and inside an application.

`messages` is the record that a rule makes, `resolve` the table of rules, `topics` what becomes of them.
Pure; a rule knows one framework.
"""
