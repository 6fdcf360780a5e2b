import { sql } from "drizzle-orm";
import { OWN_IDS, ownIds, personal } from "#db/personal-data.ts";
import { code, text, time } from "#kernel/copy-fields.ts";
import { FIELD_COLUMNS } from "./member-fields.ts";

export const memberFields = personal({
	copy: {
		// The sealed values are opened, and all are put into words, where the copy is made.
		own_fields: {
			place: 36,
			title: "自訂欄位",
			fields: [text("name", "欄位"), text("value", "內容"), time("updated_at", "最後修改")],
			rows: `SELECT ${FIELD_COLUMNS}, v.value, v.seal_id, v.updated_at FROM member_field_values v
				JOIN member_fields f ON f.id = v.field_id WHERE v.member_id IN (SELECT id FROM own) ORDER BY f.position, f.id, v.id`,
		},
		own_consents: {
			place: 71,
			title: "自訂欄位的同意",
			fields: [
				text("purpose", "用途"),
				code("given", "同意或收回", { "1": "同意", "0": "收回" }),
				code("channel", "方式", { web: "網站", paper: "紙本" }),
				time("at", "時間"),
			],
			rows: "SELECT purpose, given, channel, at FROM member_field_consents WHERE member_id IN (SELECT id FROM own) ORDER BY id",
		},
	},
	inCopy: {
		"member_field_values.member_id": "own_fields",
		"member_field_consents.member_id": "own_consents",
	},
	leftOut: {
		"member_field_consents.by_user_id": "whoever recorded it is 工作人員; one's own are found by the member",
		"member_field_tokens.member_id": "made of the values, which are in the copy",
	},
	erased: {
		member_field_values: "all of them",
		member_field_tokens: "all of them, with their values",
	},
	kept: {
		member_field_consents:
			"which purpose was agreed to and when: the proof that the data were kept lawfully (個資法 7); holds no personal value",
	},
	// A file goes with its value; the rows of files are the subject's, so that they are found after it.
	files: [
		`SELECT f.id FROM files f WHERE f.purpose = 'member_field' AND f.subject_type = 'member' AND f.subject_id IN (
			SELECT CAST(m.id AS TEXT) FROM members m WHERE m.id IN (SELECT id FROM own))`,
	],
	erases: [{ place: 36, run: ({ id }) => [sql`DELETE FROM member_field_values WHERE member_id IN ${ownIds(id)}`] }],
	merges: [
		{
			table: "member_field_consents",
			column: "member_id",
			place: 41,
			// What is in force after both histories are one may end values of either record.
			moves: ({ kept, other }) => [
				sql`UPDATE member_field_consents SET member_id = ${kept} WHERE member_id = ${other}`,
				sql`DELETE FROM member_field_values WHERE member_id IN (${kept}, ${other}) AND field_id IN (SELECT id FROM member_fields f
					WHERE f.is_special = 1 AND NOT EXISTS (SELECT 1 FROM member_field_agreed a
						WHERE a.member_id = ${kept} AND a.purpose = f.purpose))`,
			],
		},
		{
			table: "member_field_values",
			column: "member_id",
			place: 47,
			// What the record that stays has, stays; the other value stays with the record that is merged.
			moves: ({ kept, other }) => [
				sql`UPDATE member_field_values SET member_id = ${kept}
				WHERE member_id = ${other} AND field_id NOT IN (SELECT field_id FROM member_field_values WHERE member_id = ${kept})`,
				sql`DELETE FROM member_field_tokens WHERE member_id = ${other}`,
			],
		},
		{
			table: "member_field_tokens",
			column: "member_id",
			stays: "moved with the values by the triggers of 0104; no list finds what was merged",
		},
	],
	freeText: {
		own_fields: { link: "t.member_id", where: `t.member_id NOT IN ${OWN_IDS}` },
	},
	noFreeText: {
		member_fields: { columns: "name hint purpose", why: "what the association asks everybody" },
		member_field_choices: { columns: "name", why: "what the association offers everybody" },
		member_field_consents: { columns: "purpose", why: "the purpose of a field" },
		member_field_tokens: { columns: "token", why: "made of member_field_values" },
		member_field_values: { columns: "seal_id", why: "a random id" },
	},
});
