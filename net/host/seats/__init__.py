"""The people of a table: the lobby, who may enter, and the messages to and from them."""
