import { env } from "cloudflare:test";
import { open } from "#db/commit.ts";
import { certificateOf } from "#db/people/certificates.ts";
import { readRows } from "#db/read.ts";
import { uploadCertificate } from "#domain/people/certificates/actions.ts";
import type { UploadedFile } from "#domain/system/files/rules.ts";
import { byUser } from "#kernel/by.ts";
import { REAL } from "./pictures.ts";
import { person, rows } from "./users.ts";

export const db = open(env.DB);
/** 09:30 on 5 March 2026 in Taipei. */
export const AT = Date.UTC(2026, 2, 5, 1, 30);
export const DAY = 86_400_000;

let count = 0;

type Given = {
	userId?: number | null;
	guardian?: number;
	name?: string;
	email?: string;
	status?: string;
	birth?: string;
};

/** A member by plain SQL, active; returns the id. */
export async function member({
	userId = null,
	guardian,
	name = "郭子晴",
	email,
	status = "active",
	birth,
}: Given = {}) {
	count += 1;
	const id = await env.DB.prepare(
		`INSERT INTO members (user_id, guardian_member_id, member_no, name, email, status, birth_date, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, 1, 1) RETURNING id`,
	)
		.bind(userId, guardian ?? null, `C${String(count).padStart(4, "0")}`, name, email ?? null, status, birth ?? null)
		.first<number>("id");
	if (id === null) throw new Error("no member was made");
	return id;
}

/** A member with a login. */
export async function memberWithLogin(given: Omit<Given, "userId"> = {}) {
	const { id: userId } = await person({ name: given.name ?? "郭子晴", roles: ["member"] });
	return { id: await member({ ...given, userId }), userId };
}

/** Somebody on the staff who reviews. */
export const reviewer = async (): Promise<number> => (await person({ name: "許雅雯", roles: ["cashier"] })).id;

export const picture = (bytes: Uint8Array = REAL.jpeg, filename = "證明.jpg"): UploadedFile => ({
	filename,
	declaredType: "",
	bytes,
});

export const by = (userId: number, at = AT) => ({ ...byUser(userId, "192.0.2.1", at), userId });

type Uploaded = {
	memberId: number;
	userId: number;
	onPaper?: boolean;
	replaces?: { id: number; version: number } | null;
	at?: number;
};
let keys = 0;

/** Sends a picture for a member; returns the application's id. */
export function upload({ memberId, userId, onPaper = false, replaces = null, at = AT }: Uploaded): Promise<number> {
	keys += 1;
	const key = `key-${keys}`;
	return uploadCertificate(env, db, {
		memberId,
		upload: picture(),
		replaces,
		onPaper,
		notice: null,
		key,
		by: by(userId, at),
	});
}

export type StoredCertificate = {
	id: number;
	version: number;
	member_id: number;
	status: string;
	valid_until: string | null;
	is_revoked: number;
	reviewed_by: number | null;
	on_behalf_of: number | null;
	reviewed_at: number | null;
	reason: string | null;
	reminded: string;
	file_id: number;
	uploaded_by: number | null;
	on_paper: number;
};
export async function stored(id: number): Promise<StoredCertificate> {
	const [row] = await rows<StoredCertificate>("SELECT * FROM disability_certificates WHERE id = ?", id);
	if (!row) throw new Error(`no certificate ${id}`);
	return row;
}
export const ref = async (id: number) => ({ id, version: (await stored(id)).version });

/** What the record of a member says. */
export async function recordOf(memberId: number) {
	const [row] = await rows<{ disability_status: string; disability_until: string | null }>(
		"SELECT disability_status, disability_until FROM members WHERE id = ?",
		memberId,
	);
	return row && [row.disability_status, row.disability_until];
}

/** What pages read of a member. */
export async function stateOf(memberId: number) {
	const [[row]] = await readRows(env.DB, certificateOf(memberId));
	if (!row) throw new Error(`no member ${memberId}`);
	return row;
}

/** The file of an application, and whether its object lies in R2. */
export async function fileOf(id: number) {
	const [row] = await rows<{
		deleted_at: number | null;
		object_key: string;
		subject_type: string;
		subject_id: string;
		is_sealed: number;
	}>("SELECT f.* FROM files f JOIN disability_certificates c ON c.file_id = f.id WHERE c.id = ?", id);
	if (!row) throw new Error(`no file of certificate ${id}`);
	const { deleted_at, object_key, ...rest } = row;
	return { ...rest, isDeleted: deleted_at !== null, isThere: (await env.FILES.head(object_key)) !== null };
}

/** The log of an application, oldest first: what, by whom, in whose place. */
export const logOf = async (id: number) =>
	(
		await rows<{ action: string; user_id: number | null; on_behalf_of: number | null; description: string }>(
			`SELECT action, user_id, on_behalf_of, description FROM audit_log
			WHERE auditable_type = 'certificate' AND auditable_id = ? ORDER BY id`,
			String(id),
		)
	).map(({ action, user_id, on_behalf_of, description }) => `${action} ${user_id} ${on_behalf_of} ${description}`);

/** The mails about certificates, oldest first. */
export const mails = async () =>
	(
		await rows<{ template: string; to_address: string; to_name: string; data: string; user_id: number | null }>(
			"SELECT template, user_id, to_address, to_name, data FROM mail_messages WHERE template LIKE 'certificate%' ORDER BY rowid",
		)
	).map(({ data, ...mail }) => ({ ...mail, data: JSON.parse(data) as unknown }));

export const emailOf = async (userId: number) =>
	(await rows<{ email: string }>("SELECT email FROM users WHERE id = ?", userId))[0]?.email ?? "";
