import { env } from "cloudflare:test";
import type { Visibility } from "#domain/content/documents/rules.ts";
import type { Permission } from "#permissions.ts";
import { insert } from "./content.ts";
import { rows } from "./users.ts";

type Given = {
	title?: string;
	category?: string;
	description?: string;
	visibility?: Visibility;
	permission?: Permission;
	state?: "draft" | "scheduled" | "published" | "archived" | "trashed";
	/** The texts of its versions, the last of which is current. */
	texts?: string[];
	filename?: string;
	at?: number;
};

let count = 0;

/** A document with its files by plain SQL, for members and published unless told; returns its id. */
export async function document({
	title,
	category = "",
	description = "",
	visibility = "members",
	permission,
	state = "published",
	texts = ["%PDF-1.7 one"],
	filename = "檔案.pdf",
	at = 1,
}: Given = {}): Promise<number> {
	count += 1;
	const slug = `doc-${count}-${crypto.randomUUID().slice(0, 8)}`;
	const times = { published_at: at, publish_at: state === "scheduled" ? 9e15 : null, created_at: at, updated_at: at };
	const about = { slug, title: title ?? slug, category, description, visibility, permission: permission ?? null };
	await insert("documents", { ...about, state, ...times, current_version: texts.length });
	const [made] = await rows<{ id: number }>("SELECT id FROM documents WHERE slug = ?", slug);
	const id = made?.id ?? 0;
	for (const [nth, text] of texts.entries()) {
		const key = `documents/${slug}-${nth + 1}`;
		await env.FILES.put(key, text);
		await insert("document_versions", {
			document_id: id,
			number: nth + 1,
			filename,
			content_type: "application/pdf",
			size: new TextEncoder().encode(text).length,
			sha256: String((nth + 1) % 10).repeat(64),
			object_key: key,
			created_at: at + nth,
		});
	}
	return id;
}

/** Downloads that the log has of a document, oldest first: who, which version. */
export const downloads = async (id: number): Promise<[string, number][]> =>
	(
		await rows<{ actor: string; number: number }>(
			"SELECT actor, changes ->> '$.number' AS number FROM audit_log WHERE action = 'document.download' AND auditable_id = ? ORDER BY id",
			String(id),
		)
	).map(({ actor, number }) => [actor, number]);

/** What is counted of each version. */
export const counted = async (id: number): Promise<[number, number][]> =>
	(
		await rows<{ number: number; downloads: number }>(
			"SELECT number, downloads FROM document_downloads WHERE document_id = ? ORDER BY number",
			id,
		)
	).map(({ number, downloads: many }) => [number, many]);
