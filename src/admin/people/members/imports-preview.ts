import { type ImportRow, ROWS_PER_PAGE } from "#db/system/index.ts";
import type { PlannedImport } from "#domain/people/roster/actions.ts";
import { countsOf, reasonCounts } from "#domain/people/roster/plan.ts";
import type { PlanRow } from "#domain/people/roster/plan-row.ts";
import { doubtful } from "#domain/people/roster/plan-row.ts";
import { OUTCOMES, type Outcome, type ReasonCode, TO_CONFIRM } from "#domain/people/roster/reasons.ts";
import { paths } from "#http/paths.ts";
import type { ConfirmOf, PreviewOf } from "#kits/import/declaration.ts";
import { linkButton } from "#ui/button.ts";
import { type Children, html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { mentionedName, reasonList } from "./imports-reasons.ts";
import {
	closedColumns,
	fieldWords,
	guardianWords,
	OUTCOME_LOOKS,
	ownValues,
	reasonTitle,
	reasonWords,
	valuesOf,
	valueWords,
} from "./imports-words.ts";

/** The reasons that the page lists above the rows, because the user should check them before writing. */
const CONFIRMED: ReadonlySet<ReasonCode> = new Set([...TO_CONFIRM, "date_ambiguous", "guardian_kept", "renamed"]);

/** Draws the way to the page where doubtful rows are settled, when there are any. */
function doubtsNotice(rows: readonly PlanRow[], id: number): Children {
	const all = doubtful(rows);
	const open = all.filter(({ doubt }) => doubt.decision === undefined).length;
	if (all.length === 0) return null;
	const label = open > 0 ? `逐列釐清（${figure(open)} 列）` : "查看決定";
	return notice(
		{ tone: open > 0 ? "warn" : "info", title: open > 0 ? "有些列要請您決定是不是同一人" : "有疑義的列都決定了" },
		html`<p>左右對照名冊和系統裡的資料，再選同一人、不同人或略過。沒有決定的列不會匯入。</p>`,
		html`<p>${linkButton({ label, href: paths.admin.members.imports.doubts(id) })}</p>`,
	);
}

function toConfirm({ rows, mapping }: PlannedImport): Children {
	const counts = [...reasonCounts(rows)].filter(([code]) => CONFIRMED.has(code));
	const unknown = mapping.columns
		.filter(({ target, known }) => target === "ignore" && !known)
		.map(({ header }) => header || "（沒有標題）");
	const closed = closedColumns(mapping);
	if (counts.length === 0 && unknown.length === 0 && closed.length === 0) return null;
	return notice(
		{ tone: "warn", title: "請先確認" },
		html`<ul>
			${counts.map(([code, count]) => html`<li>${reasonTitle(code)}（${figure(count)} 列）</li>`)}
			${unknown.length > 0 && html`<li>不匯入的欄：${unknown.join("、")}</li>`}
			${closed.map((words) => html`<li>${words}</li>`)}
		</ul>`,
	);
}

const columns = ({ types, known }: Pick<PlannedImport, "types" | "known">): Column<PlanRow>[] => [
	{
		label: "列",
		nowrap: true,
		cell: ({ source, row }) => (source === "survey" ? `問卷 ${row}` : String(row)),
	},
	{
		label: "姓名",
		head: true,
		nowrap: true,
		cell: ({ name, known: member }) =>
			member ? html`<a href=${paths.admin.members.show(member.id)}>${name}</a>` : name || "—",
	},
	{ label: "結果", sheet: "corner", bare: true, nowrap: true, cell: ({ outcome }) => status(OUTCOME_LOOKS[outcome]) },
	{
		label: "原因與要確認的",
		sheet: "line",
		cell: ({ reasons }) => reasonList({ reasons, words: reasonWords, known }),
	},
	{ label: "內容", sheet: "line", cell: (row) => contents(row, { types, known }) },
];

/** Draws what changes in an existing record, else what the row was read as. */
function contents(
	{ outcome, adds, values, guardian, second }: PlanRow,
	{ types, known }: Pick<PlannedImport, "types" | "known">,
): Children {
	const isChange = outcome === "update" || outcome === "fill";
	const said = isChange
		? adds.changes.map(({ field, from, to }) => ({
				field,
				value:
					from === null
						? valueWords(field, to ?? "", types)
						: `${valueWords(field, from, types)} → ${valueWords(field, to ?? "", types)}`,
			}))
		: outcome === "skip"
			? []
			: valuesOf(values, types);
	const more = [
		...adds.notes.map((note) => ({ field: "remarks", value: note })),
		...(adds.paidYears.length > 0
			? [{ field: "paid_years", value: adds.paidYears.map((year) => String(year - 1911)).join("、") }]
			: []),
		...ownValues(adds.own, isChange),
		...(adds.groups.length > 0 ? [{ field: "groups", value: adds.groups.join("、") }] : []),
		...[guardian, second].flatMap((link) =>
			link ? [{ field: "guardian", value: guardianWords(link, (id) => mentionedName(known, id)) }] : [],
		),
	];
	const all = [...said, ...more];
	if (all.length === 0) return html`<span class="soft">—</span>`;
	return html`<small>${all.map(({ field, value }) => `${fieldWords(field).replace(/（[^（）]*）$/, "")} ${value}`).join("；")}</small>`;
}

/** The preview of a roster; rows that need a decision come first. */
export const rosterPreview: PreviewOf<ImportRow, PlannedImport, PlanRow, Outcome> = {
	title: "試算結果",
	lead: ({ mapping }) => `工作表「${mapping.sheet}」，標題在第 ${mapping.header + 1} 列。還沒有寫入任何資料。`,
	above: (plan, { id }) => [doubtsNotice(plan.rows, id), toConfirm(plan)],
	lines: ({ rows }) => OUTCOMES.flatMap((one) => rows.filter(({ outcome }) => outcome === one)),
	outcomes: OUTCOMES,
	looks: OUTCOME_LOOKS,
	outcomeOf: ({ outcome }) => outcome,
	count: ({ rows }, outcome) => outcome && countsOf(rows)[outcome],
	columns,
	size: ROWS_PER_PAGE,
};

const written = ({ rows }: PlannedImport): number => {
	const { create, update, fill } = countsOf(rows);
	return create + update + fill;
};

export const rosterConfirm: ConfirmOf<PlannedImport> = {
	title: "寫入",
	facts: ({ rows }) => {
		const counts = countsOf(rows);
		return [
			{ name: "新增", value: `${figure(counts.create)} 位` },
			{ name: "更新", value: `${figure(counts.update)} 位` },
			{ name: "補資料", value: `${figure(counts.fill)} 列` },
			{
				name: "不寫入（待釐清、待確認、有誤）",
				value: `${figure(counts.conflict + counts.confirm + counts.error)} 列`,
			},
		];
	},
	nothing: (plan) => (written(plan) === 0 ? "沒有需要寫入的資料：名冊的內容系統裡都有了，或都需要先處理。" : undefined),
	words: "全部寫入或全部不寫入；之後如果沒有人改過這些資料，可以整批復原。身心障礙證明只是註記，仍須查驗。",
	label: "匯入名冊",
	submit: (plan) => `寫入 ${figure(written(plan))} 列`,
};
