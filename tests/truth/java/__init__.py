"""What javac wrote: calls of a library read from its class files, as truth for the Java resolver."""
