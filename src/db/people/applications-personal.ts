import { sql } from "drizzle-orm";
import { ofLogin, personal } from "#db/personal-data.ts";
import { code, text, time } from "#kernel/copy-fields.ts";

export const applications = personal({
	copy: {
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
	inCopy: { "application_children.user_id": "application_children" },
	erased: { application_children: "all of them" },
	erases: [ofLogin(49, (userId) => [sql`DELETE FROM application_children WHERE user_id = ${userId}`])],
	noFreeText: {
		application_children: {
			columns: "name text_version",
			why: "the name of the applicant's child, which goes with the application; a version of a text",
		},
	},
});
