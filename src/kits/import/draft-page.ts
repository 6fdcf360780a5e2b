import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { table } from "#ui/table.ts";
import { tabs, tabsOf } from "#ui/tabs.ts";
import type { Here } from "#ui/url-state.ts";
import type { Common, ConfirmOf, ImportedRow, Places, PreviewOf, RowsQuery } from "./declaration.ts";
import { STATE_LOOKS } from "./upload-list.ts";

type Of<R, P, Line, Code extends string> = Common<R> & {
	columns: { title: string };
	preview: PreviewOf<R, P, Line, Code>;
	confirm: ConfirmOf<P>;
};

/**
 * Draws the page of a draft: what it would write, row by row, and the button that writes it. `state` is that of the
 * form when it was refused.
 */
export function draftPage<R extends ImportedRow, P extends { fingerprint: string }, Line, Code extends string>(
	of: Of<R, P, Line, Code>,
	{ row, plan, query }: { row: R; plan: P; query: RowsQuery },
	state?: FormState,
): Page {
	const { places, preview, area, crumbs } = of;
	const sent = state && { ...state, prefix: PREFIX };
	const outcome = preview.outcomes.find((one) => one === query.outcome);
	const here: Here = { path: places.show(row.id), query: { outcome } };
	const lines = preview.lines(plan);
	const shown = lines.filter((line) => outcome === undefined || preview.outcomeOf(line) === outcome);
	const choices = [
		{ value: undefined, label: "全部", count: preview.count(plan, undefined) },
		...preview.outcomes.map((value) => ({
			...{ value, label: preview.looks[value].word, count: preview.count(plan, value) },
		})),
	];
	return {
		title: row.filename,
		area,
		crumbs,
		lead: html`<span>${status(STATE_LOOKS.draft)} ${preview.lead(plan, row)}</span>`,
		actions: [
			linkButton({ label: of.columns.title, icon: "settings", href: places.columns(row.id) }),
			removal(places, row),
		],
		body: html`<div class="stack">
			${sent && errorSummary(sent)}
			${preview.above?.(plan, row)}
			${tabs(tabsOf({ here, name: "outcome", now: outcome }, choices), "結果")}
			${card(
				{ title: preview.title, count: lines.length, flush: true },
				table({
					caption: preview.title,
					cards: true,
					columns: preview.columns(plan),
					rows: shown.slice((query.page - 1) * preview.size, query.page * preview.size),
					empty: noMatch({ title: "沒有這種結果的列", clearHref: places.show(row.id) }),
				}),
				pager({ here, page: query.page, size: preview.size, total: shown.length, unit: "列" }),
			)}
			${confirmation(of, { row, plan }, sent)}
		</div>`,
	};
}

/** The prefix of the ids in the form that writes the draft. The form's errors stand at the top of the page. */
const PREFIX = "apply";

const removal = ({ removal: at }: Places, { id, version }: ImportedRow): VNode =>
	html`<form method="post" action=${at(id)}>
		<input type="hidden" name="version" value=${String(version)} />
		${button({ label: "捨棄這個檔案", tone: "quiet", icon: "trash", busy: "捨棄中..." })}
	</form>`;

/** Draws the card that says what will be written, with the button, and a progress bar when the browser runs scripts. */
function confirmation<R extends ImportedRow, P extends { fingerprint: string }>(
	{ places, confirm: of }: { places: Places; confirm: ConfirmOf<P> },
	{ row, plan }: { row: R; plan: P },
	sent: FormState | undefined,
): VNode {
	const list = facts(of.facts(plan), 2);
	const nothing = of.nothing(plan);
	if (nothing !== undefined) return card({ title: of.title }, list, html`<p class="soft">${nothing}</p>`);
	const state = freshForm({}, PREFIX);
	return card(
		{ title: of.title },
		list,
		of.words !== undefined && html`<p>${of.words}</p>`,
		part(
			{ name: "long-work", props: { label: of.label } },
			form(
				{
					action: places.apply(row.id),
					state,
					version: row.version,
					submit: of.submit(plan),
					busy: `${of.title}中...`,
				},
				html`<input type="hidden" name="seen" value=${plan.fingerprint} />`,
				of.inside?.(plan, sent ?? state),
			),
		),
	);
}
