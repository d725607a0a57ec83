"""From a program to verdicts: strategies search side by side, and what they claim is confirmed or judged."""
