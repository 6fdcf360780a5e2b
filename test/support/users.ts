import { env } from "cloudflare:test";
import type { UserRef } from "#db/system/users.ts";
import { type By, byUser } from "#kernel/by.ts";

export const AT = Date.UTC(2026, 2, 5, 1, 30);
/** The day in Taipei of AT. */
export const TODAY = "2026-03-05";

type Given = {
	name?: string;
	email?: string | null;
	phone?: string | null;
	status?: "invited" | "active" | "disabled";
	/** Codes. */
	roles?: string[];
	/** Whether they once set a password; who is active always did. */
	password?: boolean;
};

let count = 0;

/** Somebody of the association, by plain SQL: active, with an address of their own and no role unless told. */
export async function person({
	name = "陳同仁",
	email,
	phone = null,
	status = "active",
	roles = [],
	password = status !== "invited",
}: Given = {}): Promise<UserRef> {
	count += 1;
	const address = email === undefined ? `person${count}@example.org` : email;
	const [made] = await env.DB.batch<{ id: number }>([
		env.DB.prepare(
			`INSERT INTO users (name, email, phone, status, password_hash, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, 1, 1) RETURNING id`,
		).bind(name, address, phone, status, password ? "$scrypt$none" : null),
		env.DB.prepare(
			`INSERT INTO user_roles SELECT (SELECT max(id) FROM users), id FROM roles
			WHERE code IN (SELECT value FROM json_each(?))`,
		).bind(JSON.stringify(roles)),
	]);
	const id = made?.results[0]?.id;
	if (id === undefined) throw new Error("no user was made");
	return { id, version: 1 };
}

/** Who does it: a user, at AT. */
export const by = ({ id }: { id: number }, at = AT): By => byUser(id, "192.0.2.1", at);

/** A role of these permissions, by plain SQL; returns its id. */
export async function roleOf(code: string, permissions: readonly string[]): Promise<number> {
	const id = await env.DB.prepare(
		"INSERT INTO roles (code, name, created_at, updated_at) VALUES (?, ?, 1, 1) RETURNING id",
	)
		.bind(code, code)
		.first<number>("id");
	if (id === null) throw new Error("no role was made");
	await env.DB.prepare("INSERT INTO role_permissions SELECT ?, value FROM json_each(?)")
		.bind(id, JSON.stringify(permissions))
		.run();
	return id;
}

export const idOfRole = async (code: string): Promise<number> =>
	(await env.DB.prepare("SELECT id FROM roles WHERE code = ?").bind(code).first<number>("id")) ?? 0;

/** Rows of a query. */
export const rows = async <Row = Record<string, unknown>>(query: string, ...params: (string | number | null)[]) =>
	(
		await env.DB.prepare(query)
			.bind(...params)
			.all<Row>()
	).results;

/** The codes of a user's roles. */
export const rolesOf = async ({ id }: { id: number }) =>
	(
		await rows("SELECT r.code FROM user_roles x JOIN roles r ON r.id = x.role_id WHERE x.user_id = ? ORDER BY r.id", id)
	).map(({ code }) => code);

/** What the log says was done to a record, oldest first. */
export const auditOf = (type: string, id: number) =>
	rows(
		`SELECT at, user_id, actor, ip_address, action, description, changes FROM audit_log
		WHERE auditable_type = ? AND auditable_id = ? ORDER BY id`,
		type,
		String(id),
	);

/** Mails that wait for an address, oldest first: their templates and data. */
export const mailsTo = async (address: string) =>
	(
		await rows<{ template: string; user_id: number; to_name: string; data: string }>(
			"SELECT template, user_id, to_name, data FROM mail_messages WHERE to_address = ? ORDER BY rowid",
			address,
		)
	).map(({ data, ...mail }) => ({ ...mail, data: JSON.parse(data) }));
