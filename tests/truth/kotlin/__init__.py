"""What kotlinc says calls what: read from the class files of public libraries."""
