import { sql } from "drizzle-orm";
import { ofLogin, personal } from "#db/personal-data.ts";
import { code, text, time } from "#kernel/copy-fields.ts";

const WAYS = { phone: "手機號碼", email: "電子郵件", second_factor: "密碼正確，驗證碼不對" };
const LINKS = {
	invitation: "開通帳號",
	password_reset: "重設密碼",
	email_change: "變更電子郵件",
	activation: "啟用碼",
	recovery: "備用碼",
};

export const signIn = personal({
	copy: {
		failed_sign_ins: {
			place: 200,
			title: "登入失敗紀錄",
			fields: [time("at", "時間"), code("way", "方式", WAYS), text("network", "網路"), text("device", "瀏覽器")],
			rows: `SELECT at, way, network, device FROM failed_sign_ins WHERE user_id IN (SELECT user_id FROM own) ORDER BY id`,
		},
		links: {
			place: 210,
			title: "一次性連結與代碼",
			fields: [
				code("purpose", "用途", LINKS),
				text("email", "電子郵件"),
				time("created_at", "發出時間"),
				time("expires_at", "到期時間"),
				time("used_at", "使用或作廢時間"),
			],
			rows: `SELECT purpose, email, created_at, expires_at, used_at FROM one_time_links WHERE user_id IN (SELECT user_id FROM own)
			UNION ALL SELECT purpose, NULL, created_at, expires_at, used_at FROM one_time_codes
			WHERE user_id IN (SELECT user_id FROM own) ORDER BY 3`,
		},
	},
	inCopy: {
		"failed_sign_ins.user_id": "failed_sign_ins",
		"one_time_codes.user_id": "links",
		"one_time_links.user_id": "links",
	},
	erased: {
		failed_sign_ins: "all of them",
		one_time_codes: "all of them",
		one_time_links: "all of them",
	},
	erases: [
		ofLogin(170, (userId) => [
			sql`DELETE FROM failed_sign_ins WHERE user_id = ${userId}`,
			sql`DELETE FROM one_time_links WHERE user_id = ${userId}`,
			sql`DELETE FROM one_time_codes WHERE user_id = ${userId}`,
		]),
	],
	noFreeText: {
		failed_sign_ins: { columns: "browser network device", why: "written by the program; of another login their own" },
		one_time_codes: { columns: "code_hash", why: "a hash" },
		one_time_links: { columns: "id email", why: "random; another login's own" },
		sign_in_attempts: { columns: "subject", why: "a keyed hash" },
	},
});
