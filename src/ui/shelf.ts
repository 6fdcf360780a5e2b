import type { Visibility } from "#domain/content/documents/rules.ts";
import { extensionOf } from "#domain/system/files/names.ts";
import { card } from "./card.ts";
import { sizeWords } from "./file-size.ts";
import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import { type Item, items } from "./items.ts";
import { status } from "./status.ts";
import { ago } from "./time.ts";

/** A document that can be downloaded; `filed_at` is when its file was uploaded, in UTC milliseconds. */
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
/**
 * How documents are shown: `href` gives the address of a document's file by the document's id; `at` is the present time
 * (UTC milliseconds); `isBrief` leaves out the description and the version; `tellsPublic` marks documents that
 * everybody may read.
 */
type How = { href: (id: number) => string; at: number; isBrief?: true; tellsPublic?: true };

const OTHERS = "未分類";
/** Draws the mark of a document that is restricted or public; a document for every member has none. */
function markOf(visibility: Visibility, { tellsPublic }: How): Children {
	if (visibility === "restricted") return status({ word: "限定", tone: "warn", icon: "lock" });
	return visibility === "public" && tellsPublic ? status({ word: "公開", icon: "external" }) : null;
}

/** Draws documents as a list, each a link to its file as a whole. */
export const shelf = (rows: readonly Shelved[], how: How): VNode => items(rows.map((row) => itemOf(row, how)));

/** Draws documents as a card for each category, in the order of the rows. */
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
