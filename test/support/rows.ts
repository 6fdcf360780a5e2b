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
