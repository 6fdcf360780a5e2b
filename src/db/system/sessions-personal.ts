import { sql } from "drizzle-orm";
import { ofLogin, personal } from "#db/personal-data.ts";
import { text, time } from "#kernel/copy-fields.ts";

export const sessions = personal({
	copy: {
		sessions: {
			place: 190,
			title: "登入紀錄",
			fields: [
				time("created_at", "登入時間"),
				time("last_seen_at", "最後使用"),
				time("ended_at", "登出時間"),
				text("ip_address", "IP 位址"),
				text("user_agent", "瀏覽器"),
			],
			rows: `SELECT created_at, last_seen_at, ended_at, ip_address, user_agent FROM sessions
			WHERE user_id IN (SELECT user_id FROM own) ORDER BY created_at`,
		},
	},
	inCopy: {
		"sessions.user_id": "sessions",
	},
	erased: {
		sessions: "all of them",
	},
	erases: [ofLogin(160, (userId) => [sql`DELETE FROM sessions WHERE user_id = ${userId}`])],
	noFreeText: {
		sessions: { columns: "id ip_address user_agent", why: "written by the program" },
	},
});
