import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { notifyHolders } from "#db/system/notifications.ts";
import { insertLink } from "#db/system/one-time.ts";
import { findLogin } from "#db/system/sessions.ts";
import { insertUser, makeAdmin } from "#db/system/users.ts";
import { RESET_MS } from "#domain/system/sessions/rules.ts";
import type { Identifier } from "#domain/system/users/identifiers.ts";
import { INVITATION_MS } from "#domain/system/users/rules.ts";
import type { By } from "#kernel/by.ts";
import { newLinkId } from "#platform/codes.ts";

/** A one-time link; its token is derived from `purpose`, `id` and LINK_KEY. `expiresAt` is UTC milliseconds. */
export type MadeLink = { purpose: "invitation" | "password_reset"; id: string; expiresAt: number };

/**
 * Makes an administrator when no user can: the user with this login, enabled again if need be, or a new user with this
 * name. The role `admin` gets back the permissions that make an administrator. Returns the link to set a password,
 * which voids the one before. Refuses `role.stale` when the role is gone.
 */
export async function recoverAdmin(
	db: Db,
	{ login, name, ...by }: By & { login: Identifier; name: string },
): Promise<MadeLink> {
	const known = await findLogin(db.$client, login);
	const hasPassword = known !== null && known.password_hash !== null;
	const link: MadeLink = {
		purpose: hasPassword ? "password_reset" : "invitation",
		id: newLinkId(),
		expiresAt: by.at + (hasPassword ? RESET_MS : INVITATION_MS),
	};
	const raise = (userId: number | ReturnType<typeof madeBy>): Write[] => [
		...makeAdmin(userId, by.at),
		notifyHolders("rights_recovered", { permission: "confirmations.decide", data: { at: by.at }, at: by.at }),
		...insertLink({ ...link, userId, email: null }, by.at),
		...recordAudit(db, {
			...by,
			action: "user.recover",
			auditableType: "user",
			auditableId: userId,
			description: "admin",
		}),
	];
	if (known) await commit(db, raise(known.id));
	else {
		const email = login.kind === "email" ? login.email : null;
		const phone = login.kind === "phone" ? login.phone : null;
		const key = crypto.randomUUID();
		await commitOnce(db, { key, at: by.at }, [insertUser({ name, email, phone }, by.at), ...raise(madeBy(key))]);
	}
	return link;
}
