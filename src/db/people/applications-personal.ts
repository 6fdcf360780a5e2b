import { sql } from "drizzle-orm";
import { ofLogin, personal } from "#db/personal-data.ts";
import { code, text, time } from "#kernel/copy-fields.ts";
import { FIELD_COLUMNS } from "./member-fields.ts";

export const applications = personal({
	copy: {
		// The sealed values are opened, and all are put into words, where the copy is made.
		application_fields: {
			place: 232,
			title: "入會申請填寫的自訂欄位",
			fields: [
				text("name", "欄位"),
				text("value", "內容"),
				text("purpose", "同意的用途"),
				time("agreed_at", "同意時間"),
				time("updated_at", "最後修改"),
			],
			rows: `SELECT ${FIELD_COLUMNS}, v.value, v.seal_id, v.purpose, v.agreed_at, v.updated_at FROM application_values v
				JOIN member_fields f ON f.id = v.field_id WHERE v.user_id IN (SELECT user_id FROM own) ORDER BY f.position, f.id`,
		},
		application_children: {
			place: 231,
			title: "入會申請的孩子",
			fields: [
				text("name", "姓名"),
				text("birth_date", "生日"),
				code("gender", "性別", { female: "女", male: "男", other: "其他" }),
				text("text_version", "同意的告知事項版本"),
				time("agreed_at", "同意時間"),
			],
			rows: `SELECT name, birth_date, gender, text_version, agreed_at FROM application_children
				WHERE user_id IN (SELECT user_id FROM own) ORDER BY id`,
		},
	},
	inCopy: {
		"application_values.user_id": "application_fields",
		"application_children.user_id": "application_children",
	},
	erased: { application_children: "all of them", application_values: "all of them" },
	erases: [
		ofLogin(49, (userId) => [
			sql`DELETE FROM application_children WHERE user_id = ${userId}`,
			sql`DELETE FROM application_values WHERE user_id = ${userId}`,
		]),
	],
	noFreeText: {
		application_values: {
			columns: "value seal_id tokens purpose",
			why: "what an applicant fills in of themselves, which goes with the application; a random id; HMACs; the purpose of a field",
		},
		application_children: {
			columns: "name text_version",
			why: "the name of the applicant's child, which goes with the application; a version of a text",
		},
	},
});
