"""Icons, fonts, themes, translations and the ingredients of the sample workspace."""
