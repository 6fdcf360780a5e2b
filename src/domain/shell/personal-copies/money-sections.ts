import { FINANCE_STATE_LABELS, PAY_BY_LABELS } from "#domain/books/index.ts";
import {
	DONOR_KIND_LABELS,
	DUES_KIND_LABELS,
	DUES_STATUS_LABELS,
	INCOME_KIND_LABELS,
	INCOME_METHOD_LABELS,
	INCOME_STATE_LABELS,
	OWN_PAYMENT_STATUS_LABELS,
	PAYMENT_METHOD_LABELS,
} from "#domain/money/index.ts";
import { DISABILITY_LABELS } from "#domain/people/index.ts";
import { code, type Field, text, time, yes } from "./fields.ts";

const DUES_SOURCES = { assessment: "協會核算", import: "名冊記載已繳" };
const PAYMENT_PARTS = { entrance: "入會費", annual: "常年會費", donation: "捐款", credit: "溢繳款" };
const RECEIPTS = { issued: "已開立", voided: "已作廢" };
const NOTICES = { before_end: "到期前提醒", end: "到期提醒", grace_end: "寬限期滿提醒", manual: "繳費通知" };
const NOTICE_CHANNELS = { mail: "電子郵件", print: "紙本", line: "LINE" };

/** The sections of a copy about dues, payments and receipts, in their order. */
export const MONEY_SECTIONS = [
	{
		code: "dues",
		title: "應繳會費",
		fields: [
			code("kind", "會費", DUES_KIND_LABELS),
			text("dues_year", "年度（西元）"),
			text("base_amount", "原金額"),
			text("discount_percent", "減免（%）"),
			text("amount", "應繳"),
			text("paid_amount", "已繳"),
			code("status", "狀態", DUES_STATUS_LABELS),
			code("source", "來源", DUES_SOURCES),
			text("reason", "原因"),
			time("created_at", "產生時間"),
		],
	},
	{
		code: "payments",
		title: "繳費",
		fields: [
			text("id", "收款編號"),
			text("paid_on", "繳費日期"),
			code("method", "方式", PAYMENT_METHOD_LABELS),
			text("amount", "金額"),
			text("fee_amount", "手續費"),
			text("last5", "帳號末五碼"),
			text("payer_title", "抬頭"),
			text("remark", "說明"),
			code("status", "狀態", OWN_PAYMENT_STATUS_LABELS),
			text("reason", "原因"),
			text("old_receipt_no", "舊收據號碼"),
			time("submitted_at", "送出時間"),
			time("verified_at", "核對時間"),
			time("reversed_at", "沖銷時間"),
			text("proof", "繳費證明"),
		],
	},
	{
		code: "payment_parts",
		title: "每筆繳費用在哪裡",
		fields: [
			text("payment_id", "收款編號"),
			text("paid_on", "繳費日期"),
			code("kind", "用途", PAYMENT_PARTS),
			text("dues_year", "年度（西元）"),
			text("amount", "金額"),
			code("disability_status", "當時的身心障礙證明", DISABILITY_LABELS),
		],
	},
	{
		code: "receipts",
		title: "收據",
		fields: [
			text("number", "收據號碼"),
			text("payer_title", "抬頭"),
			text("amount", "金額"),
			text("items", "項目"),
			text("paid_on", "繳費日期"),
			text("issued_on", "開立日期"),
			code("status", "狀態", RECEIPTS),
			text("reason", "作廢原因"),
		],
	},
	{
		code: "dues_notices",
		title: "繳費通知",
		fields: [
			code("kind", "通知", NOTICES),
			code("channel", "方式", NOTICE_CHANNELS),
			text("period_end", "會籍到期日"),
			text("amount", "金額"),
			time("at", "時間"),
		],
	},
	{
		code: "donor",
		title: "捐款人資料",
		fields: [
			code("kind", "種類", DONOR_KIND_LABELS),
			text("name", "姓名或名稱"),
			text("national_id", "身分證字號或統一編號"),
			text("email", "電子郵件"),
			text("phone", "電話"),
			text("address", "地址"),
			yes("is_published", "徵信公告列出姓名"),
			text("note", "備註"),
			time("created_at", "建檔時間"),
		],
	},
	{
		code: "gifts",
		title: "捐款與其他收入",
		fields: [
			text("number", "收入編號"),
			text("received_on", "收到日期"),
			code("kind", "種類", INCOME_KIND_LABELS),
			text("payer_title", "抬頭"),
			text("amount", "金額"),
			text("items", "實物"),
			code("method", "方式", INCOME_METHOD_LABELS),
			text("purpose", "指定用途"),
			code("state", "狀態", INCOME_STATE_LABELS),
			text("note", "備註"),
			text("reason", "沖銷原因"),
		],
	},
	{
		code: "finance",
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
	},
] as const satisfies readonly { code: string; title: string; fields: readonly Field[] }[];
