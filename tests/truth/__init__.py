"""Scripts that make truth from public artifacts: bytecode, executed calls, other tools' verdicts."""
