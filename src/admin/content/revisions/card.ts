import { NOUNS } from "#admin/content/writing/nouns.ts";
import type { RevisionRow } from "#db/content/revision-reads.ts";
import type { TextKind } from "#domain/content/content/kinds.ts";
import { html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { ago } from "#ui/time.ts";
import { numberWords, reasonWords, whoWords } from "./words.ts";

type Part = { kind: TextKind; id: number; rows: RevisionRow[]; at: number };

/** Draws the newest revisions for the section 版本紀錄 of an editor, with a link to all of them. */
export function revisionsPart({ kind, id, rows, at }: Part): VNode {
	const { places } = NOUNS[kind];
	if (rows.length === 0) return html`<p class="hint">還沒有版本紀錄；下一次儲存時，會留下修改前後的內容。</p>`;
	return html`<div class="stack tight">
		${items(
			rows.map((row) => ({
				title: `${numberWords(row.number)}　${reasonWords(row.reason)}`,
				href: places.revision(id, row.number),
				sub: whoWords(row),
				end: ago(row.created_at, at),
			})),
		)}
		<p><a class="small" href=${places.revisions(id)}>全部版本</a></p>
	</div>`;
}
