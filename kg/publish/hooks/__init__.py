"""What is done on each event of a host: one file an event, each a function from a delivery to what came of it."""
