"""The start page, tables being gathered, accounts."""
