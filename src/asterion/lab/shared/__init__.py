"""What several pages of the lab share: sessions, channels, controls, boards."""
