"""1888-N, designed by Leonhard Orgler, published by Rawstone Games."""
