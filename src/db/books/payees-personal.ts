import { sql } from "drizzle-orm";
import { among, EARNERS, movesAll, personal } from "#db/personal-data.ts";
import { FINANCE_STATE_LABELS } from "#domain/books/finance/labels.ts";
import { EXEMPTION_LABELS, PAYEE_KIND_LABELS } from "#domain/books/payees/form.ts";
import { code, text, time } from "#kernel/copy-fields.ts";
import { erasePayees, isPaid } from "./payee-erasures.ts";
import { PAYMENTS_TO } from "./payees.ts";

/** The condition of the records, under an alias, that are about the erased or copied person. */
const isOwn = (alias: string): string =>
	`(${alias}.member_id IN (SELECT id FROM own) OR ${alias}.merged_member_id IN (SELECT id FROM own)
		OR ${alias}.user_id IN (SELECT m.user_id FROM members m JOIN own USING (id)))`;
/** The query of the ids of these records. */
const OWN_PAYEES = `SELECT p.id FROM payees p WHERE ${isOwn("p")}`;

const RECORD = `SELECT p.kind, p.name, p.seal_id, p.person_key, p.national_id, p.is_resident, p.email, p.phone, p.address, p.note,
	p.created_at FROM payees p`;
const ACCOUNTS = "SELECT bank_code, branch, account, holder, is_active, created_at FROM payee_accounts";
const EXEMPTIONS = "SELECT kind, paper, shown_on, until FROM payee_exemptions";
/** The condition of a payee `p` whose data are in no member's copy, and who is not erased. */
const IS_NOBODYS = "p.member_id IS NULL AND p.merged_member_id IS NULL AND p.pseudonymised_at IS NULL";
/** The condition of the rows of payees, under an alias and by the column of the payee's id, that an erasure is about. */
const isErased = (id: string): string => `(${id} IN (${OWN_PAYEES}) OR ${id} IN ${EARNERS})`;

export const payees = personal({
	copy: {
		payee: {
			place: 152,
			title: "受款人資料",
			fields: [
				code("kind", "種類", PAYEE_KIND_LABELS),
				text("name", "姓名或名稱"),
				text("national_id", "身分證字號或居留證號"),
				code("is_resident", "居住者", { 1: "是", 0: "否" }),
				text("email", "電子郵件"),
				text("phone", "電話"),
				text("address", "地址"),
				text("note", "備註"),
				time("created_at", "建檔時間"),
			],
			rows: `${RECORD} WHERE ${isOwn("p")} ORDER BY p.id`,
			ofPayee: `${RECORD} WHERE p.id = ? AND ${IS_NOBODYS}`,
		},
		payee_accounts: {
			place: 153,
			title: "收款帳號",
			fields: [
				text("bank_code", "金融機構代碼"),
				text("branch", "分行"),
				text("account", "帳號"),
				text("holder", "戶名"),
				code("is_active", "使用中", { 1: "是", 0: "否" }),
				time("created_at", "登錄時間"),
			],
			rows: `${ACCOUNTS} WHERE payee_id IN (${OWN_PAYEES}) ORDER BY id`,
			ofPayee: `${ACCOUNTS} WHERE payee_id = ? ORDER BY id`,
		},
		payee_exemptions: {
			place: 154,
			title: "免扣補充保費的證明",
			fields: [
				code("kind", "類別", EXEMPTION_LABELS),
				text("paper", "證明文件"),
				text("shown_on", "出示日期"),
				text("until", "最後一天"),
			],
			rows: `${EXEMPTIONS} WHERE payee_id IN (${OWN_PAYEES}) ORDER BY id`,
			ofPayee: `${EXEMPTIONS} WHERE payee_id = ? ORDER BY id`,
		},
		payee_payments: {
			place: 155,
			title: "協會付給您的款項",
			fields: [
				text("number", "支出申請編號"),
				text("title", "事由"),
				text("gross", "金額"),
				text("tax", "代扣所得稅"),
				text("premium", "代扣補充保費"),
				text("net", "實付"),
				code("state", "狀態", FINANCE_STATE_LABELS),
				text("day", "付款日期"),
			],
			ofPayee: `${PAYMENTS_TO} ORDER BY coalesce(day, '9999'), id`,
		},
	},
	inCopy: {
		"payees.member_id": "payee",
		"payees.merged_member_id": "payee",
		"payees.user_id": "payee",
	},
	erased: {
		payees:
			"contacts, accounts and note; of whom nothing was paid also name, number and address; what was paid stays: vouchers and the withholding of taxes",
	},
	erases: [{ place: 128, run: ({ id, at }) => erasePayees(among(id, OWN_PAYEES), at) }],
	merges: [
		{
			table: "payees",
			column: "member_id",
			place: 125,
			moves: ({ kept, other }) => [
				sql`UPDATE payees SET member_id = ${kept} WHERE member_id = ${other}
					AND NOT EXISTS (SELECT 1 FROM payees WHERE member_id = ${kept})`,
				// Both had a record: the other one stays theirs too, as their second.
				sql`UPDATE payees SET member_id = NULL, merged_member_id = ${kept} WHERE member_id = ${other}`,
			],
		},
		movesAll(126, ["payees", "merged_member_id"]),
	],
	freeText: {
		payees: {
			goes: `${isErased("t.id")} AND NOT ${isPaid("t.id")}`,
			kept: `${isErased("t.id")} AND ${isPaid("t.id")}`,
		},
		payee_accounts: { link: "t.payee_id", goes: isErased("t.payee_id") },
		payee_exemptions: { link: "t.payee_id", kept: "true" },
	},
	noFreeText: {
		payees: {
			columns: "seal_id person_key national_id national_id_hash national_id_mask name_folded",
			why: "sealed, or made of what is",
		},
	},
});
