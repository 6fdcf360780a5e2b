import { insert } from "./content.ts";

export const TIME = Date.UTC(2026, 0, 1);

/** Inserts a page by plain SQL. */
export const createPage = (row: Record<string, string | number | null>) => insert("pages", row);

/** A published document with one version, by plain SQL. */
export async function insertDocument(row: {
	id: number;
	slug: string;
	category: string;
	visibility: string;
}): Promise<void> {
	const times = { created_at: TIME, updated_at: TIME };
	await insert("documents", {
		...row,
		...times,
		title: `文件 ${row.slug}`,
		state: "published",
		published_at: TIME,
		current_version: 1,
	});
	await insert("document_versions", {
		document_id: row.id,
		number: 1,
		filename: `${row.slug}.pdf`,
		content_type: "application/pdf",
		size: 10,
		sha256: String(row.id).repeat(64),
		object_key: `documents/${row.id}`,
		created_at: TIME,
	});
}

type From = { id: string; ip_address: string; user_agent?: string };

/** A session that goes on, by plain SQL: under which id, and from where. */
export const insertSession = (userId: number, from: From): Promise<void> =>
	insert("sessions", {
		...from,
		user_id: userId,
		session_version: 1,
		created_at: 1,
		last_seen_at: 1,
		idle_ms: 1,
		expires_at: 9e15,
		authenticated_at: 1,
	});
