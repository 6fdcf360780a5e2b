import { type ImportRow, ROWS_PER_PAGE } from "#db/people/import-drafts.ts";
import type { WrittenRow } from "#db/people/roster-reads.ts";
import { KEPT_DAYS } from "#domain/people/privacy/rules.ts";
import type { Reason } from "#domain/people/roster/reasons.ts";
import { WRITTEN_OUTCOMES, type WrittenOutcome } from "#domain/people/roster/writing.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { noMatch } from "#ui/empty.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { tabs } from "#ui/tabs.ts";
import { moment } from "#ui/time.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { readCounts } from "./imports-counts.ts";
import { IMPORT_CRUMBS } from "./imports-list-page.ts";
import { reasonList } from "./imports-reasons.ts";
import { STATE_LOOKS, WRITTEN_LOOKS } from "./imports-words.ts";
import { recordName } from "./record-words.ts";

const { members } = paths.admin;

/** A row of an applied import with its decrypted name and reasons. */
export type ToldRow = WrittenRow & { told: { name: string; reasons: Reason[] } };
export type ResultPage = {
	row: ImportRow;
	rows: ToldRow[];
	/** The numbers of rows by outcome. */
	totals: ReadonlyMap<string, number>;
	outcome: WrittenOutcome | undefined;
	page: number;
	/** The members whose later changes made the undoing of the import refuse. */
	changed?: { id: number; member_no: string | null; name: string }[] | undefined;
	/** The present time in UTC milliseconds. */
	at: number;
};

/** Draws the result of an import, rows that need attention first, and the form that undoes the import. */
export function importResultPage(
	{ row, rows, totals, outcome, page, changed = [], at }: ResultPage,
	state?: FormState,
): Page {
	const here: Here = { path: members.imports.show(row.id), query: { outcome } };
	const counts = readCounts(row.counts);
	const all = [...totals.values()].reduce((sum, one) => sum + one, 0);
	const total = outcome === undefined ? all : (totals.get(outcome) ?? 0);
	return {
		title: row.filename,
		area: "匯入名冊",
		crumbs: IMPORT_CRUMBS,
		lead: html`<span>
			${status(STATE_LOOKS[row.state])}
			${row.applied_at !== null && [" 寫入於 ", moment(row.applied_at)]}${row.undone_at !== null && ["，復原於 ", moment(row.undone_at)]}
		</span>`,
		body: html`<div class="stack">
			${row.state === "undone" && notice({ tone: "info" }, "這次匯入已經復原，下面是當時寫入的結果。")}
			${card(
				{ title: "結果" },
				facts(
					[
						{ name: "新增", value: `${figure(counts.create)} 位` },
						{ name: "更新", value: `${figure(counts.update)} 位` },
						{ name: "補資料", value: `${figure(counts.fill)} 列` },
						{ name: "未匯入（待釐清、有誤）", value: `${figure(counts.conflict + counts.error)} 列` },
					],
					2,
				),
				html`<p class="soft">未匯入的列，修正名冊之後整份再匯入一次即可：已經匯入的不會重複。</p>`,
			)}
			${tabs(outcomeTabs(here, totals, outcome), "結果")}
			${card(
				{ title: "每一列", count: all, flush: true },
				table({
					caption: "每一列的結果",
					cards: true,
					columns: COLUMNS,
					rows,
					empty: noMatch({ title: "沒有這種結果的列", clearHref: members.imports.show(row.id) }),
				}),
				pager({ here, page, size: ROWS_PER_PAGE, total, unit: "列" }),
			)}
			${row.state === "applied" && (isForgotten(row, at) ? tooOld() : undoing(row, { state, changed }))}
		</div>`,
	};
}

const outcomeTabs = (here: Here, totals: ReadonlyMap<string, number>, now: WrittenOutcome | undefined) => [
	{ label: "全部", href: hrefWith(here, { outcome: undefined }), current: now === undefined },
	...WRITTEN_OUTCOMES.filter((one) => totals.has(one)).map((one) => ({
		label: WRITTEN_LOOKS[one].word,
		href: hrefWith(here, { outcome: one }),
		current: now === one,
		count: totals.get(one) ?? 0,
	})),
];

const COLUMNS: Column<ToldRow>[] = [
	{ label: "列", nowrap: true, cell: ({ row }) => (row < 0 ? `問卷 ${-row}` : String(row)) },
	{
		label: "會員",
		head: true,
		nowrap: true,
		cell: ({ member_id, member_no, told }) => {
			const words = recordName({ member_no, name: told.name });
			return member_id === null ? words || "—" : html`<a href=${members.show(member_id)}>${words}</a>`;
		},
	},
	{ label: "結果", sheet: "corner", bare: true, nowrap: true, cell: ({ outcome }) => status(WRITTEN_LOOKS[outcome]) },
	{
		label: "原因與要確認的",
		sheet: "line",
		cell: ({ told: { reasons } }) => reasonList(reasons),
	},
];

/**
 * Returns whether the earlier values of the changed records were deleted already (domain/erasures). An import that only
 * created records can still be undone.
 */
function isForgotten({ applied_at, counts }: ImportRow, at: number): boolean {
	const { update, fill } = readCounts(counts);
	return update + fill > 0 && applied_at !== null && at - applied_at > KEPT_DAYS.importedBefore * 86_400_000;
}

const tooOld = (): VNode =>
	card(
		{ title: "復原這次匯入", id: "undo" },
		html`<p>匯入已超過 ${KEPT_DAYS.importedBefore} 天，匯入前的內容已依保存期限刪除，不能再整批復原。要更正的資料，請到會員的頁面修改。</p>`,
	);

/** Draws the form that undoes an import; it says first what will be lost. */
function undoing(
	row: ImportRow,
	{ state, changed }: { state: FormState | undefined; changed: ResultPage["changed"] & {} },
): VNode {
	const { create, update, fill } = readCounts(row.counts);
	return card(
		{ title: "復原這次匯入", id: "undo" },
		html`<p>會刪除這次新增的 ${figure(create)} 位會員（連同編號、備忘錄與證明註記），並把更新與補上的 ${figure(update + fill)} 列改回匯入之前的樣子。匯入之後被修改過的資料會擋下整批復原。</p>`,
		changed.length > 0 &&
			html`<ul>
				${changed.map((one) => html`<li><a href=${members.show(one.id)}>${recordName(one)}</a></li>`)}
			</ul>`,
		form({
			action: members.imports.undo(row.id),
			state: state ?? freshForm(),
			version: row.version,
			submit: "復原匯入",
			busy: "復原中...",
			danger: true,
		}),
	);
}
