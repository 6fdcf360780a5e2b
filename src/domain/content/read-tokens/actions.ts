import type { SQL } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { insertReadToken, type ReadToken, readTokenOf, revokeReadToken } from "#db/content/read-tokens.ts";
import type { By } from "#kernel/by.ts";
import { newReadToken, sha256Hex } from "#platform/crypto.ts";

const HINT = 4;

/**
 * Makes a read token and returns it, this once: only its SHA-256 is kept. Refuses `read_token.taken` (a token in use
 * has the name) and `read_token.too_many`.
 */
export async function createReadToken(db: Db, name: string, by: By): Promise<string> {
	const token = newReadToken();
	const made = { name, digest: await sha256Hex(token), hint: token.slice(-HINT), at: by.at };
	await commit(db, [
		insertReadToken(made),
		...audit(db, "read_token.create", { id: readTokenOf(made.digest), name }, by),
	]);
	return token;
}

/**
 * Ends a read token: within a second the API treats its website as any stranger. Refuses `read_token.stale` when it was
 * ended before.
 */
export const endReadToken = (db: Db, { id, name }: Pick<ReadToken, "id" | "name">, by: By): Promise<void> =>
	commit(db, [...revokeReadToken(id, by.at), ...audit(db, "read_token.revoke", { id, name }, by)]);

const audit = (
	db: Db,
	action: "read_token.create" | "read_token.revoke",
	{ id, name }: { id: number | SQL; name: string },
	by: By,
): Write[] => recordAudit(db, { ...by, action, auditableType: "read_token", auditableId: id, description: name });
