import type { ImportRow } from "#db/system/index.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Crumb, Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type Status, status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { tabs, tabsOf } from "#ui/tabs.ts";
import { moment } from "#ui/time.ts";
import type { Here } from "#ui/url-state.ts";
import { STATE_LOOKS } from "./upload-list.ts";

type Written<Line, Code extends string> = {
	row: ImportRow;
	path: string;
	area: string;
	crumbs: readonly Crumb[];
	/** The words on the page of an import that was undone. */
	undone: string;
	facts: { name: string; value: Children }[];
	note: string;
	looks: Record<Code, Status>;
	outcomes: readonly Code[];
	/** How many rows have each outcome; the outcome by which the page is filtered; the rows of this page. */
	totals: readonly { outcome: Code; total: number }[];
	outcome: Code | undefined;
	lines: Line[];
	page: number;
	size: number;
	columns: Column<Line>[];
	/** Draws how the import can be undone, or why it no longer can. */
	undo: () => Children;
};

/** Draws the page of an import that was written: what happened to each row, and how the import is undone. */
export function writtenPage<Line, Code extends string>(of: Written<Line, Code>): Page {
	const { row, outcome, page, size } = of;
	const here: Here = { path: of.path, query: { outcome } };
	const totals = new Map(of.totals.map(({ outcome: one, total }) => [one, total]));
	const all = of.totals.reduce((sum, { total }) => sum + total, 0);
	const choices = of.outcomes
		.filter((one) => totals.has(one))
		.map((value) => ({ value, label: of.looks[value].word, count: totals.get(value) ?? 0 }));
	return {
		title: row.filename,
		area: of.area,
		crumbs: of.crumbs,
		lead: html`<span>
			${status(STATE_LOOKS[row.state])}
			${row.applied_at !== null && [" 寫入於 ", moment(row.applied_at)]}${row.undone_at !== null && ["，復原於 ", moment(row.undone_at)]}
		</span>`,
		body: html`<div class="stack">
			${row.state === "undone" && notice({ tone: "info" }, of.undone)}
			${card({ title: "結果" }, facts(of.facts, 2), html`<p class="soft">${of.note}</p>`)}
			${tabs(tabsOf({ here, name: "outcome", now: outcome }, [{ value: undefined, label: "全部" }, ...choices]), "結果")}
			${card(
				{ title: "每一列", count: all, flush: true },
				table({
					caption: "每一列的結果",
					cards: true,
					columns: of.columns,
					rows: of.lines,
					empty: noMatch({ title: "沒有這種結果的列", clearHref: of.path }),
				}),
				pager({ here, page, size, total: outcome === undefined ? all : (totals.get(outcome) ?? 0), unit: "列" }),
			)}
			${row.state === "applied" && of.undo()}
		</div>`,
	};
}

export const undoCard = (...children: Children[]): VNode => card({ title: "復原這次匯入", id: "undo" }, ...children);

type Undoing = {
	action: string;
	version: number;
	/** The words, above the button, about what will be removed. */
	words: string;
	/** The records that were changed since the import, when undoing was refused because of them. */
	changed: readonly { href: string; name: string }[];
	state: FormState | undefined;
};

/** Draws the card with the button that undoes an import. */
export const undoing = ({ action, version, words, changed, state = freshForm() }: Undoing): VNode =>
	undoCard(
		html`<p>${words}</p>`,
		changed.length > 0 &&
			html`<ul>
				${changed.map(({ href, name }) => html`<li><a href=${href}>${name}</a></li>`)}
			</ul>`,
		form({ action, state, version, submit: "復原匯入", busy: "復原中...", danger: true }),
	);
