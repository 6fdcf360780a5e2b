import { paths } from "#http/paths.ts";
import type { StaffArea } from "./area.ts";

const group = "會費與收款";

/** The entries of the menu's group 會費與收款, in the order of the menu. */
export const MONEY_AREAS: readonly StaffArea[] = [
	{
		group,
		label: "應繳會費",
		href: paths.admin.dues.list(),
		gate: "dues_view",
		words: ["會費", "常年會費", "入會費", "免繳", "減免", "dues"],
	},
	{
		group,
		label: "欠費",
		href: paths.admin.dues.arrears(),
		gate: "dues_view",
		words: ["未繳", "欠繳", "理事會名單", "兩年", "arrears"],
	},
	{
		group,
		label: "會費通知",
		href: paths.admin.dues.notices(),
		gate: "dues",
		words: ["提醒", "催繳", "繳費通知單", "啟用碼", "LINE", "notices"],
	},
	{
		group,
		label: "收款核對",
		href: paths.admin.payments.queue(),
		gate: "payments_verify",
		waits: "payments",
		words: ["匯款證明", "待核對", "末五碼", "verify"],
	},
	{
		group,
		label: "收款",
		href: paths.admin.payments.list(),
		gate: "payments",
		words: ["繳費", "匯款", "轉帳", "劃撥", "沖銷", "payments"],
	},
	{
		group,
		label: "匯入收款",
		href: paths.admin.payments.imports.list(),
		gate: "payments_verify",
		words: ["過去收款", "收款清冊", "核對日期", "原收據號碼", "import"],
	},
	{
		group,
		label: "收據",
		href: paths.admin.receipts.list(),
		gate: "receipts",
		words: ["存根簿", "號碼檢查", "起號", "作廢", "抬頭", "receipts"],
	},
	{
		group,
		label: "存款單",
		href: paths.admin.deposits.list(),
		gate: "deposits",
		words: ["庫存現金", "存入銀行", "現金", "存款", "deposits"],
	},
	{
		group,
		label: "收入",
		href: paths.admin.income.list(),
		gate: "income",
		words: ["捐款", "補助", "利息", "其他收入", "實物捐贈", "income"],
	},
	{
		group,
		label: "捐款人",
		href: paths.admin.income.donors.list(),
		gate: "income",
		words: ["徵信", "年度捐款證明", "捐款申報", "國稅局", "捐贈扣除額", "donors"],
	},
	{
		group,
		label: "銀行對帳",
		href: paths.admin.bank.lines(),
		gate: "bank",
		words: ["銀行檔", "明細", "對帳", "收款帳戶", "劃撥", "暫收款", "bank"],
	},
	{
		group,
		label: "會費收繳報表",
		href: paths.admin.dues.report(),
		gate: "reports",
		words: ["收繳率", "統計", "各年度", "各月", "應收未收", "report"],
	},
];
