import { sql } from "drizzle-orm";
import { ofLogin, personal } from "#db/personal-data.ts";
import { text, time } from "#kernel/copy-fields.ts";

export const announcements = personal({
	copy: {
		announcements: {
			place: 260,
			title: "看過的公告",
			fields: [text("title", "標題"), time("at", "第一次打開的時間")],
			rows: `SELECT n.title, r.at FROM announcement_reads r JOIN announcements n ON n.id = r.announcement_id
			WHERE r.user_id IN (SELECT user_id FROM own) ORDER BY r.at`,
		},
	},
	inCopy: {
		"announcement_reads.user_id": "announcements",
	},
	erased: {
		announcement_reads: "all of them: which announcements they opened",
	},
	erases: [ofLogin(190, (userId) => [sql`DELETE FROM announcement_reads WHERE user_id = ${userId}`])],
	freeText: {
		announcements: { isLong: true },
	},
	noFreeText: {
		announcements: { columns: "audience body_html", why: "a code; made of body_markdown" },
	},
});
