import { sql } from "drizzle-orm";
import { type MergePair, OWN_IDS, ownIds, personal } from "#db/personal-data.ts";
import { ERASED_FIELDS, FIELD_NAMES, type FieldName, FREE_TEXT_FIELDS } from "#domain/people/members/fields.ts";
import { DISABILITY_LABELS, GENDER_LABELS, MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { RECORD, type RecordField } from "#domain/people/members/record.ts";
import { IDENTITY_TYPE_LABELS } from "#domain/people/members/rules.ts";
import { code, type Field, text, time } from "#kernel/copy-fields.ts";
import { ERASED } from "#kernel/erased.ts";
import { own } from "#kernel/own.ts";

const CODES = {
	identity_type: IDENTITY_TYPE_LABELS,
	gender: GENDER_LABELS,
};
const labelOf = ({ copy, label }: RecordField): string => copy ?? label;
const { member_no, name, name_en, identity_type, membership_type, joined_on, ...others } = Object.fromEntries(
	FIELD_NAMES.map((field) => {
		const labels = own<Record<string, string>>(CODES, field);
		if (field === "membership_type") return [field, text("type_name", labelOf(RECORD[field]))];
		return [field, labels ? code(field, labelOf(RECORD[field]), labels) : text(field, labelOf(RECORD[field]))];
	}),
) as Record<FieldName, Field>;

const RECORD_FIELDS: readonly Field[] = [
	text("id", "流水號"),
	...[member_no, name, name_en, identity_type, membership_type],
	code("status", "狀態", MEMBER_STATUS_LABELS),
	text("status_since", "狀態自"),
	text("resolution_no", "決議文號"),
	text("resolution_on", "決議日期"),
	...Object.values(others),
	time("consent_at", "同意保存健康資料的時間"),
	joined_on,
	text("left_on", "離會日期"),
	text("tax_id", "統一編號"),
	text("seats", "代表人數"),
	text("source", "資料來源"),
	code("disability_status", "身心障礙證明", DISABILITY_LABELS),
	text("disability_until", "身心障礙證明有效到"),
	text("paid_year", "會費繳到哪一年（西元）"),
	text("owed_years", "未繳會費的年度（西元）"),
	text("merged_into", "已併入的流水號"),
	time("created_at", "建檔時間"),
	time("updated_at", "最後修改"),
];

/** Moves the bans (不得告知) of one column to the record that stays; whom both records had out is out once. */
const movesBans = (place: number, [own, beside]: readonly ["member_id" | "person_id", "member_id" | "person_id"]) => ({
	...{ table: "member_bans", column: own, place },
	moves: ({ kept, other }: MergePair) => [
		sql`DELETE FROM member_bans WHERE ${sql.raw(own)} = ${other} AND until IS NULL AND EXISTS (SELECT 1 FROM member_bans k
			WHERE k.until IS NULL AND k.${sql.raw(own)} = ${kept} AND k.${sql.raw(beside)} = member_bans.${sql.raw(beside)})`,
		sql`UPDATE member_bans SET ${sql.raw(own)} = ${kept} WHERE ${sql.raw(own)} = ${other}`,
	],
});

export const members = personal({
	copy: {
		record: {
			place: 10,
			title: "會員資料",
			fields: RECORD_FIELDS,
			rows: "SELECT m.*, (SELECT t.name FROM membership_types t WHERE t.code = m.type_code) AS type_name FROM members m JOIN own USING (id) ORDER BY m.merged_into IS NOT NULL, m.id",
		},
		numbers: {
			place: 20,
			title: "會員編號",
			fields: [text("member_no", "會員編號"), time("at", "給號時間")],
			rows: "SELECT member_no, at FROM member_numbers WHERE member_id IN (SELECT id FROM own) ORDER BY at, member_no",
		},
		sanctions: {
			place: 25,
			title: "停權與除名的決議",
			fields: [
				code("step", "種類", { suspend: "停權", expel: "除名" }),
				text("meeting", "會議"),
				text("held_on", "會議日期"),
				text("present", "出席人數"),
				text("in_favour", "同意人數"),
				time("created_at", "登錄時間"),
			],
			rows: `SELECT step, meeting, held_on, present, in_favour, created_at FROM member_sanctions
				WHERE member_id IN (SELECT id FROM own) ORDER BY id`,
		},
		family: {
			place: 30,
			title: "監護人與受監護會員",
			fields: [text("relation", "關係"), text("name", "姓名")],
			rows: `SELECT '監護人' AS relation, g.name FROM members g WHERE g.id IN (SELECT guardian_member_id FROM members JOIN own USING (id)
				UNION SELECT second_guardian_id FROM members JOIN own USING (id))
			UNION ALL SELECT '受監護會員', d.name FROM members d WHERE d.guardian_member_id IN (SELECT id FROM own)
				OR d.second_guardian_id IN (SELECT id FROM own)`,
		},
	},
	inCopy: {
		"member_numbers.member_id": "numbers",
		"member_sanctions.member_id": "sanctions",
		"members.guardian_member_id": "family",
		"members.second_guardian_id": "family",
		"members.merged_into": "record",
		"members.user_id": "login",
	},
	leftOut: {
		"guardianships.guardian_id": "the family is in the copy; who was it keeps staff from their own family's records",
		"guardianships.member_id": "the family is in the copy; who was it keeps staff from their own family's records",
		"member_bans.created_by": "staff stay unnamed",
		"member_bans.lift_asked_by": "staff stay unnamed",
		"member_bans.lifted_by": "staff stay unnamed",
		"member_bans.member_id": "who must not be told anything about somebody is about another person too",
		"member_bans.person_id": "a person who must not be told anything is not told that either",
		"member_sanctions.created_by": "staff stay unnamed",
		"member_distinct.a_id":
			"which other record staff told apart is about somebody else too; the log of one's own record has it",
		"member_distinct.b_id":
			"which other record staff told apart is about somebody else too; the log of one's own record has it",
		"member_distinct.by_user_id": "staff stay unnamed",
		"member_likenesses.a_id": "computed from the record for staff who look for duplicates; is about somebody else too",
		"member_likenesses.b_id": "computed from the record for staff who look for duplicates; is about somebody else too",
		"member_logins.member_id":
			"the login that is there is in the record; one before it keeps staff from their own receipts",
		"member_logins.user_id":
			"the login that is there is in the record; one before it keeps staff from their own receipts",
		"member_ties.member_id": "the family is in the copy; who was it keeps staff from their own receipts",
		"member_ties.other_id": "the family is in the copy; who was it keeps staff from their own receipts",
		"member_words.member_id": "pieces of name, number, phone and e-mail for the search; these are in the record",
	},
	erased: {
		guardianships: "whose guardian they were, and who was theirs",
		member_bans: "whom nothing was to be told about them, and about whom they were to be told nothing",
		member_logins: "which logins they had; the present one stays, disabled",
		member_ties: "whose family they were",
		members: "everything but number, type, status, days of joining and leaving, the board's resolution",
		member_likenesses: "made anew: nobody is like what stays",
		member_words: "made anew from what stays",
	},
	kept: {
		member_sanctions: "the resolutions of the association, which name nobody",
		member_distinct: "numbers alone: two records that staff told apart",
		member_numbers: "a number stays that person's, so that receipts are right",
	},
	erases: [
		// The record goes last: what is about the person is found by it.
		{
			place: 900,
			run: ({ id, at }) => [
				sql`UPDATE members SET name = ${ERASED} || ' ' || coalesce(member_no, '#' || id), name_en = '', guardian_member_id = NULL, second_guardian_id = NULL,
			user_id = NULL, seal_id = NULL, person_key = NULL, national_id_hash = NULL, national_id_mask = NULL, consent_at = NULL,
			${sql.raw(ERASED_FIELDS.map((field) => `${field} = NULL`).join(", "))},
			source = iif(source LIKE 'roster:%', 'roster', source), pseudonymised_at = ${at}, updated_at = ${at}, version = version + 1
		WHERE id IN ${ownIds(id)} AND pseudonymised_at IS NULL`,
				// A row of counts that counts nobody any more would still name the person's city.
				sql`DELETE FROM member_counts WHERE many = 0`,
				sql`DELETE FROM member_bans WHERE member_id IN ${ownIds(id)} OR person_id IN ${ownIds(id)}`,
			],
		},
	],
	merges: [
		movesBans(172, ["member_id", "person_id"]),
		movesBans(174, ["person_id", "member_id"]),
		{
			table: "members",
			column: "guardian_member_id",
			place: 180,
			// Whoever was both guardians of a member is one of them.
			moves: ({ kept, other }, { at }) => [
				sql`UPDATE members SET guardian_member_id = iif(guardian_member_id = ${other}, ${kept}, guardian_member_id),
					second_guardian_id = nullif(iif(second_guardian_id = ${other}, ${kept}, second_guardian_id),
						iif(guardian_member_id = ${other}, ${kept}, guardian_member_id)),
					version = version + 1, updated_at = ${at}
				WHERE guardian_member_id = ${other} OR second_guardian_id = ${other}`,
			],
		},
		{ table: "members", column: "second_guardian_id", stays: "moved with guardian_member_id" },
		{
			table: "members",
			column: "merged_into",
			// merged_into always leads in one step to the record that is valid now.
			place: 190,
			moves: ({ kept, other }) => [sql`UPDATE members SET merged_into = ${kept} WHERE merged_into = ${other}`],
		},
		{
			table: "member_distinct",
			column: "a_id",
			// A record marked as another person than the merged one is marked so for this one too; the old mark stays.
			place: 200,
			moves: ({ kept, other }) => [
				sql`INSERT INTO member_distinct (a_id, b_id, by_user_id, at)
				SELECT min(${kept}, third), max(${kept}, third), by_user_id, at
				FROM (SELECT iif(a_id = ${other}, b_id, a_id) AS third, by_user_id, at FROM member_distinct
					WHERE ${other} IN (a_id, b_id))
				WHERE third <> ${kept} ON CONFLICT DO NOTHING`,
			],
		},
		{ table: "member_distinct", column: "b_id", stays: "moved with a_id" },
		{ table: "member_likenesses", column: "a_id", stays: "kept by triggers, which leave out what was merged" },
		{ table: "member_likenesses", column: "b_id", stays: "kept by triggers, which leave out what was merged" },
		{ table: "member_sanctions", column: "member_id", stays: "never change; whoever reads follows merged_into" },
		{ table: "guardianships", column: "member_id", stays: "taken along by the triggers of 0046" },
		{ table: "guardianships", column: "guardian_id", stays: "taken along by the triggers of 0046" },
		{ table: "member_logins", column: "member_id", stays: "taken along by the triggers of 0046" },
		{ table: "member_ties", column: "member_id", stays: "follow from guardianships" },
		{ table: "member_ties", column: "other_id", stays: "follow from guardianships" },
		{ table: "member_words", column: "member_id", stays: "kept by triggers, which leave out what was merged" },
		{
			table: "member_numbers",
			column: "member_id",
			stays: "a number is its first record's for good; merged_into leads on",
		},
	],
	audited: {
		member: "SELECT CAST(id AS TEXT) FROM own",
	},
	freeText: {
		members: { columns: FREE_TEXT_FIELDS, where: `t.id NOT IN ${OWN_IDS} AND t.merged_into IS NULL` },
	},
	noFreeText: {
		guardianships: {
			columns: "named role authority paper paper_on",
			why: "codes; the number and the day of a court's paper, which names nobody",
		},
		member_counts: {
			columns: "status owed_years membership_type type_code identity_type disability_status city",
			why: "codes and cities",
		},
		member_bans: { columns: "reason", why: "a code" },
		member_numbers: { columns: "member_no", why: "a number stays that person's" },
		member_sanctions: { columns: "meeting", why: "a meeting of the association" },
		member_segment_fields: { columns: "value", why: "what a segment asks for, of nobody in particular" },
		member_words: { columns: "word", why: "made of members" },
		members: {
			columns:
				"member_no name name_en status status_since resolution_no seal_id person_key national_id national_id_hash national_id_mask diagnosis_note postal_code city district source disability_status disability_until owed_years name_folded type_code tax_id",
			why: "codes, days and numbers; sealed; the name of another member is their own",
		},
	},
});
