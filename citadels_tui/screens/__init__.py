"""The screens, one a file, and their style sheets; all forms share one, and all dialogs."""
