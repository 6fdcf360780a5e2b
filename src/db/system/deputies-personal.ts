import { personal } from "#db/personal-data.ts";
import { code, text } from "#kernel/copy-fields.ts";

export const deputies = personal({
	copy: {
		deputies: {
			place: 220,
			title: "職務代理",
			fields: [
				code("role", "身分", { principal: "本人", deputy: "代理人" }),
				text("starts_on", "起日"),
				text("ends_on", "迄日"),
			],
			rows: `SELECT iif(user_id IN (SELECT user_id FROM own), 'principal', 'deputy') AS role, starts_on, ends_on FROM deputies
			WHERE user_id IN (SELECT user_id FROM own) OR deputy_id IN (SELECT user_id FROM own) ORDER BY starts_on`,
		},
	},
	inCopy: {
		"deputies.deputy_id": "deputies",
		"deputies.user_id": "deputies",
	},
	erased: {
		deputies: "nothing personal; whoever is staff is refused before",
	},
});
