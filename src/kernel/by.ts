/**
 * Who does something, from which address, and when (UTC milliseconds). Every verb takes it, and its row in the audit
 * log keeps it. `actor` is what the log is searched by: 'user:12', 'cron', 'operator', 'import'.
 */
export type By = { actor: string; userId: number | null; ip: string | null; at: number };

/** Somebody who is signed in; `ip` is the address that they came from. */
export const byUser = (userId: number, ip: string | null, at: number): By => ({
	actor: `user:${userId}`,
	userId,
	ip,
	at,
});

/** Somebody who is not signed in, at the door. */
export const byVisitor = (ip: string | null, at: number): By => ({ actor: "visitor", userId: null, ip, at });

/** What happens by itself because its time has come. */
export const byCron = (at: number): By => ({ actor: "cron", userId: null, ip: null, at });

/** Whoever runs a command beside the service. */
export const byOperator = (at: number): By => ({ actor: "operator", userId: null, ip: null, at });

/** What came with a folder or a list from elsewhere. */
export const byImport = (at: number): By => ({ actor: "import", userId: null, ip: null, at });
