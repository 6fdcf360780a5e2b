import { auditSlug } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { deleteTrashed, trashedText } from "#db/content/trash.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { TextKind } from "./kinds.ts";

/**
 * Deletes a text in the trash for good, with its revisions and autosaves; its files stay in the library. Refuses
 * `content.wrong_state` (not in the trash), `article.stale` or `page.stale` (gone or changed meanwhile), and
 * `page.has_children` (it has pages below it).
 */
export async function deleteText(
	db: Db,
	kind: TextKind,
	{ id, version, by }: { id: number; version: number; by: By },
): Promise<void> {
	const [[text]] = await readRows(db.$client, trashedText(kind, id));
	if (!text) throw new Refusal(kind === "page" ? "page.stale" : "article.stale");
	if (text.state !== "trashed") throw new Refusal("content.wrong_state");
	await commit(db, [
		...deleteTrashed(kind, { id, version }),
		...auditSlug(db, kind, { ...by, id, slug: text.slug, action: "delete" }),
	]);
}
