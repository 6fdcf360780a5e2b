import { auditAccount } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { notify } from "#db/system/notifications.ts";
import { insertLink, takeLink } from "#db/system/one-time.ts";
import { findLogin, readLogin, storeIdentifier } from "#db/system/sessions.ts";
import { insistOnPace } from "#domain/system/proofs/actions.ts";
import { EMAIL_PROOF_MS } from "#domain/system/sessions/rules.ts";
import { identify } from "#domain/system/users/identifiers.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { newLinkId } from "#platform/codes.ts";
import type { PepperKeys } from "#platform/passwords.ts";
import { type LinkKeys, openLink } from "./password-actions.ts";

/**
 * Mails a link to the new address, which becomes valid when the link is followed. Nothing is sent, and the user is not
 * told, when another login has the address. The caller has checked that the sign-in is fresh, and then queues the
 * message `mail.due`. Refuses `login.not_email` (not an e-mail address), `session.gone` (the user is gone), and
 * `sign_in.wait` for a user who asks too often, because the mails go to addresses of strangers.
 */
export async function requestEmailChange(
	db: Db,
	keys: PepperKeys,
	{ userId, email, by }: { userId: number; email: string; by: By },
): Promise<void> {
	const identifier = identify(email);
	if (identifier?.kind !== "email") throw new Refusal("login.not_email");
	await insistOnPace(db, keys, { userId, at: by.at });
	const login = await readLogin(db.$client, userId);
	if (!login) throw new Refusal("session.gone");
	if (await findLogin(db.$client, identifier)) return;
	const link = { id: newLinkId(), userId, expiresAt: by.at + EMAIL_PROOF_MS };
	await commit(db, [
		...insertLink({ ...link, purpose: "email_change", email: identifier.email }, by.at),
		notify("email_change", {
			user: userId,
			data: { linkId: link.id, expiresAt: link.expiresAt },
			at: by.at,
		}),
		...auditAccount(db, "user.ask_email_change", { userId, by }),
	]);
}

/**
 * Makes the new address valid when its owner followed the link, signed in as the user who asked; a mail tells the old
 * address. Refuses `link.dead` (expired, used, or another user's link) and `user.email_taken` (another login has the
 * address).
 */
export async function confirmEmailChange(
	db: Db,
	keys: LinkKeys,
	{ userId, token, by }: { userId: number; token: string; by: By },
): Promise<void> {
	const opened = await openLink(db, keys, { purpose: "email_change", token, at: by.at });
	const email = opened?.link.email ?? undefined;
	if (!opened || email === undefined || opened.login.id !== userId) throw new Refusal("link.dead");
	await commit(db, [
		...takeLink(opened.link, by.at),
		notify("email_changed", { user: userId, data: { changedAt: by.at }, at: by.at }),
		...storeIdentifier(userId, { kind: "email", email }, by.at),
		...auditAccount(db, "user.change_email", { userId, by }),
	]);
}

/**
 * Changes the phone number to sign in with. The caller has checked that the sign-in is fresh. Refuses `login.not_phone`
 * (not a mobile number), `user.phone_taken` (another login has it), and `sign_in.wait` for a user who asks too often:
 * otherwise numbers could be tried to learn which are registered.
 */
export async function changePhone(
	db: Db,
	keys: PepperKeys,
	{ userId, phone, by }: { userId: number; phone: string; by: By },
): Promise<void> {
	const identifier = identify(phone);
	if (identifier?.kind !== "phone") throw new Refusal("login.not_phone");
	await insistOnPace(db, keys, { userId, at: by.at });
	await commit(db, [
		...storeIdentifier(userId, identifier, by.at),
		notify("phone_changed", { user: userId, data: { changedAt: by.at }, at: by.at }),
		...auditAccount(db, "user.change_phone", { userId, by }),
	]);
}
