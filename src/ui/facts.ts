import { type Children, html, type VNode } from "./html.ts";

type Fact = { name: string; value: Children };

const empty = (value: Children): boolean => value === undefined || value === null || value === false || value === "";

/** Draws names with their values (a definition list), in one column or two; an empty value is a dash. */
export const facts = (
	list: Fact[],
	columns: 1 | 2 = 1,
): VNode => html`<dl class=${columns === 2 ? "facts two" : "facts"}>
	${list.map(
		({ name, value }) =>
			html`<div><dt>${name}</dt><dd>${empty(value) ? html`<span class="soft">—</span>` : value}</dd></div>`,
	)}
</dl>`;

/** Returns the lines one under the other, with a line break between each two. */
export const lined = (lines: readonly Children[]): Children => lines.map((line, at) => [at > 0 && html`<br />`, line]);

/** Draws a list of names at the start and figures at the end of each row. */
export const funds = (list: { name: Children; value: Children }[]): VNode => html`<dl class="funds">
	${list.map(({ name, value }) => html`<div><dt>${name}</dt><dd class="nowrap">${value}</dd></div>`)}
</dl>`;

/** Draws one important number, with its name before it and the optional `words` after it. */
export const stat = ({ name, value, words }: { name: string; value: Children; words?: string | undefined }): VNode =>
	html`<dl class="stat"><dt>${name}</dt><dd>${value}${words && [" ", html`<small>${words}</small>`]}</dd></dl>`;
