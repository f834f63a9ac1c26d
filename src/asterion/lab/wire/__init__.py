"""All that travels to the browser as bytes: each format beside its reader in JavaScript."""
