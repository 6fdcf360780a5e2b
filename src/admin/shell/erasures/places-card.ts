import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { type FoundRow, type KeptRow, MOST_READ, MOST_TOLD } from "#db/shell/free-text.ts";
import { PLACE_NAMES, type PlaceName } from "#db/shell/free-text-places.ts";
import { card } from "#ui/card.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { PLACE_WORDS, recordPage } from "./place-words.ts";

/**
 * The places of free text where the person's name was found; `cut`: the places of which only the newest rows were
 * searched.
 */
export type Places = { rows: readonly (FoundRow | KeptRow)[]; cut?: readonly PlaceName[]; who: Visitor };

/**
 * Draws the places of free text in which the person's name was found, before an erasure: the texts to change by hand
 * first, the texts that stay and why, and the texts that the erasure deletes itself.
 */
export const placesCard = ({ rows, cut = [], who }: Places): VNode =>
	card(
		{ title: "自由填寫的文字裡還有姓名的地方" },
		html`<p class="small soft">
			找的是姓名、英文姓名、電話、電子郵件與 LINE ID（包括改過的，以及併入的資料）。加密的內容不會列出來，圖片與附件的內容沒有查。同名的人也會找到，請打開確認。
		</p>`,
		group({ title: "請先處理：去識別化不會更改這些文字", fate: "edit", none: "沒有找到。", rows, who }),
		group({ title: "會保留：依法或為了查核，不能更改", fate: "kept", rows, who }),
		group({ title: "會一併刪除：不必處理", fate: "goes", rows, who }),
		cut.length > 0 &&
			html`<p class="hint">
				資料很多，以下只查了最新的 ${figure(MOST_READ.short)} 筆（文章、網頁與公告 ${figure(MOST_READ.long)} 筆），更早的可能還有：${cut.map((name) => PLACE_WORDS[name].words).join("、")}。
			</p>`,
	);

/** Draws the places after an erasure, from the stored result of the search at that time. */
export const placesKeptCard = ({ rows, who }: Places): VNode =>
	card(
		{ title: "去識別化時，文字裡還有姓名的地方" },
		html`<p class="small soft">姓名已經刪除，系統無法再查一次；這裡是去識別化當時找到的位置。</p>`,
		group({ title: "可以更改", fate: "edit", none: "當時沒有找到。", rows, who }),
		group({ title: "依法或為了查核，不能更改", fate: "kept", rows, who }),
	);

type Group = { title: string; fate: FoundRow["fate"]; none?: string } & Pick<Places, "rows" | "who">;

function group({ title, fate, none, rows, who }: Group): VNode | false {
	const own = rows.filter((row) => row.fate === fate);
	if (own.length === 0 && none === undefined) return false;
	const found = PLACE_NAMES.map((name) => ({ name, rows: own.filter(({ place }) => place === name) })).filter(
		(place) => place.rows.length > 0,
	);
	return html`<section>
		<h3>${title}</h3>
		${found.length === 0 ? html`<p>${none}</p>` : html`<ul>${found.map((place) => html`<li>${line(place, fate, who)}</li>`)}</ul>`}
	</section>`;
}

function line(
	{ name, rows }: { name: PlaceName; rows: Group["rows"] },
	fate: FoundRow["fate"],
	who: Visitor,
): Children {
	const { words, kept } = PLACE_WORDS[name];
	const many = rows.length > MOST_TOLD ? `至少 ${MOST_TOLD} 筆` : `${rows.length} 筆`;
	const seen = rows.slice(0, MOST_TOLD).flatMap((row) => linkOf(row, who));
	const shut = Math.min(rows.length, MOST_TOLD) - seen.length;
	const shutWords = recordPage(rows[0]?.kind ?? "") ? `${figure(shut)} 筆請有權限的同事處理` : "沒有單獨的頁面";
	return [
		html`<b>${words}</b>`,
		`　${many}`,
		fate === "kept" && kept !== undefined && html`<span class="soft">（${kept}）</span>`,
		fate !== "goes" && seen.length > 0 && html`<div class="row">${seen}</div>`,
		fate !== "goes" && shut > 0 && html`<div class="small soft">${shutWords}</div>`,
	];
}

/**
 * Draws a link to a record's page for a user who may open it, with a note when the record was changed since the
 * erasure; a record that was deleted since is only named.
 */
function linkOf(row: FoundRow | KeptRow, who: Visitor): VNode[] {
	const page = recordPage(row.kind);
	if (!page || !allows(page.gate, who)) return [];
	const name = row.number ?? (/^\d+$/.test(row.link) ? row.link : undefined);
	const words = name === undefined ? page.words : `${page.words} ${name}`;
	if ("is_gone" in row && row.is_gone === 1) return [html`<span class="soft">${words}（已刪除）</span>`];
	const changed = "is_changed" in row && row.is_changed === 1 && html`<span class="soft">（之後改過）</span>`;
	return [html`<span><a href=${page.href(row.link)}>${words}</a>${changed}</span>`];
}

/** Returns the places of which only the newest rows were searched. */
export const cutNames = (cut: Readonly<Record<PlaceName, 0 | 1>> | undefined): PlaceName[] =>
	PLACE_NAMES.filter((name) => cut?.[name] === 1);
