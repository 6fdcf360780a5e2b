import { TASK_STATUS_LABELS } from "#domain/office/index.ts";
import {
	CONSENT_NAMES,
	DISABILITY_LABELS,
	FIELD_NAMES,
	type FieldName,
	GENDER_LABELS,
	GROUNDS,
	IDENTITY_TYPE_LABELS,
	MEMBER_STATUS_LABELS,
	RECORD,
	type RecordField,
} from "#domain/people/index.ts";
import { MEMBERSHIP_TYPE_LABELS } from "#kernel/membership-types.ts";
import { own } from "#kernel/own.ts";
import { code, type Field, text, time, yes } from "./fields.ts";
import { MAIL_SECTIONS } from "./mail-sections.ts";
import { MONEY_SECTIONS } from "./money-sections.ts";
import type { Section } from "./section.ts";

/** A row of a section: its values by the names of its fields. */
export type Item = Record<string, unknown>;

const CHANNELS = { web: "網站", paper: "紙本", roster: "名冊", association: "協會主動" };
const CERTIFICATES = {
	pending: "審核中",
	approved: "已核准",
	rejected: "未通過",
	withdrawn: "已撤回",
	replaced: "已更換",
};
const REQUESTS = { open: "處理中", done: "已辦理", refused: "已拒絕", withdrawn: "已撤回" };
const KINDS = { copy: "取得複本", correction: "更正", deletion: "刪除" };
const LOGINS = { invited: "待啟用", active: "使用中", disabled: "已停用" };
const WAYS = { phone: "手機號碼", email: "電子郵件", second_factor: "密碼正確，驗證碼不對" };
const LINKS = {
	invitation: "開通帳號",
	password_reset: "重設密碼",
	email_change: "變更電子郵件",
	activation: "啟用碼",
	recovery: "備用碼",
};
const LINK_REQUESTS = { open: "處理中", linked: "已連結", created: "已建立新會員", refused: "已退回" };
const PURPOSES = {
	certificate: "身障證明",
	payment_proof: "繳費證明",
	finance: "支出憑證",
	document: "文件",
	logo: "標誌",
	import: "匯入的檔案",
};
const OUTCOMES = {
	created: "新建",
	updated: "更新",
	filled: "補上空白",
	unchanged: "沒有變動",
	conflict: "有疑義",
	skipped: "略過",
	error: "錯誤",
};

const CODES = {
	identity_type: IDENTITY_TYPE_LABELS,
	membership_type: MEMBERSHIP_TYPE_LABELS,
	gender: GENDER_LABELS,
};
const labelOf = ({ copy, label }: RecordField): string => copy ?? label;
const { member_no, name, name_en, identity_type, membership_type, joined_on, ...others } = Object.fromEntries(
	FIELD_NAMES.map((field) => {
		const labels = own<Record<string, string>>(CODES, field);
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
	text("source", "資料來源"),
	code("disability_status", "身心障礙證明", DISABILITY_LABELS),
	text("disability_until", "身心障礙證明有效到"),
	text("paid_year", "會費繳到哪一年（西元）"),
	text("owed_years", "未繳會費的年度（西元）"),
	text("merged_into", "已併入的流水號"),
	time("created_at", "建檔時間"),
	time("updated_at", "最後修改"),
];

/** The only list of the sections of a copy, in their order. */
export const SECTIONS: readonly Section[] = [
	{ code: "record", title: "會員資料", fields: RECORD_FIELDS },
	{ code: "numbers", title: "會員編號", fields: [text("member_no", "會員編號"), time("at", "給號時間")] },
	{ code: "family", title: "監護人與受監護會員", fields: [text("relation", "關係"), text("name", "姓名")] },
	{
		code: "notes",
		title: "協會寫的備忘錄",
		fields: [
			text("content", "內容"),
			text("author", "作者"),
			time("created_at", "寫下的時間"),
			time("updated_at", "最後修改"),
			time("hidden_at", "隱藏時間"),
			text("hidden_reason", "隱藏原因"),
		],
	},
	{
		code: "tasks",
		title: "和您有關的任務",
		fields: [
			text("title", "標題"),
			text("body", "內容"),
			code("status", "狀態", TASK_STATUS_LABELS),
			text("due_on", "期限"),
			text("notes", "備忘錄"),
			time("created_at", "建立時間"),
			time("closed_at", "結束時間"),
		],
	},
	{
		code: "certificates",
		title: "身心障礙證明",
		fields: [
			time("created_at", "送出時間"),
			code("status", "結果", CERTIFICATES),
			yes("is_revoked", "已撤銷"),
			text("valid_until", "有效到"),
			time("reviewed_at", "審查時間"),
			text("reason", "原因"),
			yes("on_paper", "由紙本登錄"),
			text("file", "檔案"),
		],
	},
	{
		code: "consents",
		title: "同意紀錄",
		fields: [
			code("kind", "同意事項", CONSENT_NAMES),
			text("text_version", "文字版本"),
			code("given", "同意或收回", { "1": "同意", "0": "收回" }),
			code("channel", "方式", CHANNELS),
			text("signed_on", "紙本簽署日期"),
			time("at", "時間"),
		],
	},
	{
		code: "requests",
		title: "個人資料申請",
		fields: [
			code("kind", "申請", KINDS),
			text("content", "內容"),
			code("channel", "方式", CHANNELS),
			code("status", "狀態", REQUESTS),
			text("received_on", "收到"),
			text("due_on", "期限"),
			text("extension_reason", "延長的原因"),
			code("grounds", "拒絕的理由", GROUNDS),
			text("answer", "答覆"),
			time("closed_at", "結案時間"),
		],
	},
	...MONEY_SECTIONS,
	{
		code: "login",
		title: "登入帳號",
		fields: [
			text("name", "名稱"),
			text("email", "電子郵件"),
			text("phone", "手機號碼"),
			code("status", "狀態", LOGINS),
			time("created_at", "建立時間"),
			time("last_sign_in_at", "最後登入"),
			time("password_changed_at", "最後變更密碼"),
			time("totp_enabled_at", "開啟兩步驟驗證"),
		],
	},
	{ code: "roles", title: "角色", fields: [text("name", "角色")] },
	{
		code: "sessions",
		title: "登入紀錄",
		fields: [
			time("created_at", "登入時間"),
			time("last_seen_at", "最後使用"),
			time("ended_at", "登出時間"),
			text("ip_address", "IP 位址"),
			text("user_agent", "瀏覽器"),
		],
	},
	{
		code: "failed_sign_ins",
		title: "登入失敗紀錄",
		fields: [time("at", "時間"), code("way", "方式", WAYS), text("network", "網路"), text("device", "瀏覽器")],
	},
	{
		code: "links",
		title: "一次性連結與代碼",
		fields: [
			code("purpose", "用途", LINKS),
			text("email", "電子郵件"),
			time("created_at", "發出時間"),
			time("expires_at", "到期時間"),
			time("used_at", "使用或作廢時間"),
		],
	},
	{
		code: "deputies",
		title: "職務代理",
		fields: [
			code("role", "身分", { principal: "本人", deputy: "代理人" }),
			text("starts_on", "起日"),
			text("ends_on", "迄日"),
		],
	},
	{
		code: "link_requests",
		title: "連結申請",
		fields: [
			code("status", "結果", LINK_REQUESTS),
			text("reason", "退回的原因"),
			time("created_at", "送出時間"),
			time("closed_at", "處理時間"),
			text("sent", "送出的內容"),
		],
	},
	...MAIL_SECTIONS,
	{
		code: "files",
		title: "檔案",
		fields: [
			text("filename", "檔名"),
			code("purpose", "用途", PURPOSES),
			text("size", "大小（位元組）"),
			time("created_at", "上傳時間"),
			time("deleted_at", "刪除時間"),
		],
	},
	{
		code: "imports",
		title: "名冊匯入",
		fields: [
			text("filename", "名冊"),
			code("outcome", "結果", OUTCOMES),
			time("applied_at", "套用時間"),
			text("changed", "匯入前的內容"),
		],
	},
	{
		code: "reads",
		title: "誰看過敏感資料",
		fields: [time("at", "時間"), text("who", "身分"), text("action", "動作")],
	},
	{
		code: "history",
		title: "與您有關的操作紀錄",
		fields: [
			time("at", "時間"),
			text("who", "執行者"),
			text("action", "動作"),
			text("changes", "變更內容"),
			text("ip_address", "IP 位址（您自己的操作）"),
		],
	},
];
