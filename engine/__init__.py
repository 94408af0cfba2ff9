"""The games and the kernel that runs them: pure, and unaware of the arena around it."""
