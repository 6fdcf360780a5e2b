import type { Ask } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { type SecurityRow, securityOf } from "#db/system/index.ts";

/** Reads how the signed-in user's account is secured, in one round trip. Throws when the user was deleted meanwhile. */
export async function readSecurity({ env, who }: Pick<Ask, "env" | "who">): Promise<SecurityRow> {
	const [[security]] = await readRows(env.DB, securityOf(who.userId));
	if (!security) throw new Error("a session without its user");
	return security;
}
