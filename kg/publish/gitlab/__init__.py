"""What kg does at a GitLab besides fetching: groups looked through, states told, notes written, deployments read."""
