"""Taking a bot in: unpacked with care, built, checked, kept for good, entered."""
