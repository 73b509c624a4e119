"""The parts of Russian poker; the game itself is `rules.games.russian_poker`."""
