"""Where bytes come from: which files of which commit, and what they say."""
