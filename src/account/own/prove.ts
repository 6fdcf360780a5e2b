import { giveSession } from "#account/session-cookie.ts";
import type { Prove } from "#auth/proving.ts";
import { open } from "#db/commit.ts";
import { confirmPassword } from "#domain/system/actions.ts";

/** Checks the password of the signed-in user, and goes on in a session that begins with this proof. */
export const prove: Prove = async (c, { who, by, password, code }) => {
	const granted = await confirmPassword(open(c.env.DB), c.env, { session: who, password, code, by });
	await giveSession(c, granted);
	return granted;
};
