"""The JSON API; `docs/api.md` describes it for those who use it."""
