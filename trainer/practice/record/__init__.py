"""What a person has behind them: history, export, progress, and deleting it all."""
