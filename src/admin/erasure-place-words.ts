import type { Gate } from "#auth/permissions.ts";
import type { PlaceName } from "#db/shell/free-text-places.ts";
import { paths } from "#http/paths.ts";

/**
 * The Chinese name of each place where a name can remain after an erasure; `kept` says why that place is not changed.
 */
export const PLACE_WORDS: Record<PlaceName, { name: string; kept?: string }> = {
	notes: { name: "備忘錄與留言" },
	tasks: { name: "任務" },
	members: { name: "其他會員的聯絡資料" },
	donors: { name: "捐款人資料" },
	certificates: { name: "身障證明的審查原因", kept: "其他會員的審查紀錄，會費減免的依據" },
	link_requests: { name: "連結申請的答覆", kept: "已經寄給申請人" },
	privacy: { name: "個人資料申請與答覆", kept: "其他人的申請，依法留存" },
	files: { name: "上傳檔案的檔名", kept: "檔名隨檔案保存，檔案刪除時一起刪除" },
	mails: { name: "寄給別人的信", kept: "已寄出；結案 180 天後自動清空" },
	notifications: { name: "給別人、沒有寄信的通知", kept: "180 天後自動清空" },
	announcements: { name: "公告" },
	articles: { name: "文章" },
	pages: { name: "網頁" },
	revisions: { name: "文章與網頁的舊版本", kept: "只有工作人員看得到；刪除整篇時一起刪除" },
	drafts: { name: "還沒儲存的草稿" },
	old_addresses: { name: "舊網址", kept: "舊網址仍會轉到新網址；刪除那一篇時一起刪除" },
	changes: { name: "內容異動清單裡的網址", kept: "官網據此更新，不可更改" },
	categories: { name: "文章分類" },
	tags: { name: "標籤" },
	media: { name: "圖片的替代文字" },
	attachments: { name: "媒體庫的檔名" },
	attachment_uses: { name: "附件的說明" },
	documents: { name: "文件" },
	document_versions: { name: "文件各版本的檔名與說明", kept: "版本不可更改；刪除整份文件時一起刪除" },
	payments: { name: "繳費的說明與原因", kept: "其他人的繳費紀錄，屬於帳務憑證" },
	payment_titles: { name: "繳費的收據抬頭", kept: "收款憑證依法保存" },
	payment_events: { name: "繳費處理的原因", kept: "帳務紀錄不可更改" },
	receipts: { name: "收據", kept: "已開立的收據依法保存" },
	receipt_asks: { name: "等候補開的收據" },
	dues: { name: "會費減免的原因", kept: "其他會員的會費紀錄" },
	dues_events: { name: "會費異動的原因", kept: "帳務紀錄不可更改" },
	income: { name: "收入的備註", kept: "已登錄的收入屬於帳務憑證" },
	income_titles: { name: "收入的抬頭與用途", kept: "收入憑證依法保存" },
	finance: { name: "支出申請", kept: "已送審的支出憑證依法保存" },
	finance_lines: { name: "支出申請的明細", kept: "已送審的支出憑證依法保存" },
	finance_events: { name: "支出申請的審核意見", kept: "審核紀錄不可更改" },
	finance_revisions: { name: "支出申請送審時的內容", kept: "審核紀錄不可更改" },
	vouchers: { name: "傳票摘要", kept: "已過帳的傳票依法保存" },
	voucher_lines: { name: "傳票分錄的摘要", kept: "已過帳的傳票依法保存" },
	voucher_templates: { name: "傳票範本" },
	accounts: { name: "會計科目" },
	assets: { name: "財產" },
	budgets: { name: "預算" },
	projects: { name: "專案" },
	periods: { name: "月結的銀行餘額說明" },
	period_events: { name: "關帳與重開的原因", kept: "關帳紀錄不可更改" },
	deposits: { name: "存款單", kept: "帳務憑證依法保存" },
	bank_accounts: { name: "銀行帳戶" },
	bank_lines: { name: "銀行明細的摘要", kept: "銀行提供的原文，對帳的依據" },
	bank_statements: { name: "對帳單的檔名", kept: "對帳的依據" },
	imports: { name: "名冊匯入的檔名", kept: "匯入紀錄；檔案本身已刪除" },
	payment_imports: { name: "繳費匯入的檔名", kept: "匯入紀錄；檔案本身已刪除" },
	settings: { name: "設定" },
	old_settings: { name: "設定的修改紀錄", kept: "修改紀錄不可更改" },
	roles: { name: "角色" },
	audit: { name: "稽核紀錄", kept: "稽核紀錄已封印，不可更改" },
};

type Page = { word: string; gate: Gate; href: (link: string) => string };
const of = (word: string, gate: Gate, show: (id: number) => string): Page => ({
	word,
	gate,
	href: (link) => show(Number(link)),
});
const { admin } = paths;

/** The page that shows a record of each kind, with its gate; kinds without a page have no entry. */
const RECORD_PAGES: Readonly<Record<string, Page>> = {
	account: of("科目", "ledger_post", admin.ledger.account),
	announcement: of("公告", "announcements", admin.announcements.show),
	article: of("文章", "articles", admin.articles.show),
	asset: of("財產", "ledger_post", admin.ledger.asset),
	audit: {
		word: "紀錄",
		gate: "audit",
		href: (link) => {
			const [type = "", id = ""] = link.split(":");
			return `${admin.audit.list()}?${new URLSearchParams({ type, id })}`;
		},
	},
	bank: of("帳戶", "bank", admin.bank.account),
	budget: of("預算", "ledger_post", admin.ledger.budget),
	category: of("分類", "categories", admin.categories.edit),
	certificate: of("證明", "certificates", admin.certificates.show),
	deposit: of("存款單", "deposits", admin.deposits.show),
	document: of("文件", "documents", admin.documents.show),
	donor: of("捐款人", "income", admin.income.donors.show),
	dues: of("會費", "dues_view", admin.dues.show),
	finance: of("支出申請", "finance_all", admin.finance.show),
	income: of("收入", "income", admin.income.show),
	mail: { word: "信", gate: "mail", href: admin.mail.show },
	media: { word: "檔案", gate: "media", href: admin.media.show },
	member: of("流水號", "members", admin.members.show),
	page: of("網頁", "pages", admin.pages.show),
	payment: of("繳費", "payments", admin.payments.show),
	period: { word: "月份", gate: "periods", href: admin.ledger.period },
	privacy: of("申請", "members_manage", admin.members.privacy.show),
	project: of("專案", "ledger_post", admin.ledger.project),
	receipt: of("收據", "receipts", admin.receipts.show),
	settings: { word: "設定", gate: "settings", href: () => admin.settings.show() },
	tag: of("標籤", "tags", admin.tags.edit),
	task: of("任務", "tasks_manage", admin.tasks.show),
	template: of("範本", "ledger_post", admin.ledger.template),
	voucher: of("傳票", "ledger", admin.ledger.voucher),
};
export const recordPage = (kind: string): Page | undefined => RECORD_PAGES[kind];
