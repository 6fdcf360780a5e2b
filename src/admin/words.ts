/** THE words: what codes are called on the screen. Texts of a single page stand on that page. */
import type { TemplateName } from "#domain/mail/templates.ts";
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
	article: "文章",
	audit_log: "稽核紀錄",
	dead_letter: "失敗項目",
	deputy: "職務代理",
	file: "檔案",
	mail: "郵件",
	role: "角色",
	settings: "設定",
	site: "官網內容",
	user: "使用者",
	webhook: "Webhook",
	webhook_delivery: "Webhook 通知",
	webhook_endpoint: "Webhook",
};

const ACTIONS: Record<string, string> = {
	"audit.export": "匯出稽核紀錄",
	"content.import": "匯入官網內容",
	"dead_letter.replay": "重新處理失敗項目",
	"deputy.end": "結束職務代理",
	"deputy.name": "指定職務代理人",
	"file.create": "上傳檔案",
	"file.delete": "刪除檔案",
	"file.view": "查看檔案",
	"mail.resend": "重新寄送郵件",
	"mail.test": "寄送測試信",
	"role.create": "新增角色",
	"role.edit": "修改角色",
	"role.remove": "刪除角色",
	"settings.update": "修改設定",
	"user.accept_invitation": "接受邀請",
	"user.activate": "以啟用碼設定密碼",
	"user.ask_email_change": "申請變更電子郵件",
	"user.ask_password_reset": "申請重設密碼",
	"user.change_email": "變更電子郵件",
	"user.change_password": "變更密碼",
	"user.change_phone": "變更手機號碼",
	"user.clear_second_factor": "清除兩步驟驗證",
	"user.confirm_password": "重新確認身分",
	"user.create": "新增使用者",
	"user.disable": "停用使用者",
	"user.disable_second_factor": "關閉兩步驟驗證",
	"user.edit": "修改使用者",
	"user.enable": "恢復使用者",
	"user.enable_second_factor": "開啟兩步驟驗證",
	"user.end_other_sessions": "登出其他裝置",
	"user.end_session": "登出一個裝置",
	"user.end_sessions": "登出所有裝置",
	"user.invite": "邀請使用者",
	"user.issue_activation_code": "核發啟用碼",
	"user.make_admin": "設為系統管理員",
	"user.recover": "以指令恢復登入",
	"user.renew_recovery_codes": "更換備用碼",
	"user.reset_password": "重設密碼",
	"user.reset_second_factor": "重設兩步驟驗證",
	"user.set_roles": "變更角色",
	"user.sign_in": "登入",
	"user.sign_out": "登出",
	"user.start_second_factor": "開始設定兩步驟驗證",
	"user.use_recovery_code": "使用備用碼",
	"webhook.create": "新增 Webhook",
	"webhook.disable": "停用 Webhook",
	"webhook.enable": "啟用 Webhook",
	"webhook.ping": "測試 Webhook",
	"webhook.redeliver": "重新送出 Webhook",
	"webhook.remove": "刪除 Webhook",
	"webhook.rotate": "更換 Webhook 密鑰",
	"webhook.update": "修改 Webhook",
};
/** The actions that the audit page offers to look for. */
export const KNOWN_ACTIONS = Object.entries(ACTIONS).map(([value, label]) => ({ value, label }));
/** What was done, in words; an action without words of its own is told by its noun. */
export const actionWords = (action: string): string =>
	ACTIONS[action] ?? (NOUNS[action.split(".")[0] ?? ""] ? `${NOUNS[action.split(".")[0] ?? ""]}：${action}` : action);
/** The kinds of record that the audit log names. */
export const nounWords = (type: string): string => NOUNS[type] ?? type;
const KINDS = [
	"user",
	"role",
	"deputy",
	"settings",
	"article",
	"file",
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

export const TEMPLATE_WORDS: Record<TemplateName, string> = {
	account_disabled: "帳號停用通知",
	audit_seal: "稽核紀錄封印",
	email_change: "確認新的電子郵件",
	email_changed: "電子郵件已變更",
	phone_changed: "登入手機已變更",
	invitation: "開通帳號邀請",
	mail_test: "測試信",
	password_changed: "密碼已變更",
	password_reset: "重設密碼",
	second_factor_changed: "兩步驟驗證已變更",
	webhook_disabled: "Webhook 停用通知",
};
/** What kind of mail it is; one whose template is gone is told by its code. */
export const templateWords = (template: string): string =>
	Object.entries(TEMPLATE_WORDS).find(([code]) => code === template)?.[1] ?? template;
