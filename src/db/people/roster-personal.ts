import { sql } from "drizzle-orm";
import { ownIds, personal } from "#db/personal-data.ts";
import { code, text, time } from "#kernel/copy-fields.ts";

const OUTCOMES = {
	created: "新建",
	updated: "更新",
	filled: "補上空白",
	unchanged: "沒有變動",
	conflict: "有疑義",
	skipped: "略過",
	error: "錯誤",
};

export const roster = personal({
	copy: {
		imports: {
			place: 280,
			title: "名冊匯入",
			fields: [
				text("filename", "名冊"),
				code("outcome", "結果", OUTCOMES),
				time("applied_at", "套用時間"),
				text("changed", "匯入前的內容"),
			],
			rows: `SELECT i.filename, r.outcome, i.applied_at, r.before FROM roster_import_rows r JOIN roster_imports i ON i.id = r.import_id
			WHERE r.member_id IN (SELECT id FROM own) ORDER BY r.import_id, r.row`,
		},
	},
	inCopy: {
		"roster_import_rows.member_id": "imports",
	},
	leftOut: {
		"roster_imports.created_by": "staff stay unnamed",
	},
	erased: {
		roster_import_rows: "what the record was before",
	},
	kept: {
		roster_imports: "numbers alone; a draft with its file has to be applied or thrown away before",
	},
	erases: [
		{ place: 60, run: ({ id }) => [sql`UPDATE roster_import_rows SET before = NULL WHERE member_id IN ${ownIds(id)}`] },
	],
	merges: [
		{
			table: "roster_import_rows",
			column: "member_id",
			stays: "what an import did to that very row, sealed under its key; undoing it refuses a record that was merged",
		},
	],
	freeText: {
		imports: { kept: "true" },
	},
	noFreeText: {
		roster_import_rows: { columns: "before", why: "sealed" },
		roster_imports: { columns: "mapping counts", why: "columns of a file, and numbers" },
	},
});
