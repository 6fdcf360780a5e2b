import { DUES_KIND_LABELS, DUES_STATUS_LABELS } from "#domain/dues/labels.ts";
import { DISABILITY_LABELS } from "#domain/members/labels.ts";
import { OWN_PAYMENT_STATUS_LABELS, PAYMENT_METHOD_LABELS } from "#domain/payments/labels.ts";
import { code, type Field, text, time } from "#domain/personal-copies/fields.ts";

const DUES_SOURCES = { assessment: "協會核算", import: "名冊記載已繳" };
const PAYMENT_PARTS = { entrance: "入會費", annual: "常年會費", donation: "捐款", credit: "溢繳款" };
const RECEIPTS = { issued: "已開立", voided: "已作廢" };
const NOTICES = { before_end: "到期前提醒", end: "到期提醒", grace_end: "寬限期滿提醒", manual: "繳費通知" };
const NOTICE_CHANNELS = { mail: "電子郵件", print: "紙本", line: "LINE" };

/** What a copy says of dues, payments and receipts, in its order. */
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
] as const satisfies readonly { code: string; title: string; fields: readonly Field[] }[];
