"""A build, checked whole: its units, what is known of them from earlier runs, and who looks at which."""
