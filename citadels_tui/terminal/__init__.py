"""The terminal: everything that depends on Textual's insides or on what terminals send and show."""
