import type { Field, Section } from "#kernel/copy-fields.ts";
import { isoInTaipei } from "#kernel/times.ts";

/** A row of a section: its values by the names of its fields. */
export type Item = Record<string, unknown>;

export type Copy = {
	association: string;
	/** The time at which the copy is made, in UTC milliseconds. */
	at: number;
	/** The sections that nouns declare, in their order. */
	sections: readonly CodedSection[];
	/**
	 * The rows of each section; null for a section that only the member's own copy has, missing for one that does not
	 * apply to this person.
	 */
	items: Readonly<Record<string, Item[] | null | undefined>>;
};
type CodedSection = Section & { readonly code: string };
const shownOf = ({ sections, items }: Copy) => sections.filter(({ code }) => items[code] !== undefined);

/** The largest number of audit rows in a copy: the newest ones. The users who keep the books have tens of thousands. */
export const LOG_SHOWN = 5_000;
const OF_LOG: readonly string[] = ["reads", "history"];
/** Whether a section of the copy has as many rows as are read at most, so that older rows may be missing. */
const isCut = (items: Copy["items"], code: string): boolean =>
	OF_LOG.includes(code) && items[code]?.length === LOG_SHOWN;

/**
 * Returns the copy as JSON for machines, with times of Taipei. Every shown section is there, also an empty one;
 * `newest_only` lists the sections whose older rows may be missing.
 */
export function copyJson(copy: Copy): string {
	const { association, at, items } = copy;
	const sections = shownOf(copy).map(({ code, fields }) => [
		code,
		items[code]?.map((item) => Object.fromEntries(fields.map((field) => [field.name, told(field, item)]))) ?? null,
	]);
	const cut = OF_LOG.filter((code) => isCut(items, code));
	const newestOnly = cut.length > 0 ? { newest_only: cut } : {};
	return JSON.stringify(
		{ association, made_at: isoInTaipei(at), ...newestOnly, ...Object.fromEntries(sections) },
		null,
		2,
	);
}

function told({ name, as }: Field, item: Item): unknown {
	const value = item[name] ?? null;
	if (value === null) return null;
	if (as === "time") return isoInTaipei(Number(value));
	return as === "yes" ? value === 1 || value === true : value;
}

const escaped = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Returns the copy as an HTML page to read and print, which needs no other file and runs no script. */
export function copyHtml(copy: Copy): string {
	const { association, at, items } = copy;
	const parts = shownOf(copy).map((section) =>
		sectionHtml(section, items[section.code] ?? null, isCut(items, section.code)),
	);
	return `<!doctype html>
<html lang="zh-Hant-TW"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>個人資料複本</title><style>${STYLE}</style></head><body>
<h1>個人資料複本</h1>
<p>${escaped(association)}依您的請求，提供目前保存的個人資料（個人資料保護法第 3 條、第 10 條）。製作時間：${wordsOf(at)}。</p>
${parts.join("\n")}
</body></html>
`;
}

const STYLE =
	"body{font:1rem/1.7 system-ui,'Noto Sans TC',sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}" +
	"h2{margin-top:2rem;border-bottom:1px solid}dl{display:grid;grid-template-columns:12rem 1fr;gap:.25rem 1rem;margin:1rem 0}" +
	"dt{opacity:.75}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}dl+dl{border-top:1px dotted}" +
	"@media(max-width:40rem){dl{grid-template-columns:1fr}}@media print{h2,dl{break-inside:avoid}}";

function sectionHtml({ title, fields }: Section, items: readonly Item[] | null, cut: boolean): string {
	const body = items?.map((item) => itemHtml(fields, item)).join("\n") ?? "<p>只列在會員本人下載的複本裡。</p>";
	const end = cut ? `<p>只列出最新的 ${LOG_SHOWN} 筆，更早的請向協會索取。</p>\n` : "";
	return `<h2>${escaped(title)}</h2>\n${end}${body || "<p>沒有資料。</p>"}`;
}

function itemHtml(fields: readonly Field[], item: Item): string {
	const filled = fields.filter(({ name }) => item[name] !== null && item[name] !== undefined && item[name] !== "");
	const lines = filled.map((field) => `<dt>${escaped(field.label)}</dt><dd>${escaped(shown(field, item))}</dd>`);
	return `<dl>${lines.join("")}</dl>`;
}

const wordsOf = (at: number): string => isoInTaipei(at).slice(0, 16).replace("T", " ");

function shown({ name, as, words }: Field, item: Item): string {
	const value = item[name];
	if (as === "time") return wordsOf(Number(value));
	if (as === "yes") return value === 1 || value === true ? "是" : "否";
	if (words) return words[String(value)] ?? String(value);
	return typeof value === "object" ? JSON.stringify(value, null, 1) : String(value);
}
