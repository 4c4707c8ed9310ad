"""Services: what a team runs, who owns it, and which paths are whose."""
