import type { TemplateName } from "#domain/mail/templates.ts";

/** THE words: what each kind of mail is called. */
export const TEMPLATE_WORDS: Record<TemplateName, string> = {
	account_disabled: "帳號停用通知",
	announcement: "公告",
	audit_seal: "稽核紀錄封印",
	certificate_approved: "證明已核准",
	certificate_expired: "證明已到期",
	certificate_expiring: "證明即將到期",
	certificate_rejected: "證明需要補正",
	certificate_revoked: "證明的核准已撤銷",
	dues_reminder: "會費提醒",
	email_change: "確認新的電子郵件",
	email_changed: "電子郵件已變更",
	finance_status: "支出申請的進度",
	finance_turn: "支出申請等您處理",
	finance_waiting: "支出申請等候過久",
	income_recorded: "謝謝捐款",
	income_reversed: "捐款紀錄已更正",
	payment_rejected: "繳費資料需要補正",
	payment_reversed: "繳費紀錄已更正",
	payment_verified: "繳費完成",
	phone_changed: "登入手機已變更",
	privacy_answered: "個人資料申請已有答覆",
	privacy_due: "個人資料申請的期限提醒",
	privacy_extended: "個人資料申請延長期限",
	invitation: "開通帳號邀請",
	link_request_linked: "會員資料已連結",
	link_request_refused: "會員資料需要補正",
	mail_test: "測試信",
	password_changed: "密碼已變更",
	password_reset: "重設密碼",
	second_factor_changed: "兩步驟驗證已變更",
	task_assigned: "任務交給您",
	task_due: "任務的期限提醒",
	webhook_disabled: "Webhook 停用通知",
	webhook_slow: "官網回應太慢通知",
};
/** What kind of mail it is; one whose template is gone is told by its code. */
export const templateWords = (template: string): string =>
	Object.entries(TEMPLATE_WORDS).find(([code]) => code === template)?.[1] ?? template;
