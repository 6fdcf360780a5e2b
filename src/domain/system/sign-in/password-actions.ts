import { auditAccount } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { notify } from "#db/system/notifications.ts";
import {
	insertLink,
	knowsCode,
	type LinkPurpose,
	type LinkRow,
	linkOf,
	putOffSealed,
	takeCode,
	takeLink,
} from "#db/system/one-time.ts";
import { findLogin, type LoginRow, loginOfLink, readLogin, storePassword } from "#db/system/sessions.ts";
import {
	countCode,
	countTry,
	forgetTries,
	formOf,
	mayAskReset,
	type ProofKeys,
	provePassword,
	refuseFlood,
} from "#domain/system/proofs/actions.ts";
import { type Granted, type OwnSession, renewed } from "#domain/system/sessions/actions.ts";
import { RESET_MS } from "#domain/system/sessions/rules.ts";
import { identify } from "#domain/system/users/identifiers.ts";
import { insistOnPassword, normalPassword, type Owner } from "#domain/system/users/password-rules.ts";
import { type By, byUser } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { hashCode, newLinkId } from "#platform/codes.ts";
import { readLink as idOf } from "#platform/links.ts";
import { hashPassword } from "#platform/passwords.ts";

export type LinkKeys = ProofKeys & { LINK_KEY: string };

/**
 * Changes the user's own password: every other session ends, and `session` continues under a new id. Refuses
 * `password.wrong` for a wrong current password, what `insistOnPassword` refuses, `sign_in.wait`, and `session.gone`.
 */
export async function changePassword(
	db: Db,
	keys: ProofKeys,
	{ session, current, password, by }: { session: OwnSession; current: string; password: string; by: By },
): Promise<Granted> {
	const login = await readLogin(db.$client, session.userId);
	if (!login) throw new Refusal("session.gone");
	insistOnPassword(password, ownerOf(login));
	const counted = await countTry(db, keys, { kind: "account", userId: login.id, at: by.at });
	const right = await provePassword(keys, { login, password: current, wrong: "password.wrong", counted });
	const store = await newPassword(keys, { login, password, code: "session.gone", by });
	const next = { at: by.at, sessionVersion: login.session_version + 1 };
	const { granted, writes } = await renewed(db, session, next);
	await commit(db, [
		...right,
		...store,
		...writes,
		...auditAccount(db, "user.change_password", { userId: login.id, by }),
	]);
	return granted;
}

/**
 * Mails a link to set a new password when the identifier is that of a login, at most 3 an hour for an account. It
 * reports nothing: the caller runs it after sending the answer, which is the same for everybody. The caller then queues
 * the message `mail.due`.
 */
export async function requestReset(
	db: Db,
	keys: ProofKeys,
	{ identifier, by }: { identifier: string; by: By },
): Promise<void> {
	const known = identify(identifier);
	const login = known ? await findLogin(db.$client, known) : null;
	const who = login ? `user:${login.id}` : formOf(identifier).subject;
	if (!(await mayAskReset(db, keys, { who, by }))) return;
	if (login?.status !== "active" || login.email === null) return;
	const link = { id: newLinkId(), userId: login.id, expiresAt: by.at + RESET_MS };
	await commit(db, [
		...insertLink({ ...link, purpose: "password_reset", email: null }, by.at),
		notify("password_reset", {
			user: login.id,
			data: { linkId: link.id, expiresAt: link.expiresAt },
			at: by.at,
		}),
		...auditAccount(db, "user.ask_password_reset", { userId: login.id, by: byUser(login.id, by.ip, by.at) }),
	]);
}

/** Returns the link and its login while the link works, for the page that it opens; undefined otherwise. */
export async function openLink(
	db: Db,
	keys: { LINK_KEY: string },
	{ purpose, token, at }: { purpose: LinkPurpose; token: string; at: number },
): Promise<{ link: LinkRow; login: LoginRow } | undefined> {
	const id = idOf(keys.LINK_KEY, purpose, token);
	if (id === undefined) return undefined;
	const [[link], [login]] = await readRows(db.$client, linkOf(id, { purpose, at }), loginOfLink(id));
	const opens = purpose === "invitation" ? "invited" : "active";
	return link && login?.status === opens ? { link, login } : undefined;
}

type ByLink = { token: string; password: string; by: By };

/** The user whose password was set, and the version with which the user's sessions begin from now on. */
export type PasswordSet = { userId: number; sessionVersion: number };

/**
 * Sets a new password by a mail's link, once; all sessions end. Refuses `link.dead`, and what `insistOnPassword`
 * refuses.
 */
export const resetPassword = (db: Db, keys: LinkKeys, of: ByLink): Promise<PasswordSet> =>
	setByLink(db, keys, { ...of, purpose: "password_reset", action: "user.reset_password" });

/** Sets a first password by an invitation, once; the user is active then. Refuses as `resetPassword` does. */
export const acceptInvitation = (db: Db, keys: LinkKeys, of: ByLink): Promise<PasswordSet> =>
	setByLink(db, keys, { ...of, purpose: "invitation", action: "user.accept_invitation" });

async function setByLink(
	db: Db,
	keys: LinkKeys,
	{ purpose, action, token, password, by }: ByLink & { purpose: "password_reset" | "invitation"; action: string },
): Promise<PasswordSet> {
	const opened = await openLink(db, keys, { purpose, token, at: by.at });
	if (!opened) throw new Refusal("link.dead");
	const { link, login } = opened;
	const own = byUser(login.id, by.ip, by.at);
	insistOnPassword(password, ownerOf(login));
	const store = await newPassword(keys, { login, password, code: "link.dead", by: own });
	await commit(db, [...takeLink(link, by.at), ...store, ...auditAccount(db, action, { userId: login.id, by: own })]);
	return setFor(login);
}

const setFor = ({ id, session_version }: LoginRow): PasswordSet => ({
	userId: id,
	sessionVersion: session_version + 1,
});

/**
 * Sets a password with an activation code from paper, once; for members, never for staff. Health data become readable
 * to the login seven days later. Refuses `code.wrong` alike for an unknown account and for a wrong code,
 * `sign_in.wait`, and what `insistOnPassword` refuses.
 */
export async function activate(
	db: Db,
	keys: ProofKeys,
	{ identifier, code, password, by }: { identifier: string; code: string; password: string; by: By },
): Promise<PasswordSet> {
	refuseFlood(keys, by);
	const known = identify(identifier);
	const login = known ? await findLogin(db.$client, known) : null;
	const right = await countCode(db, keys, by);
	const activation = {
		hash: await hashCode(keys, "activation", code),
		purpose: "activation" as const,
		userId: login?.id ?? 0,
	};
	const isKnown = await knowsCode(db.$client, activation, by.at);
	if (!login || !isKnown || login.is_staff === 1 || login.status === "disabled") throw new Refusal("code.wrong");
	// The code is right: a refused password must not count as an attempt.
	await commit(db, right);
	insistOnPassword(password, ownerOf(login));
	const own = byUser(login.id, by.ip, by.at);
	const store = await newPassword(keys, { login, password, code: "code.wrong", by: own });
	await commit(db, [
		...takeCode(activation, by.at, "code.wrong"),
		putOffSealed(activation, by.at),
		...store,
		...auditAccount(db, "user.activate", { userId: login.id, by: own }),
	]);
	return setFor(login);
}

type NewPassword = { login: LoginRow; password: string; code: "session.gone" | "link.dead" | "code.wrong"; by: By };

/**
 * Returns the writes of a new password, with the notice to its owner. Refuses with `code` when the login changed since
 * it was read.
 */
async function newPassword(keys: ProofKeys, { login, password, code, by }: NewPassword): Promise<Write[]> {
	const { id, status } = login;
	const hash = await hashPassword(keys, normalPassword(password));
	return [
		...storePassword(login, { hash, at: by.at, code }),
		...forgetTries(keys, id),
		...(status === "invited" ? [] : [notify("password_changed", { user: id, data: { changedAt: by.at }, at: by.at })]),
	];
}

const ownerOf = ({ name, email, phone, association, is_staff, totp_enabled_at }: LoginRow): Owner => ({
	name,
	email,
	phone,
	association,
	isStaff: is_staff === 1,
	hasSecondFactor: totp_enabled_at !== null,
});
