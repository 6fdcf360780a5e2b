import { LEDGER_CRUMBS } from "#admin/books/ledger/words.ts";
import { allows } from "#auth/permissions.ts";
import { EXAMINATION_SORTS, type ExaminationRow, examinationCount, examinationRows } from "#db/books/examinations.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { choice } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { dateWords } from "#ui/time.ts";
import { drawnWords, periodWords, progressWords, TITLE } from "./words.ts";

const { examinations } = paths.admin;
const PER_PAGE = 50;
const drawLink = () => linkButton({ label: "抽查", icon: "plus", tone: "primary", href: examinations.create() });

/** The list of examinations (查核), newest first. */
export const examinationList = listing({
	path: examinations.list(),
	gate: "examinations",
	title: TITLE,
	unit: "次",
	area: TITLE,
	crumbs: LEDGER_CRUMBS,
	conditions: { state: choice("狀態", [["open", "closed"], { open: "查核中", closed: "已結案" }]) },
	sorts: EXAMINATION_SORTS,
	sort: "-drawn",
	size: PER_PAGE,
	read: async ({ env, who }, { state = "", sort, page }) => {
		const [rows, [count]] = await readRows(
			env.DB,
			examinationRows(state, { rows: PER_PAGE, page, sort }),
			examinationCount(state),
		);
		return { rows, total: count?.many ?? 0, all: count?.all ?? 0, mayDraw: allows("examinations_draw", who) };
	},
	lead: () => "監事抽查帳冊、支出申請與收據，註記看過或有疑問；會計、出納在旁邊答覆。",
	actions: ({ all, mayDraw }) => all > 0 && mayDraw && drawLink(),
	columns: () => COLUMNS,
	none: ({ mayDraw }) =>
		noneYet({
			title: "還沒有查核",
			text: "監事選一段期間和要抽的單據，系統就列出來讓監事一筆一筆看。",
			actions: mayDraw && drawLink(),
		}),
});

const COLUMNS: Column<ExaminationRow>[] = [
	{
		label: "名稱",
		sort: "title",
		head: true,
		cell: (row) =>
			html`<span><a href=${examinations.show(row.id)}>${row.title}</a><small>${drawnWords(row)}</small></span>`,
	},
	{ label: "期間", sort: "period", sheet: "line", cell: periodWords },
	{
		label: "抽查",
		sort: "drawn",
		nowrap: true,
		cell: ({ drawn_by, drawn_at }) => `${drawn_by} ${dateWords(drawn_at)}`,
	},
	{ label: "筆數", sort: "size", end: true, cell: ({ size }) => String(size) },
	{ label: "進度", sort: "progress", cell: progressWords },
	{
		label: "狀態",
		sort: "state",
		sheet: "corner",
		bare: true,
		cell: ({ closed_at }) =>
			status(closed_at === null ? { word: "查核中", tone: "info" } : { word: "已結案", tone: "ok" }),
	},
];
