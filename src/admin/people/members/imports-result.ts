import { changedMembers, type WrittenRow, writtenRows, writtenTotals } from "#db/people/roster-reads.ts";
import { readRows } from "#db/read.ts";
import { type ImportRow, ROWS_PER_PAGE } from "#db/system/index.ts";
import { KEPT_DAYS } from "#domain/people/privacy/rules.ts";
import { noteRosterView, tellWritten } from "#domain/people/roster/import-actions.ts";
import type { Reason } from "#domain/people/roster/reasons.ts";
import { WRITTEN_OUTCOMES } from "#domain/people/roster/writing.ts";
import { paths } from "#http/paths.ts";
import type { AskImport } from "#kits/import/declaration.ts";
import { undoCard, undoing, writtenPage } from "#kits/import/written-page.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { readCounts } from "./imports-counts.ts";
import { type Mentioned, mentionedIn, reasonList } from "./imports-reasons.ts";
import { IMPORT_CRUMBS } from "./imports-upload.ts";
import { reasonWords, WRITTEN_LOOKS } from "./imports-words.ts";
import { recordName } from "./record-words.ts";

const { members } = paths.admin;

/** A stored row of an import with its unsealed (decrypted) name and reasons. */
type ToldRow = WrittenRow & { told: { name: string; reasons: Reason[] } };

/** Returns the page of a roster that was written. `undo` is the state of the undo form when that was refused. */
export async function rosterResult(
	{ env, db, by, query, at }: AskImport,
	row: ImportRow,
	undo?: FormState,
): Promise<Page> {
	const outcome = WRITTEN_OUTCOMES.find((one) => one === query.outcome);
	const [rows, totals, changed] = await readRows(
		env.DB,
		writtenRows(row.id, { outcome, page: query.page }),
		writtenTotals(row.id),
		changedMembers(undo ? { id: row.id, appliedAt: row.applied_at ?? 0 } : { id: 0, appliedAt: 0 }),
	);
	if (rows.some(({ before }) => before?.includes('"told"'))) await noteRosterView(db, { id: row.id, by });
	const lines = await Promise.all(rows.map(async (one) => ({ ...one, told: await tellWritten(env, row.id, one) })));
	const known = await mentionedIn(
		env.DB,
		lines.flatMap(({ told }) => told.reasons),
	);
	const counts = readCounts(row.counts);
	return writtenPage({
		row,
		path: members.imports.show(row.id),
		area: "匯入名冊",
		crumbs: IMPORT_CRUMBS,
		undone: "這次匯入已經復原，下面是當時寫入的結果。",
		facts: [
			{ name: "新增", value: `${figure(counts.create)} 位` },
			{ name: "更新", value: `${figure(counts.update)} 位` },
			{ name: "補資料", value: `${figure(counts.fill)} 列` },
			{ name: "未匯入（待釐清、有誤）", value: `${figure(counts.conflict + counts.confirm + counts.error)} 列` },
		],
		note: "未匯入的列，修正名冊之後整份再匯入一次即可：已經匯入的不會重複。",
		...{ looks: WRITTEN_LOOKS, outcomes: WRITTEN_OUTCOMES, totals, outcome },
		...{ lines, page: query.page, size: ROWS_PER_PAGE, columns: columns(known) },
		undo: () => (isForgotten(row, at) ? tooOld() : undoOf(row, { state: undo, changed })),
	});
}

const columns = (known: Mentioned): Column<ToldRow>[] => [
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
		cell: ({ told: { reasons } }) => reasonList({ reasons, words: reasonWords, known }),
	},
];

/**
 * Returns whether the former values of the changed records are deleted already (domain/shell/erasures), so that the
 * import cannot be undone. An import that only made records still can.
 */
function isForgotten({ applied_at, counts }: ImportRow, at: number): boolean {
	const { update, fill } = readCounts(counts);
	return update + fill > 0 && applied_at !== null && at - applied_at > KEPT_DAYS.importedBefore * 86_400_000;
}

const tooOld = (): VNode =>
	undoCard(
		html`<p>匯入已超過 ${KEPT_DAYS.importedBefore} 天，匯入前的內容已依保存期限刪除，不能再整批復原。要更正的資料，請到會員的頁面修改。</p>`,
	);

type Changed = { id: number; member_no: string | null; name: string };

function undoOf(
	row: ImportRow,
	{ state, changed }: { state: FormState | undefined; changed: readonly Changed[] },
): VNode {
	const { create, update, fill } = readCounts(row.counts);
	return undoing({
		action: members.imports.undo(row.id),
		version: row.version,
		words: `會刪除這次新增的 ${figure(create)} 位會員（連同編號、備忘錄與證明註記），並把更新與補上的 ${figure(update + fill)} 列改回匯入之前的樣子。匯入之後被修改過的資料會擋下整批復原。`,
		changed: changed.map((one) => ({ href: members.show(one.id), name: recordName(one) })),
		state,
	});
}
