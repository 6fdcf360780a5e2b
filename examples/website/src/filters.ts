import { type Html, html } from "./html.ts";

/** The form by which a list is narrowed; it works without a script. */
export const conditions = (path: string, fields: readonly (Html | false)[]): Html =>
	html`<form class="conditions" action="${path}" role="search" aria-label="篩選">${fields}<button class="press" type="submit">篩選</button></form>`;

export const wordsField = (words: string): Html =>
	html`<label class="words"><span>關鍵字</span><input type="search" name="q" value="${words}" maxlength="100" autocomplete="off"></label>`;

type Choice = {
	name: string;
	label: string;
	chosen: string;
	all: readonly (readonly [value: string, label: string])[];
};

/** A choice among what there is, and none of it. */
export const choice = ({ name, label, chosen, all }: Choice): Html =>
	html`<label><span>${label}</span><select name="${name}"><option value="">全部</option>${all.map(
		([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
	)}</select></label>`;

/** The year that is asked for: "" for none, null for what is not one. */
export function yearAsked({ searchParams }: URL): string | null {
	const year = searchParams.get("year") ?? "";
	return /^(?:[12][0-9]{3})?$/.test(year) ? year : null;
}

/** The days of a year, as the lists of the service take them. */
export const withinYear = (year: string): { published_from?: string; published_to?: string } =>
	year === "" ? {} : { published_from: `${year}-01-01`, published_to: `${year}-12-31` };

/** How much a list found: what has all words, and what has a part of them, another form or another word for it. */
export function foundWords(words: string, { exact, total }: { exact?: number; total: number }, unit: string): string {
	const near = total - (exact ?? total);
	return `「${words}」找到 ${total - near} ${unit}${near > 0 ? `，另有 ${near} ${unit}相近` : ""}`;
}
