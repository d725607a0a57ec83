"""What each command does with a program that is read, as a function: each in a process within limits."""
