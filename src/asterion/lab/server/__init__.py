"""The server of the lab: access, channels between browsers and sessions, files, memory."""
