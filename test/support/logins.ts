import { env } from "cloudflare:test";
import { open } from "#db/commit.ts";
import type { By } from "#kernel/by.ts";
import { byUser } from "#kernel/by.ts";
import { hashPassword } from "#platform/passwords.ts";

export const db = open(env.DB);
export const PASSWORD = "紅茶拿鐵去冰 half sugar";
export const AT = Date.UTC(2026, 2, 5, 1, 30);
/** Nobody yet, from an address. */
export const from = (ip: string | null, at = AT): By => ({ actor: "visitor", userId: null, ip, at });
export const own = (userId: number, at = AT): By & { userId: number } => ({
	...byUser(userId, `192.0.2.${userId % 250}`, at),
	userId,
});

/** PASSWORD's hash: made once for each file of tests. */
let hash: Promise<string> | undefined;
const hashOnce = (): Promise<string> => {
	hash ??= hashPassword(env, PASSWORD);
	return hash;
};

type Given = {
	status?: "invited" | "active" | "disabled";
	role?: string;
	phone?: string | null;
	email?: string | null;
};
export type Login = { id: number; email: string; phone: string };
let count = 0;

/** A user with PASSWORD; `role` is the code of a shipped one. An empty contact is made up. */
export async function makeLogin({ status = "active", role, ...given }: Given = {}): Promise<Login> {
	count += 1;
	const phone = given.phone === undefined ? `09${String(10_000_000 + count)}` : given.phone;
	const email = given.email === undefined ? `u${count}@example.org` : given.email;
	const id = await env.DB.prepare(
		`INSERT INTO users (name, email, phone, status, password_hash, created_at, updated_at)
		VALUES ('林小美', ?1, ?2, ?3, ?4, 1, 1) RETURNING id`,
	)
		.bind(email, phone, status, status === "invited" ? null : await hashOnce())
		.first<number>("id");
	if (id === null) throw new Error("no user");
	if (role)
		await env.DB.prepare("INSERT INTO user_roles SELECT ?1, id FROM roles WHERE code = ?2").bind(id, role).run();
	return { id, email: email ?? "", phone: phone ?? "" };
}

/** A user's column. */
export const userField = <T>(id: number, column: string): Promise<T | null> =>
	env.DB.prepare(`SELECT ${column} AS field FROM users WHERE id = ?`).bind(id).first<T>("field");

/** What the audit log says of a user, oldest first. */
export const auditOf = async (id: number): Promise<string[]> =>
	(
		await env.DB.prepare("SELECT action FROM audit_log WHERE auditable_type = 'user' AND auditable_id = ? ORDER BY id")
			.bind(String(id))
			.all<{ action: string }>()
	).results.map(({ action }) => action);

/** The mails that wait for a user, oldest first. */
export const mailsTo = async (id: number): Promise<{ template: string; to_address: string; data: string }[]> =>
	(
		await env.DB.prepare(
			"SELECT template, to_address, data FROM mail_messages WHERE user_id = ? ORDER BY created_at, rowid",
		)
			.bind(id)
			.all<{ template: string; to_address: string; data: string }>()
	).results;

/** Whether a session opens pages. */
export async function isLive(sid: string, at = AT): Promise<boolean> {
	const row = await env.DB.prepare(
		`SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ? AND s.ended_at IS NULL
			AND s.session_version = u.session_version AND u.status = 'active' AND s.expires_at > ?`,
	)
		.bind(sid, at)
		.first();
	return row !== null;
}
