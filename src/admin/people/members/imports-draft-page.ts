import { type ImportRow, ROWS_PER_PAGE } from "#db/people/import-drafts.ts";
import type { PlannedImport } from "#domain/people/roster/actions.ts";
import { type Counts, countsOf, reasonCounts } from "#domain/people/roster/plan.ts";
import type { PlanRow } from "#domain/people/roster/plan-row.ts";
import { OUTCOMES, type Outcome, type ReasonCode, TO_CONFIRM } from "#domain/people/roster/reasons.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { tabs } from "#ui/tabs.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { IMPORT_CRUMBS } from "./imports-list-page.ts";
import { reasonList } from "./imports-reasons.ts";
import { fieldWords, OUTCOME_LOOKS, reasonTitle, STATE_LOOKS, valuesOf, valueWords } from "./imports-words.ts";

const { imports } = paths.admin.members;

export type DraftPage = { row: ImportRow; plan: PlannedImport; outcome: Outcome | undefined; page: number };

/**
 * Draws what a draft of an import would do, row by row, with rows that need attention first, and the button that
 * applies it.
 */
export function importDraftPage({ row, plan, outcome, page }: DraftPage, state?: FormState): Page {
	const counts = countsOf(plan.rows);
	const here: Here = { path: imports.show(row.id), query: { outcome } };
	const shown = OUTCOMES.flatMap((one) =>
		outcome === undefined || one === outcome ? plan.rows.filter((line) => line.outcome === one) : [],
	);
	return {
		title: row.filename,
		area: "匯入名冊",
		crumbs: IMPORT_CRUMBS,
		lead: html`<span>${status(STATE_LOOKS.draft)} 工作表「${plan.mapping.sheet}」，標題在第 ${plan.mapping.header + 1} 列。還沒有寫入任何資料。</span>`,
		actions: [linkButton({ label: "欄位與選項", icon: "settings", href: imports.columns(row.id) }), removal(row)],
		body: html`<div class="stack">
			${state && errorSummary(state)}
			${toConfirm(plan)}
			${tabs(outcomeTabs(here, counts, outcome), "結果")}
			${card(
				{ title: "試算結果", count: plan.rows.length, flush: true },
				table({
					caption: "試算結果",
					cards: true,
					columns: COLUMNS,
					rows: shown.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE),
					empty: noMatch({ title: "沒有這種結果的列", clearHref: imports.show(row.id) }),
				}),
				pager({ here, page, size: ROWS_PER_PAGE, total: shown.length, unit: "列" }),
			)}
			${confirmation(row, plan, counts)}
		</div>`,
	};
}

const removal = (row: ImportRow): VNode => html`<form method="post" action=${imports.removal(row.id)}>
	<input type="hidden" name="version" value=${String(row.version)} />
	${button({ label: "捨棄這個檔案", tone: "quiet", icon: "trash", busy: "捨棄中..." })}
</form>`;

const outcomeTabs = (here: Here, counts: Counts, now: Outcome | undefined) => [
	{ label: "全部", href: hrefWith(here, { outcome: undefined }), current: now === undefined },
	...OUTCOMES.map((one) => ({
		label: OUTCOME_LOOKS[one].word,
		href: hrefWith(here, { outcome: one }),
		current: now === one,
		count: counts[one],
	})),
];

/** The reasons that are shown before anything is written, for the user to check. */
const CONFIRMED: ReadonlySet<ReasonCode> = new Set([...TO_CONFIRM, "date_ambiguous", "guardian_kept", "renamed"]);

function toConfirm({ rows, mapping }: PlannedImport): Children {
	const counts = [...reasonCounts(rows)].filter(([code]) => CONFIRMED.has(code));
	const unknown = mapping.columns
		.filter(({ target, known }) => target === "ignore" && !known)
		.map(({ header }) => header || "（沒有標題）");
	if (counts.length === 0 && unknown.length === 0) return null;
	return notice(
		{ tone: "warn", title: "請先確認" },
		html`<ul>
			${counts.map(([code, count]) => html`<li>${reasonTitle(code)}（${figure(count)} 列）</li>`)}
			${unknown.length > 0 && html`<li>不匯入的欄：${unknown.join("、")}</li>`}
		</ul>`,
	);
}

const COLUMNS: Column<PlanRow>[] = [
	{
		label: "列",
		nowrap: true,
		cell: ({ source, row }) => (source === "survey" ? `問卷 ${row}` : String(row)),
	},
	{
		label: "姓名",
		head: true,
		nowrap: true,
		cell: ({ name, known }) => (known ? html`<a href=${paths.admin.members.show(known.id)}>${name}</a>` : name || "—"),
	},
	{ label: "結果", sheet: "corner", bare: true, nowrap: true, cell: ({ outcome }) => status(OUTCOME_LOOKS[outcome]) },
	{
		label: "原因與要確認的",
		sheet: "line",
		cell: ({ reasons }) => reasonList(reasons),
	},
	{ label: "內容", sheet: "line", cell: contents },
];

/** Draws what a row changes in an existing record, or else what was read from the row. */
function contents({ outcome, adds, values, guardian }: PlanRow): Children {
	const isChange = outcome === "update" || outcome === "fill";
	const said = isChange
		? adds.changes.map(({ field, from, to }) => ({
				field,
				value:
					from === null ? valueWords(field, to ?? "") : `${valueWords(field, from)} → ${valueWords(field, to ?? "")}`,
			}))
		: outcome === "skip"
			? []
			: valuesOf(values);
	const more = [
		...adds.notes.map((note) => ({ field: "remarks", value: note })),
		...(adds.paidYears.length > 0
			? [{ field: "paid_years", value: adds.paidYears.map((year) => String(year - 1911)).join("、") }]
			: []),
		...(guardian
			? [{ field: "guardian", value: "row" in guardian ? `第 ${guardian.row} 列` : `會員 #${guardian.id}` }]
			: []),
	];
	const all = [...said, ...more];
	if (all.length === 0) return html`<span class="soft">—</span>`;
	return html`<small>${all.map(({ field, value }) => `${fieldWords(field).replace(/（[^（）]*）$/, "")} ${value}`).join("；")}</small>`;
}

/** Draws what will be written, and the button; with scripts it shows a progress bar. */
function confirmation(row: ImportRow, { fingerprint }: PlannedImport, counts: Counts): VNode {
	const left = counts.conflict + counts.error;
	const all = counts.create + counts.update + counts.fill;
	const list = facts(
		[
			{ name: "新增", value: `${figure(counts.create)} 位` },
			{ name: "更新", value: `${figure(counts.update)} 位` },
			{ name: "補資料", value: `${figure(counts.fill)} 列` },
			{ name: "不寫入（待釐清、有誤）", value: `${figure(left)} 列` },
		],
		2,
	);
	if (all === 0)
		return card(
			{ title: "寫入" },
			list,
			html`<p class="soft">沒有需要寫入的資料：名冊的內容系統裡都有了，或都需要先處理。</p>`,
		);
	return card(
		{ title: "寫入" },
		list,
		html`<p>全部寫入或全部不寫入；之後如果沒有人改過這些資料，可以整批復原。身心障礙證明只是註記，仍須查驗。</p>`,
		part(
			{ name: "long-work", props: { label: "匯入名冊" } },
			form(
				{
					action: imports.apply(row.id),
					state: freshForm({}, "apply"),
					version: row.version,
					submit: `寫入 ${figure(all)} 列`,
					busy: "寫入中...",
				},
				html`<input type="hidden" name="seen" value=${fingerprint} />`,
			),
		),
	);
}
