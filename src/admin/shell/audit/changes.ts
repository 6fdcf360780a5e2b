import { purposeWords } from "#admin/books/index.ts";
import { eventsWords, eventWords } from "#admin/content/index.ts";
import { groupWords, settingNamed, templateWords, valueWords } from "#admin/system/index.ts";
import { nounWords, PERMISSION_WORDS } from "#admin/words.ts";
import type { ListedAuditRow } from "#db/system/index.ts";
import {
	DUES_KIND_LABELS,
	DUES_STATUS_LABELS,
	INCOME_KIND_LABELS,
	RECEIPT_METHOD_LABELS,
} from "#domain/money/index.ts";
import { TASK_STATUS_LABELS } from "#domain/office/index.ts";
import { BAN_REASON_LABELS, GUARDIAN_ROLE_LABELS } from "#domain/people/index.ts";
import { own } from "#kernel/own.ts";
import { dayText } from "#kernel/written.ts";
import { isPermission } from "#permissions.ts";
import { STATE_LOOKS } from "#ui/content-status.ts";
import { figure } from "#ui/money.ts";
import { timeWords } from "#ui/time.ts";
import type { ChangeLine } from "./change-line.ts";
import { memberChanges } from "./member-changes.ts";

/** The functions that look up names for ids in the log. */
export type Names = { role: (id: number) => string | undefined };

const FIELDS: Record<string, string> = {
	address: "地址",
	added: "增加的權限",
	again: "確認是另一筆錢",
	alt: "替代文字",
	amount: "金額",
	archivedAt: "封存時間",
	articles: "文章數",
	assignee: "負責人（使用者的流水號）",
	body: "內容",
	category: "分類",
	city: "縣市",
	code: "代號",
	columns: "欄位",
	date: "日期",
	description: "說明",
	email: "電子郵件",
	disability: "身障證明",
	due_on: "期限",
	events: "事件",
	fields: "修改的欄位",
	guardian: "監護人（會員的流水號）",
	ban: "不得告知的紀錄",
	person: "對象（會員的流水號）",
	guardian_role: "監護人的身分",
	second_guardian: "第二位監護人（會員的流水號）",
	filter: "條件",
	format: "格式",
	identity: "身分",
	ids: "勾選人數",
	isPinned: "置頂",
	is_active: "使用中",
	is_published: "徵信公告刊登姓名",
	naming: "捐款徵信刊登",
	public_name: "捐款徵信刊登的名稱",
	is_named: "捐款徵信刊登姓名",
	from_on: "加入的日期",
	gifts: "捐款筆數",
	group: "群組",
	board_on: "理事會通過日期",
	board_no: "理事會屆次",
	audit_on: "監事會審核日期",
	meeting_on: "會員大會通過日期",
	meeting_no: "會員大會屆次",
	filed_on: "報備日期",
	filed_no: "備查文號",
	items: "筆數",
	kind: "種類",
	kinds: "種類",
	lines: "分錄",
	media: "檔案",
	members: "人數",
	member_no: "會員編號",
	merged: "併入的資料（會員的流水號）",
	merged_into: "併入",
	method: "繳費方式",
	moved_to: "文章移到",
	name: "名稱",
	national_id: "證號",
	note: "備註",
	notes: "備忘錄",
	number: "版次",
	other: "另一位（會員的流水號）",
	own: "僅自己的",
	part: "表",
	path: "網址",
	payments: "筆數",
	permissions: "權限",
	phone: "手機號碼",
	pinnedUntil: "置頂到",
	position: "順序",
	priority: "優先順序",
	publishAt: "排程發布的時間",
	publishedAt: "發布時間",
	reason: "原因",
	record: "紀錄",
	removed: "移除的權限",
	rows: "筆數",
	meeting: "會議",
	held_on: "會議日期",
	present: "出席人數",
	in_favour: "同意人數",
	resolution_no: "決議會次",
	resolution_on: "決議日期",
	roles: "角色",
	search: "搜尋文字",
	slug: "網址",
	state: "狀態",
	status: "狀態",
	tag: "標籤",
	tasks: "任務數",
	title: "標題",
	turns_next_year: "次年迴轉",
	texts: "改用新檔案的內容",
	trashedAt: "丟棄時間",
	user: "登入帳號（使用者的流水號）",
	type: "類別",
	until_on: "最後一天",
	unpublishAt: "排程下架的時間",
	year: "年度",
};
const STATES: Record<string, string> = Object.fromEntries(
	Object.entries(STATE_LOOKS).map(([state, { word }]) => [state, word]),
);
/** The Chinese words for the codes of each field. */
const CODES: Record<string, Record<string, string>> = {
	fields: FIELDS,
	from: STATES,
	state: STATES,
	to: STATES,
	status: { ...DUES_STATUS_LABELS, ...TASK_STATUS_LABELS },
	kind: { ...DUES_KIND_LABELS, ...INCOME_KIND_LABELS },
	kinds: DUES_KIND_LABELS,
	method: RECEIPT_METHOD_LABELS,
	guardian_role: GUARDIAN_ROLE_LABELS,
	reason: BAN_REASON_LABELS,
};
/** The labels of `from` and `to` at the top level of a row's changes, by the type of its record. */
const ENDS: Record<string, { from: string; to?: string }> = {
	article: { from: "原狀態", to: "新狀態" },
	deputy: { from: "起日", to: "迄日" },
	media: { from: "原檔案", to: "新檔案" },
	webhook_endpoint: { from: "原網址的主機" },
};
const PURPOSES: Record<string, string> = {
	certificate: "身障證明",
	payment_proof: "繳費證明",
	finance: "支出憑證",
	document: "文件",
	logo: "標誌",
	member_field: "自訂欄位的檔案",
	import: "匯入的檔案",
};

/**
 * Returns in words the record that a row is about: 設定：會費, 使用者：王小明, 支出申請 F115-0014; a record without a
 * number of its own, or that is gone, by the id that is stored.
 */
export function recordWords({ type, auditableId, subjectName, recordNumber }: ListedAuditRow, names: Names): string {
	if (type === "settings") return `${nounWords(type)}：${groupWords(auditableId)}`;
	const own = type === "role" ? names.role(Number(auditableId)) : subjectName;
	if (recordNumber !== null) return `${nounWords(type)} ${recordNumber}`;
	// The ids of mails and deliveries are long and say nothing to a reader.
	return own
		? `${nounWords(type)}：${own}`
		: `${nounWords(type)} ${/^\d+$/.test(auditableId) ? auditableId : ""}`.trim();
}

/** Returns a row's description in words; empty when the record's name says it already. */
export function descriptionWords({ type, auditableId, description }: ListedAuditRow): string {
	if (type === "settings")
		return description
			.split(", ")
			.map((name) => settingNamed(auditableId, name)?.label ?? name)
			.join("、");
	if (type === "file") return PURPOSES[description] ?? description;
	if (type === "mail") return templateWords(description);
	if (type === "webhook_delivery") return eventWords(description);
	return type === "role" || MADE.has(description) ? "" : numbered(description, auditableId);
}

/**
 * Descriptions of rows that were written before the record had a number. They are not shown, because the action says as
 * much.
 */
const MADE = new Set([
	"new user",
	"new member",
	"manual voucher",
	"payment",
	"deposit",
	"donor",
	"payee",
	"import",
	"admin",
]);

/** Returns a description such as `member 12` as 會員 12; empty when it names the record itself. */
function numbered(description: string, own: string): string {
	const [, noun, number] = /^([a-z_]+) (\d+)$/.exec(description) ?? [];
	if (noun === undefined) return description;
	return number === own ? "" : `${nounWords(noun)} ${number}`;
}

/**
 * Returns what changed, from which value to which; empty when the row has no changes. A text that is not a JSON object
 * is shown as it is.
 */
export function changeLines(row: ListedAuditRow, names: Names): ChangeLine[] {
	const changes = parsed(row.changes);
	if (changes === undefined) return [{ label: "內容", to: row.changes }];
	const { lines, rest } = row.type === "member" ? memberChanges(changes) : { lines: [], rest: changes };
	// How a record stood before a step is kept to take the step back.
	const told = Object.entries(rest).filter(([name]) => name !== "stood");
	const others = told.map(([name, value]) => {
		const end = name === "from" || name === "to" ? ENDS[row.type]?.[name] : undefined;
		const setting = row.type === "settings" ? settingNamed(row.auditableId, name) : undefined;
		const purpose = row.type === "posting_accounts" ? purposeWords(name) : undefined;
		const label = end ?? setting?.label ?? purpose ?? own(FIELDS, name) ?? name;
		const words = (one: unknown) => (setting ? valueWords(setting, one) : textOf(name, one, names));
		return isChange(value) ? { label, from: words(value.from), to: words(value.to) } : { label, to: words(value) };
	});
	return [...lines, ...others];
}

const DAY = /^\d{4}-\d\d-\d\d$/;
function textOf(name: string, value: unknown, names: Names): string {
	if (value === null || value === undefined) return "";
	if (name === "events" && Array.isArray(value)) return eventsWords(value.map(String));
	if (Array.isArray(value)) return value.map((one) => textOf(name, one, names)).join("、");
	if (typeof value === "boolean") return value ? "是" : "否";
	if (isRecord(value))
		return Object.entries(value)
			.map(([inner, one]) => `${own(FIELDS, inner) ?? inner}：${textOf(inner, one, names)}`)
			.join("、");
	if (typeof value === "number") return numberWords(name, value, names);
	const text = String(value);
	if (DAY.test(text)) return dayText(text);
	if (isPermission(text)) return PERMISSION_WORDS[text];
	return own(own(CODES, name), text) ?? text;
}

function numberWords(name: string, value: number, names: Names): string {
	if (name === "roles") return names.role(value) ?? `角色 ${value}`;
	if (/(?:At|Until|_at)$/.test(name)) return timeWords(value);
	const isNamed = (own(FIELDS, name) ?? "").includes("流水號") || /(?:^|_)(?:id|year)$/.test(name);
	return isNamed ? String(value) : figure(value);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
	isRecord(value) && Object.keys(value).sort().join() === "from,to";

function parsed(json: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(json);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
