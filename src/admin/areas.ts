import { SITE_GROUP } from "#admin/ui/main-menu.ts";
import type { Gate } from "#auth/permissions.ts";
import { paths } from "#http/paths.ts";

/** An entry of the menu, shown to whom its gate opens. */
export type StaffArea = {
	group: string;
	label: string;
	href: string;
	gate: Gate;
	/** Other words under which the search finds it. */
	words: readonly string[];
};

const OFFICE = "會務";
const MONEY = "會費與收款";
const FINANCE = "財務";
const SYSTEM = "系統";

/** THE list of admin areas: the menu's groups and entries, in their order. */
export const AREAS: readonly StaffArea[] = [
	{
		group: OFFICE,
		label: "會員",
		href: paths.admin.members.list(),
		gate: "members",
		words: ["名冊", "病友", "家長", "會員編號", "備忘錄", "members"],
	},
	{
		group: OFFICE,
		label: "入會申請",
		href: paths.admin.members.applications(),
		gate: "members_approve",
		words: ["入會", "核准", "審核", "理監事會決議", "applications"],
	},
	{
		group: OFFICE,
		label: "連結申請",
		href: paths.admin.members.links.list(),
		gate: "members_manage",
		words: ["帳號連結", "登入", "核對", "links"],
	},
	{
		group: OFFICE,
		label: "可能重複的會員",
		href: paths.admin.members.duplicates(),
		gate: "members_merge",
		words: ["重複", "合併", "同一人", "同名", "duplicates"],
	},
	{
		group: OFFICE,
		label: "即將成年",
		href: paths.admin.members.turning(),
		gate: "members",
		words: ["滿 18 歲", "監護人", "成年", "turning 18"],
	},
	{
		group: OFFICE,
		label: "個人資料申請",
		href: paths.admin.members.privacy.list(),
		gate: "members_manage",
		words: ["個資", "隱私", "複本", "更正", "刪除", "去識別化", "同意書", "privacy"],
	},
	{
		group: OFFICE,
		label: "身障證明",
		href: paths.admin.certificates.list(),
		gate: "certificates",
		words: ["身心障礙證明", "審查", "減免", "到期", "certificates"],
	},
	{
		group: MONEY,
		label: "應繳會費",
		href: paths.admin.dues.list(),
		gate: "dues_view",
		words: ["會費", "常年會費", "入會費", "免繳", "減免", "dues"],
	},
	{
		group: MONEY,
		label: "欠費",
		href: paths.admin.dues.arrears(),
		gate: "dues_view",
		words: ["未繳", "欠繳", "理事會名單", "兩年", "arrears"],
	},
	{
		group: MONEY,
		label: "會費通知",
		href: paths.admin.dues.notices(),
		gate: "dues",
		words: ["提醒", "催繳", "繳費通知單", "啟用碼", "LINE", "notices"],
	},
	{
		group: MONEY,
		label: "收款核對",
		href: paths.admin.payments.queue(),
		gate: "payments_verify",
		words: ["匯款證明", "待核對", "末五碼", "verify"],
	},
	{
		group: MONEY,
		label: "收款",
		href: paths.admin.payments.list(),
		gate: "payments",
		words: ["繳費", "匯款", "轉帳", "劃撥", "沖銷", "payments"],
	},
	{
		group: MONEY,
		label: "匯入收款",
		href: paths.admin.payments.imports.list(),
		gate: "payments_verify",
		words: ["過去收款", "收款清冊", "核對日期", "原收據號碼", "import"],
	},
	{
		group: MONEY,
		label: "收據",
		href: paths.admin.receipts.list(),
		gate: "receipts",
		words: ["存根簿", "號碼檢查", "起號", "作廢", "抬頭", "receipts"],
	},
	{
		group: MONEY,
		label: "銀行對帳",
		href: paths.admin.bank.lines(),
		gate: "bank",
		words: ["銀行檔", "明細", "對帳", "收款帳戶", "劃撥", "暫收款", "bank"],
	},
	{
		group: MONEY,
		label: "會費收繳報表",
		href: paths.admin.dues.report(),
		gate: "reports",
		words: ["收繳率", "統計", "各年度", "各月", "應收未收", "report"],
	},
	{
		group: FINANCE,
		label: "日記簿",
		href: paths.admin.ledger.journal(),
		gate: "ledger",
		words: ["傳票", "分錄", "帳", "journal"],
	},
	{
		group: FINANCE,
		label: "會計科目",
		href: paths.admin.ledger.accounts(),
		gate: "ledger",
		words: ["科目", "餘額", "accounts"],
	},
	{
		group: FINANCE,
		label: "總分類帳",
		href: paths.admin.ledger.general(),
		gate: "ledger",
		words: ["明細帳", "分類帳", "general ledger"],
	},
	{
		group: FINANCE,
		label: "試算表",
		href: paths.admin.ledger.trialBalance(),
		gate: "ledger",
		words: ["借貸平衡", "報表", "trial balance"],
	},
	{
		group: FINANCE,
		label: "財務報表",
		href: paths.admin.ledger.statements(),
		gate: "ledger",
		words: ["收支表", "資產負債表", "餘絀", "statements"],
	},
	{
		group: SYSTEM,
		label: "使用者",
		href: paths.admin.users.list(),
		gate: "users",
		words: ["帳號", "人員", "邀請", "啟用碼", "停用", "users"],
	},
	{
		group: SYSTEM,
		label: "角色",
		href: paths.admin.roles.list(),
		gate: "roles",
		words: ["權限", "職務", "roles"],
	},
	{
		group: SYSTEM,
		label: "設定",
		href: paths.admin.settings.show(),
		gate: "settings",
		words: ["協會名稱", "會址", "統一編號", "標誌", "會費", "官網網址", "寄件人", "兩步驟驗證", "settings"],
	},
	{
		group: SYSTEM,
		label: "郵件",
		href: paths.admin.mail.list(),
		gate: "mail",
		words: ["信件", "寄信", "退信", "電子郵件", "mail"],
	},
	{
		group: SYSTEM,
		label: "稽核紀錄",
		href: paths.admin.audit.list(),
		gate: "audit",
		words: ["歷程", "操作紀錄", "誰改過", "audit", "log"],
	},
	{
		group: SYSTEM,
		label: "個資存取紀錄",
		href: paths.admin.members.privacy.access(),
		gate: "access_log",
		words: ["個資", "誰看過", "敏感資料", "access"],
	},
	{
		group: SYSTEM,
		label: "處理失敗項目",
		href: paths.admin.deadLetters.list(),
		gate: "operations",
		words: ["重試", "錯誤", "佇列", "dead letters"],
	},
	{
		group: SITE_GROUP,
		label: "文章",
		href: paths.admin.articles.list(),
		gate: "articles",
		words: ["新聞", "消息", "草稿", "發布", "排程", "articles"],
	},
	{ group: SITE_GROUP, label: "分類", href: paths.admin.categories.list(), gate: "categories", words: ["categories"] },
	{ group: SITE_GROUP, label: "標籤", href: paths.admin.tags.list(), gate: "tags", words: ["關鍵字", "tags"] },
	{
		group: SITE_GROUP,
		label: "單頁",
		href: paths.admin.pages.list(),
		gate: "pages",
		words: ["頁面", "關於我們", "頁面樹", "pages"],
	},
	{
		group: SITE_GROUP,
		label: "媒體庫",
		href: paths.admin.media.list(),
		gate: "media",
		words: ["圖片", "照片", "附件", "替代文字", "media"],
	},
	{
		group: SITE_GROUP,
		label: "文件",
		href: paths.admin.documents.list(),
		gate: "documents",
		words: ["章程", "下載", "檔案", "版本", "documents"],
	},
	{
		group: SITE_GROUP,
		label: "Webhook",
		href: paths.admin.webhooks.list(),
		gate: "webhooks",
		words: ["官網更新", "通知", "密鑰"],
	},
];
