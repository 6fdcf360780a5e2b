import type { Ask } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { type SecurityRow, securityOf } from "#db/system/sessions.ts";

/** How the account of whoever asks is secured, in one round trip. Throws when the user went away meanwhile. */
export async function readSecurity({ env, who }: Pick<Ask, "env" | "who">): Promise<SecurityRow> {
	const [[security]] = await readRows(env.DB, securityOf(who.userId));
	if (!security) throw new Error("a session without its user");
	return security;
}
