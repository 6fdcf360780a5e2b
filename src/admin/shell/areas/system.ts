import { paths } from "#http/paths.ts";
import type { StaffArea } from "./area.ts";

const group = "系統";

/** The entries of the menu's group 系統, in the order of the menu. */
export const SYSTEM_AREAS: readonly StaffArea[] = [
	{
		group,
		label: "待第二人確認",
		href: paths.admin.confirmations.list(),
		gate: "second_persons",
		waits: "confirmations",
		words: ["第二人", "確認", "覆核", "confirmations"],
	},
	{
		group,
		label: "使用者",
		href: paths.admin.users.list(),
		gate: "users",
		words: ["帳號", "人員", "邀請", "啟用碼", "停用", "users"],
	},
	{
		group,
		label: "角色",
		href: paths.admin.roles.list(),
		gate: "roles",
		words: ["權限", "職務", "roles"],
	},
	{
		group,
		label: "設定",
		href: paths.admin.settings.show(),
		gate: "settings",
		words: ["協會名稱", "會址", "統一編號", "標誌", "會費", "官網網址", "寄件人", "兩步驟驗證", "settings"],
	},
	{
		group,
		label: "郵件",
		href: paths.admin.mail.list(),
		gate: "mail",
		words: ["信件", "寄信", "退信", "電子郵件", "mail"],
	},
	{
		group,
		label: "稽核紀錄",
		href: paths.admin.audit.list(),
		gate: "audit",
		words: ["歷程", "操作紀錄", "誰改過", "audit", "log"],
	},
	{
		group,
		label: "個資存取紀錄",
		href: paths.admin.members.privacy.access(),
		gate: "access_log",
		words: ["個資", "誰看過", "敏感資料", "access"],
	},
	{
		group,
		label: "系統狀態",
		href: paths.admin.health.show(),
		gate: "operations",
		words: ["健康", "備份", "排程", "金鑰", "容量", "檢查", "health"],
	},
	{
		group,
		label: "處理失敗項目",
		href: paths.admin.deadLetters.list(),
		gate: "operations",
		words: ["重試", "錯誤", "佇列", "dead letters"],
	},
];
