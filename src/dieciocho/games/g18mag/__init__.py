"""18Magyarország, designed by Leonhard Orgler."""
