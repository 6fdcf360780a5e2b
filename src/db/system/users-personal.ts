import { sql } from "drizzle-orm";
import { ofLogin, personal } from "#db/personal-data.ts";
import { code, text, time } from "#kernel/copy-fields.ts";
import { ERASED } from "#kernel/erased.ts";

const LOGINS = { invited: "待啟用", active: "使用中", disabled: "已停用" };

export const users = personal({
	copy: {
		login: {
			place: 170,
			title: "登入帳號",
			fields: [
				text("name", "名稱"),
				text("email", "電子郵件"),
				text("phone", "手機號碼"),
				code("status", "狀態", LOGINS),
				time("created_at", "建立時間"),
				time("last_sign_in_at", "最後登入"),
				time("password_changed_at", "最後變更密碼"),
				time("totp_enabled_at", "開啟兩步驟驗證"),
			],
			rows: `SELECT name, email, phone, status, created_at, last_sign_in_at, password_changed_at, totp_enabled_at
			FROM users WHERE id IN (SELECT user_id FROM own)`,
		},
	},
	erased: {
		users: "name, e-mail, phone, password, second factor; the number stays, disabled",
	},
	erases: [
		ofLogin(200, (userId, at) => [
			sql`UPDATE users SET name = ${ERASED}, email = 'erased-' || id || '@erased.invalid', phone = NULL, status = 'disabled',
			password_hash = NULL, password_changed_at = NULL, session_version = session_version + 1, totp_secret = NULL,
			totp_enabled_at = NULL, totp_last_step = 0, last_sign_in_at = NULL, updated_at = ${at}, version = version + 1
		WHERE id = ${userId}`,
		]),
	],
	audited: {
		user: "SELECT CAST(user_id AS TEXT) FROM own WHERE user_id IS NOT NULL",
	},
	noFreeText: {
		users: {
			columns: "name email password_hash totp_secret name_folded",
			why: "another login's own; hashed or sealed",
		},
	},
});
