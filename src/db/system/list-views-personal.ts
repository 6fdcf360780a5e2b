import { sql } from "drizzle-orm";
import { ofLogin, personal } from "#db/personal-data.ts";
import { text, time } from "#kernel/copy-fields.ts";

export const listViews = personal({
	copy: {
		list_views: {
			place: 225,
			title: "存下的檢視",
			fields: [text("list", "列表"), text("name", "名稱"), text("query", "條件"), time("created_at", "時間")],
			rows: `SELECT list, name, query, created_at FROM list_views
			WHERE user_id IN (SELECT user_id FROM own) ORDER BY id`,
		},
	},
	inCopy: {
		"list_views.user_id": "list_views",
	},
	erased: {
		list_views: "all of them",
	},
	erases: [ofLogin(165, (userId) => [sql`DELETE FROM list_views WHERE user_id = ${userId}`])],
	noFreeText: {
		list_views: {
			columns: "list name query",
			why: "the conditions of a list, without typed words, and what they are called",
		},
	},
});
