import type { Visibility } from "#domain/content/documents/rules.ts";
import { extensionOf } from "#domain/system/files/names.ts";
import { card } from "./card.ts";
import { sizeWords } from "./file-size.ts";
import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import { type Item, items } from "./items.ts";
import { status } from "./status.ts";
import { ago } from "./time.ts";

/** A document to be downloaded; `filed_at` is when its file came, in UTC milliseconds. */
export type Shelved = {
	id: number;
	title: string;
	description: string;
	category: string;
	visibility: Visibility;
	number: number;
	filename: string;
	size: number;
	filed_at: number;
};
/** `href` is where a document's file is, by its id; `isBrief` leaves out what it is about; `tellsPublic` says what everybody may have. */
type How = { href: (id: number) => string; at: number; isBrief?: true; tellsPublic?: true };

const OTHERS = "未分類";
/** Why somebody reads what others do not; what is for every member needs no word. */
function markOf(visibility: Visibility, { tellsPublic }: How): Children {
	if (visibility === "restricted") return status({ word: "限定", tone: "warn", icon: "lock" });
	return visibility === "public" && tellsPublic ? status({ word: "公開", icon: "external" }) : null;
}

/** Documents, each a whole link to its file. */
export const shelf = (rows: readonly Shelved[], how: How): VNode => items(rows.map((row) => itemOf(row, how)));

/** The same, a card for each category, in the order of the rows. */
export function shelves(rows: readonly Shelved[], how: How): VNode[] {
	const names = [...new Set(rows.map(({ category }) => category))];
	return names.map((name) => {
		const own = rows.filter(({ category }) => category === name);
		return card({ title: name || OTHERS, flush: true }, shelf(own, how));
	});
}

const itemOf = (row: Shelved, how: How): Item => ({
	title: row.title,
	href: how.href(row.id),
	sub: [
		!how.isBrief && row.description !== "" && [row.description, html`<br />`],
		`${extensionOf(row.filename).toUpperCase()} ${sizeWords(row.size)}，`,
		!how.isBrief && `第 ${row.number} 版，`,
		ago(row.filed_at, how.at),
	],
	end: [icon("download"), html`<span class="sr">下載</span>`],
	endSub: markOf(row.visibility, how),
});
