import * as z from "zod";
import { IdParams } from "#auth/route.ts";
import { type ExaminationItem, examinationItems, examinationRow } from "#db/books/examinations.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { type FileColumn, tableOf, takenAway } from "#kits/list/taking-away.ts";
import { markWord, whyWords } from "./words.ts";

const COLUMNS: readonly FileColumn<ExaminationItem>[] = [
	{ label: "號碼", width: 14, cell: ({ number }) => number },
	{ label: "日期", width: 12, cell: ({ on }) => on },
	{ label: "摘要", width: 30, cell: ({ words }) => words },
	{ label: "金額", width: 12, cell: ({ amount }) => amount },
	{ label: "抽出的原因", width: 16, cell: whyWords },
	{ label: "註記", width: 10, cell: ({ mark }) => markWord(mark) },
	{ label: "註記人", width: 12, cell: ({ marker }) => marker },
	{ label: "疑問", width: 30, cell: ({ question }) => question },
	{ label: "答覆", width: 30, cell: ({ answer }) => answer },
	{ label: "答覆人", width: 12, cell: ({ answerer }) => answerer },
];

/** The routes of the file with the items of an examination (查核), their marks, questions and answers. */
export const itemsFile = takenAway({
	path: paths.admin.examinations.items,
	gate: "examinations",
	query: z.strictObject({ id: IdParams.shape.id }),
	holds: "books",
	name: "單據",
	unit: "筆",
	narrow: "請分幾次查核",
	page: paths.admin.examinations.list(),
	drop: ["id"],
	noted: ["examination.export", "examination"],
	read: async ({ env, who, query: { id } }) => {
		const [[row], items] = await readRows(env.DB, examinationRow(id), examinationItems(id, who.userId));
		return row ? { file: `查核 ${row.title}`, table: tableOf("查核", COLUMNS, items) } : "missing";
	},
});
