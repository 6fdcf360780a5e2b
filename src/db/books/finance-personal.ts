import { movesAll, personal } from "#db/personal-data.ts";
import { financeNumberOf } from "#db/record-numbers.ts";
import { FINANCE_STATE_LABELS, PAY_BY_LABELS } from "#domain/books/finance/labels.ts";
import { code, text, time } from "#kernel/copy-fields.ts";

export const finance = personal({
	copy: {
		finance: {
			place: 160,
			title: "協會付給您的款項",
			fields: [
				text("number", "支出申請編號"),
				text("title", "事由"),
				text("payee_name", "受款人"),
				code("pay_by", "付款方式", PAY_BY_LABELS),
				text("payee_bank", "受款銀行"),
				text("payee_account", "受款帳號"),
				text("gross", "金額"),
				text("income_tax", "代扣所得稅"),
				text("nhi", "代扣補充保費"),
				text("net", "實付"),
				code("state", "狀態", FINANCE_STATE_LABELS),
				text("paid_on", "付款日期"),
				time("created_at", "申請時間"),
			],
			rows: `SELECT ${financeNumberOf("finance_documents")} AS number, title, payee_name, pay_by, payee_bank, payee_account,
				gross, income_tax, nhi, net, state, paid_on, created_at
			FROM finance_documents WHERE payee_member_id IN (SELECT id FROM own) OR payee_user_id IN (SELECT user_id FROM own)
				OR payee_id IN (SELECT id FROM payees WHERE member_id IN (SELECT id FROM own) OR merged_member_id IN (SELECT id FROM own))
			ORDER BY id`,
		},
		finance_shares: {
			place: 161,
			title: "協會由清冊付給您的款項",
			fields: [
				text("number", "支出申請編號"),
				text("title", "主旨"),
				text("reason", "事由"),
				text("gross", "應領"),
				text("category", "所得類別"),
				text("tax", "代扣所得稅"),
				text("premium", "代扣補充保費"),
				text("own", "勞健保自付與勞退自提"),
				text("net", "實領"),
				text("account", "受款帳號"),
				code("state", "狀態", FINANCE_STATE_LABELS),
				text("paid_on", "付款日期"),
			],
			rows: `SELECT ${financeNumberOf("d")} AS number, d.title, s.reason, s.gross, s.category, s.tax, s.premium,
				s.labour + s.health + s.pension AS own, s.net, trim(s.bank_code || ' ' || s.account) AS account, d.state, d.paid_on
			FROM finance_shares s JOIN finance_documents d ON d.id = s.document_id
			WHERE s.payee_id IN (SELECT id FROM payees WHERE member_id IN (SELECT id FROM own) OR merged_member_id IN (SELECT id FROM own)
				OR user_id IN (SELECT user_id FROM own)) OR s.member_id IN (SELECT id FROM own)
			ORDER BY s.id`,
		},
	},
	inCopy: {
		"finance_documents.payee_member_id": "finance",
		"finance_documents.payee_user_id": "finance",
		"finance_shares.member_id": "finance_shares",
	},
	leftOut: {
		"finance_documents.applicant_id":
			"what staff ask for is the association's work; what is paid to them is in the copy",
		"finance_events.on_behalf_of": "staff stay unnamed",
		"finance_events.user_id": "staff stay unnamed; one's own steps are in the history",
	},
	kept: {
		finance_documents:
			"whom was paid, for what and to which account, as it was approved and hashed: vouchers are kept as the tax laws ask; what is under way hinders",
		finance_shares: "whose 溢繳款 went back by a register, as it was approved: part of those vouchers",
		finance_events: "who approved what, with what they said: part of those vouchers",
	},
	merges: [movesAll(130, ["finance_documents", "payee_member_id"]), movesAll(131, ["finance_shares", "member_id"])],
	freeText: {
		finance: { kept: "t.state <> 'draft'" },
		finance_lines: {
			link: "t.document_id",
			kept: "(SELECT d.state FROM finance_documents d WHERE d.id = t.document_id) <> 'draft'",
		},
		finance_shares: {
			link: "t.document_id",
			kept: "(SELECT d.state FROM finance_documents d WHERE d.id = t.document_id) <> 'draft'",
		},
		finance_events: { link: "t.document_id", key: "t.document_id || ':' || t.seq", kept: "true" },
		finance_revisions: { link: "t.document_id", key: "t.document_id || ':' || t.revision", kept: "true" },
	},
	noFreeText: {
		finance_shares: { columns: "ruled payee_name_folded", why: "amounts by the rules; made of payee_name" },
		finance_documents: { columns: "payee_name_folded", why: "made of payee_name" },
		finance_events: { columns: "from_state to_state", why: "codes" },
		finance_steps: { columns: "step from_state to_state", why: "codes" },
	},
});
