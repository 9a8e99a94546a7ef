"""The web application: lobby, tables, live updates, accounts and the JSON API."""
