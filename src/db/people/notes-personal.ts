import { sql } from "drizzle-orm";
import { movesAll, ownIds, personal } from "#db/personal-data.ts";
import { text, time } from "#kernel/copy-fields.ts";

export const notes = personal({
	copy: {
		notes: {
			place: 40,
			title: "協會寫的備忘錄",
			fields: [
				text("content", "內容"),
				text("author", "作者"),
				time("created_at", "寫下的時間"),
				time("updated_at", "最後修改"),
				time("hidden_at", "隱藏時間"),
				text("hidden_reason", "隱藏原因"),
			],
			rows: `SELECT content, '工作人員' AS author, created_at, updated_at, hidden_at, hidden_reason FROM notes
			WHERE notable_type = 'member' AND notable_id IN (SELECT id FROM own) ORDER BY created_at, id`,
		},
	},
	leftOut: {
		"notes.user_id": "what staff write about others; notes about the member are found by what they are about",
	},
	erased: {
		notes: "all of them",
	},
	erases: [
		{
			place: 30,
			run: ({ id }) => [sql`DELETE FROM notes WHERE notable_type = 'member' AND notable_id IN ${ownIds(id)}`],
		},
	],
	merges: [movesAll(10, ["notes", "notable_id"], "notable_type = 'member'")],
	noFreeText: {
		notes: { columns: "notable_type", why: "a code" },
	},
});
