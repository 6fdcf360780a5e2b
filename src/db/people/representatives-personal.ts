import { sql } from "drizzle-orm";
import { ownIds, personal } from "#db/personal-data.ts";
import { text } from "#kernel/copy-fields.ts";

export const representatives = personal({
	copy: {
		representatives: {
			place: 36,
			title: "團體會員的代表",
			fields: [
				text("organisation", "團體"),
				text("name", "代表"),
				text("phone", "電話"),
				text("email", "電子郵件"),
				text("from_on", "第一天"),
				text("until_on", "最後一天"),
			],
			rows: `SELECT o.name AS organisation, coalesce(m.name, r.name) AS name, r.phone, r.email, r.from_on, r.until_on
			FROM member_representatives r JOIN members o ON o.id = r.organisation_id LEFT JOIN members m ON m.id = r.member_id
			WHERE r.organisation_id IN (SELECT id FROM own) OR r.member_id IN (SELECT id FROM own) ORDER BY r.from_on, r.id`,
		},
	},
	inCopy: {
		"member_representatives.organisation_id": "representatives",
		"member_representatives.member_id": "representatives",
	},
	erased: {
		member_representatives: "whom they represented, or who represented them",
	},
	erases: [
		{
			place: 36,
			run: ({ id }) => [
				sql`DELETE FROM member_representatives WHERE member_id IN ${ownIds(id)} OR organisation_id IN ${ownIds(id)}`,
			],
		},
	],
	merges: [
		{
			table: "member_representatives",
			column: "organisation_id",
			place: 46,
			moves: ({ kept, other }, { at }) => [
				sql`UPDATE member_representatives SET organisation_id = ${kept}, version = version + 1, updated_at = ${at}
				WHERE organisation_id = ${other}`,
			],
		},
		{
			table: "member_representatives",
			column: "member_id",
			place: 47,
			moves: ({ kept, other }, { at }) => [
				sql`DELETE FROM member_representatives WHERE member_id = ${other} AND EXISTS (SELECT 1 FROM member_representatives o
					WHERE o.member_id = ${kept} AND o.organisation_id = member_representatives.organisation_id
						AND o.from_on <= coalesce(member_representatives.until_on, '9999-12-31')
						AND coalesce(o.until_on, '9999-12-31') >= member_representatives.from_on)`,
				sql`UPDATE member_representatives SET member_id = ${kept}, version = version + 1, updated_at = ${at}
				WHERE member_id = ${other}`,
			],
		},
	],
	noFreeText: {
		member_representatives: {
			columns: "name phone email",
			why: "the name of who represents an organisation is their own; staff delete the row",
		},
	},
});
