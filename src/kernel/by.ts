/**
 * Who acts, from which IP address, and when (UTC milliseconds). Every action takes it, and its audit row stores it.
 * `actor` is searchable in the log: 'user:12', 'cron', 'operator', 'import'.
 */
export type By = { actor: string; userId: number | null; ip: string | null; at: number };

/** Returns the `By` of a signed-in user; `ip` is the address that the request came from. */
export const byUser = (userId: number, ip: string | null, at: number): By => ({
	actor: `user:${userId}`,
	userId,
	ip,
	at,
});

/** Returns the `By` of a person who is not signed in. */
export const byVisitor = (ip: string | null, at: number): By => ({ actor: "visitor", userId: null, ip, at });

/** Returns the `By` of what the cron does by itself. */
export const byCron = (at: number): By => ({ actor: "cron", userId: null, ip: null, at });

/** Returns the `By` of a maintenance command, which is run outside the service. */
export const byOperator = (at: number): By => ({ actor: "operator", userId: null, ip: null, at });

/** Returns the `By` of data that an import brings from a folder or a list. */
export const byImport = (at: number): By => ({ actor: "import", userId: null, ip: null, at });
