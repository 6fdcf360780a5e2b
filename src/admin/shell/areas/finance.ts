import { paths } from "#http/paths.ts";
import type { StaffArea } from "./area.ts";

const group = "財務";

/** The entries of the menu's group 財務, in the order of the menu. */
export const FINANCE_AREAS: readonly StaffArea[] = [
	{
		group,
		label: "支出申請",
		href: paths.admin.finance.list(),
		gate: "finance",
		waits: "finance",
		words: ["請款", "代墊", "報支", "預支", "暫付", "核銷", "零用金", "退費", "付款", "簽核", "finance"],
	},
	{
		group,
		label: "日記簿",
		href: paths.admin.ledger.journal(),
		gate: "ledger",
		words: ["傳票", "分錄", "帳", "journal"],
	},
	{
		group,
		label: "傳票",
		href: paths.admin.ledger.drafts(),
		gate: "ledger",
		words: ["傳票草稿", "開傳票", "手開", "常用分錄", "開帳", "沖銷", "vouchers"],
	},
	{
		group,
		label: "會計科目",
		href: paths.admin.ledger.accounts(),
		gate: "ledger",
		words: ["科目", "餘額", "accounts"],
	},
	{
		group,
		label: "總分類帳",
		href: paths.admin.ledger.general(),
		gate: "ledger",
		words: ["明細帳", "分類帳", "general ledger"],
	},
	{
		group,
		label: "明細分類帳",
		href: paths.admin.ledger.sub(),
		gate: "ledger",
		words: ["會員別", "專案別", "明細帳", "sub-ledger"],
	},
	{
		group,
		label: "試算表",
		href: paths.admin.ledger.trialBalance(),
		gate: "ledger",
		words: ["借貸平衡", "報表", "trial balance"],
	},
	{
		group,
		label: "財務報表",
		href: paths.admin.ledger.statements(),
		gate: "ledger",
		words: ["收支表", "收支決算表", "資產負債表", "餘絀", "statements"],
	},
	{
		group,
		label: "現金出納表",
		href: paths.admin.ledger.cashBook(),
		gate: "ledger",
		words: ["現金", "存款", "收支", "結存", "cash book"],
	},
	{
		group,
		label: "年度報表",
		href: paths.admin.ledger.annual(),
		gate: "ledger",
		words: ["決算", "財產目錄", "基金收支表", "會員大會", "annual"],
	},
	{
		group,
		label: "財產",
		href: paths.admin.ledger.assets(),
		gate: "ledger",
		words: ["折舊", "財產目錄", "設備", "assets"],
	},
	{
		group,
		label: "會計期間",
		href: paths.admin.ledger.periods(),
		gate: "periods",
		words: ["結帳", "月結", "年度結帳", "年初轉列", "重新開帳", "銀行餘額", "periods"],
	},
	{
		group,
		label: "預算",
		href: paths.admin.ledger.budgets(),
		gate: "ledger",
		words: ["預算項目", "執行率", "超支", "budgets"],
	},
	{
		group,
		label: "專案",
		href: paths.admin.ledger.projects(),
		gate: "ledger",
		words: ["計畫", "補助", "projects"],
	},
];
