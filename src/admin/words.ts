/** THE words: what codes are called on the screen. Texts of a single page stand on that page. */
import type { PERMISSION_GROUPS, Permission } from "#domain/users/permissions.ts";

export const PERMISSION_GROUP_WORDS: Record<keyof typeof PERMISSION_GROUPS, string> = {
	members: "會員",
	office: "會務",
	dues: "會費與收款",
	finance: "財務",
	website: "官網",
	system: "系統",
	self: "會員專區",
};

export const PERMISSION_WORDS: Record<Permission, string> = {
	"members.view": "查看會員",
	"members.manage": "新增與修改會員",
	"members.approve": "核准入會",
	"members.merge": "合併重複的會員",
	"members.view_sensitive": "查看身分證字號與病況",
	"notes.manage": "寫備忘錄",
	"certificates.review": "審查身障證明",
	"announcements.manage": "管理會員公告",
	"tasks.manage": "管理任務",
	"documents.manage": "管理內部文件",
	"dues.manage": "管理應繳會費",
	"payments.record": "登錄收款",
	"payments.verify": "核對收款",
	"payments.reverse": "沖銷收款",
	"bank.manage": "匯入與對帳銀行檔",
	"receipts.issue": "開立收據",
	"receipts.void": "作廢收據",
	"income.manage": "管理其他收入與捐款",
	"finance.submit": "提出支出申請",
	"finance.view": "查看全部支出申請",
	"finance.review.cashier": "出納審核",
	"finance.review.accountant": "會計審核",
	"finance.review.chair": "理事長核准",
	"finance.pay": "付款",
	"ledger.view": "查看帳冊",
	"ledger.post": "過帳傳票",
	"ledger.reopen": "重開會計期間",
	"periods.close": "結帳",
	"reports.view": "查看財務報表",
	"articles.manage": "管理文章",
	"categories.manage": "管理分類",
	"tags.manage": "管理標籤",
	"pages.manage": "管理單頁",
	"media.manage": "管理媒體庫",
	"documents.publish": "發布公開文件",
	"announcements.publish": "發布公開公告",
	"webhooks.manage": "管理 Webhook",
	"users.manage": "管理使用者",
	"roles.manage": "管理角色",
	"settings.manage": "修改設定",
	"audit.view": "查看稽核紀錄",
	"mail.view": "查看寄信紀錄",
	"operations.manage": "處理失敗項目與系統狀態",
	"member.own": "使用會員專區",
};

/** What the audit log calls each thing that was done, by its noun and its verb. */
const NOUNS: Record<string, string> = {
	announcement: "公告",
	article: "文章",
	audit_log: "稽核紀錄",
	bank_account: "收款帳戶",
	bank_line: "銀行明細",
	bank_statement: "銀行檔",
	category: "分類",
	certificate: "身障證明",
	dead_letter: "失敗項目",
	deputy: "職務代理",
	document: "文件",
	dues: "應繳會費",
	file: "檔案",
	link_request: "連結申請",
	mail: "郵件",
	media: "媒體",
	member: "會員",
	note: "備忘錄",
	page: "單頁",
	payment_import: "收款匯入",
	privacy_request: "個人資料申請",
	receipt: "收據",
	receipt_series: "收據號碼",
	role: "角色",
	roster: "名冊",
	settings: "設定",
	site: "官網內容",
	tag: "標籤",
	user: "使用者",
	webhook: "Webhook",
	webhook_delivery: "Webhook 通知",
	webhook_endpoint: "Webhook",
};

/** The kinds of record that the audit log names. */
export const nounWords = (type: string): string => NOUNS[type] ?? type;
/** Whether the log has records of this kind. */
export const isNoun = (type: string): boolean => type in NOUNS;

const KINDS = [
	"member",
	"user",
	"role",
	"deputy",
	"settings",
	"article",
	"page",
	"category",
	"tag",
	"certificate",
	"dues",
	"bank_account",
	"bank_line",
	"bank_statement",
	"link_request",
	"file",
	"media",
	"mail",
	"webhook_endpoint",
	"webhook_delivery",
	"dead_letter",
];
/** The kinds of record that the audit page offers to look for. */
export const KNOWN_KINDS = KINDS.map((value) => ({ value, label: nounWords(value) }));

const ACTORS: Record<string, string> = {
	cron: "系統排程",
	operator: "系統維運",
	import: "匯入",
	visitor: "未登入的訪客",
	webhooks: "Webhook 寄送",
};
/** Those that the audit page offers to look for. */
export const KNOWN_ACTORS = Object.entries(ACTORS).map(([value, label]) => ({ value, label }));
/** Who did it, where it was nobody who is signed in. */
export const actorWords = (actor: string): string => ACTORS[actor] ?? actor;
