"""The site: settings and the one place where HTTP, sockets and the two apps are joined."""
