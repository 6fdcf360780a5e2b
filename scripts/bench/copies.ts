import { variantKey } from "#platform/public-files.ts";
import type { World } from "./world.ts";

const BYTES = 60_000;

/**
 * Stores a public picture with a smaller copy of as many bytes, and returns the addresses of both: what serving a copy
 * costs beside serving an attachment.
 */
export async function fillCopies({ bindings: { DB, FILES } }: World): Promise<{ copy: string; original: string }> {
	const id = "copies".padEnd(26, "a");
	const sha256 = "0".repeat(64);
	const [originalKey, copyKey] = [`attachments/${id}`, variantKey(id, { width: 320, format: "webp", sha256 })];
	await Promise.all([originalKey, copyKey].map((key) => FILES.put(key, new Uint8Array(BYTES))));
	await DB.batch([
		DB.prepare(
			`INSERT INTO attachments (id, filename, content_type, size, sha256, object_key, width, height, created_at)
			VALUES (?1, 'a.jpg', 'image/jpeg', ?2, ?3, ?4, 640, 480, 1)`,
		).bind(id, BYTES, sha256, originalKey),
		DB.prepare("UPDATE pictures SET state = 'done', settled_at = 1 WHERE attachment_id = ?1").bind(id),
		DB.prepare("INSERT INTO picture_variants VALUES (?1, 'webp', 320, 240, ?2, ?3, ?4, 1)").bind(
			id,
			BYTES,
			sha256,
			copyKey,
		),
		DB.prepare("UPDATE articles SET cover_id = ?1 WHERE slug = 'article-20'").bind(id),
	]);
	const original = `/api/v1/attachments/${id}/a.jpg`;
	return { copy: `${original}?w=320`, original };
}
