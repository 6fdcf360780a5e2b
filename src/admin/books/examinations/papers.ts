import { reportHead } from "#admin/books/ledger/report.ts";
import type { Surroundings } from "#auth/visitor.ts";
import type { ExaminationItem, ExaminationRow } from "#db/books/examinations.ts";
import { paths } from "#http/paths.ts";
import { rocWords, rocYear } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { lined } from "#ui/facts.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { printButton } from "#ui/print-button.ts";
import { stamps } from "#ui/stamps.ts";
import { type Column, table } from "#ui/table.ts";
import { rocDate } from "#ui/time.ts";
import { saidOf } from "./item.ts";
import { CRUMBS, drawnWords, markWord, periodWords, progressWords, TITLE, whyWords } from "./words.ts";

const { examinations } = paths.admin;

type Paper = {
	row: ExaminationRow;
	items: readonly ExaminationItem[];
	surroundings: Pick<Surroundings, "fullName" | "titles">;
};
/** The rooms for the signatures of the supervisors on a paper. */
const signers = ({ titles }: Paper["surroundings"]): string[] => [titles.supervisor, "監事", "監事"];

const shell = ({ row }: Paper, title: string): Omit<Page, "body"> => ({
	title,
	area: TITLE,
	crumbs: [...CRUMBS, { label: row.title, href: examinations.show(row.id) }],
	sheets: ["ledger"],
	actions: printButton(),
});

const COLUMNS: Column<ExaminationItem>[] = [
	{ label: "號碼", head: true, nowrap: true, cell: ({ number }) => number },
	{ label: "日期", nowrap: true, cell: ({ on }) => rocWords(on) },
	{ label: "摘要", cell: ({ words }) => words },
	{ label: "金額", end: true, cell: ({ amount }) => figure(amount) },
	{ label: "抽出的原因", cell: whyWords },
	{
		label: "註記",
		nowrap: true,
		cell: ({ mark, marker }) => (marker === null ? markWord(mark) : `${markWord(mark)}（${marker}）`),
	},
	{ label: "疑問與答覆", cell: (item) => saidOf(item) },
];

/** Draws 查核報告: what was drawn and how, and each item with its mark, question and answer. */
export function reportPage(of: Paper): Page {
	const { row, items, surroundings } = of;
	return {
		...shell(of, "查核報告"),
		body: html`<div class="report card">
			${reportHead({ association: surroundings.fullName, title: `查核報告${row.closed_at === null ? "（未結案）" : ""}`, span: periodWords(row), isOpen: false }, false)}
			<p class="card-body">${row.title}：${row.drawn_by}於 ${rocDate(row.drawn_at)}抽查${drawnWords(row)}，共 ${row.size} 筆。${progressWords(row)}。</p>
			${table({ caption: "查核的單據", book: true, columns: COLUMNS, rows: [...items] })}
			${row.closed_at !== null && html`<p class="card-body">審核意見：${lined(row.opinion.split("\n"))}</p>`}
			${stamps(signers(surroundings))}
		</div>`,
	};
}

/** Draws 審核意見書: the supervisors' opinion on the accounts of the year in which the period ends. */
export function opinionPage(of: Paper & { row: ExaminationRow & { closed_at: number } }): Page {
	const { row, items, surroundings } = of;
	const doubts = items.filter(({ mark }) => mark === "doubt");
	return {
		...shell(of, "審核意見書"),
		body: html`<div class="report card">
			${reportHead({ association: surroundings.fullName, title: `${rocYear(Number(row.to_on.slice(0, 4)))} 年度財務審核意見書`, span: periodWords(row), isOpen: false }, false)}
			<p class="card-body">監事會審核本會 ${periodWords(row)}的帳冊、憑證與收據，抽查${drawnWords(row)}，共 ${row.size} 筆，看過 ${row.seen} 筆，有疑問 ${row.doubts} 筆。審核意見如下：</p>
			<p class="card-body">${lined(row.opinion.split("\n"))}</p>
			${doubts.length > 0 && html`<p class="card-body">有疑問的單據：${doubts.map(({ number }) => number).join("、")}，詳見查核報告。</p>`}
			<p class="card-body">此致　會員大會</p>
			<p class="card-body">${rocWords(dateInTaipei(row.closed_at))}</p>
			${stamps(signers(surroundings))}
		</div>`,
	};
}
