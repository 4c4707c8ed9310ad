"""`python -m kg`, and the `kg` that a wheel installs."""

from kg.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
