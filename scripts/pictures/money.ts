import { csvFile, type Picture, press, ROC, WHO, YEAR } from "./picture.ts";

const { cashier, accountant, chair, applicant } = WHO;

/** The pictures of the cashier, the applicant, the accountant and the chair. */
export const MONEY_PICTURES: readonly Picture[] = [
	{
		name: "手冊/payment-review",
		who: cashier,
		path: "/admin/payments/queue",
		height: 900,
		mark: "main button:has-text('核對無誤')",
	},
	{ name: "手冊/certificate-review", who: cashier, path: "/admin/certificates", steps: press("開始審查"), height: 820 },
	{
		name: "手冊/receipt",
		who: cashier,
		path: `/admin/receipts?q=會${ROC}-000003`,
		steps: press(`會${ROC}-000003`),
		height: 780,
	},
	{ name: "手冊/income-new", who: cashier, path: "/admin/income/new", height: 860 },
	{ name: "手冊/deposit-new", who: cashier, path: "/admin/deposits/new", height: 760 },
	{ name: "手冊/finance-kinds", who: applicant, path: "/admin/finance/new", height: 640 },
	{
		name: "手冊/finance-form",
		who: applicant,
		path: "/admin/finance/new?kind=vendor",
		steps: async (page) => {
			await page.getByLabel("主旨").fill("十二月病友聚會餐盒");
			await page.getByLabel("用途說明").fill("12 月 20 日冬季聚會，出席約 60 人，餐盒 60 份。");
		},
		height: 900,
	},
	{
		name: "手冊/finance-accountant",
		who: accountant,
		path: "/admin/finance?q=秋季病友聚會場地費",
		steps: press("秋季病友聚會場地費"),
		height: 900,
	},
	{
		name: "手冊/finance-chair",
		who: chair,
		path: "/admin/finance/waiting",
		steps: press("官網主機年費"),
		height: 900,
		mark: "main button:has-text('核准，送出納付款')",
	},
	{
		name: "手冊/finance-pay",
		who: cashier,
		path: "/admin/finance?q=衛教講座演講費",
		steps: press("衛教講座演講費", "付款 26,367 元"),
		height: 760,
	},
	{
		name: "手冊/voucher",
		who: accountant,
		path: "/admin/ledger/vouchers/new",
		steps: async (page) => {
			await page.getByLabel("常用分錄").selectOption({ label: "發放薪資（代扣所得稅與補充保費）" });
			await press("帶入")(page);
		},
		height: 860,
	},
	{ name: "手冊/period", who: accountant, path: `/admin/ledger/periods/${YEAR}-01`, height: 900 },
	{ name: "手冊/statements", who: accountant, path: "/admin/ledger/statements", height: 860 },
	{
		name: "手冊/bank-reconciliation",
		who: cashier,
		path: "/admin/bank/accounts",
		steps: async (page) => {
			await page.getByRole("link", { name: "調節表" }).first().click();
		},
		height: 860,
	},
	{
		name: "手冊/bank-import",
		who: cashier,
		path: "/admin/bank",
		steps: async (page) => {
			await page.setInputFiles(
				"main input[type=file]",
				csvFile("交易明細.csv", [
					"交易日期,摘要,支出金額,存入金額,備註",
					`${ROC}/11/19,跨行轉入,,1500,石國樑 73306`,
					`${ROC}/11/19,跨行轉入,,1000,41192`,
					`${ROC}/11/20,跨行轉入,,500,宋承翰 90877`,
					`${ROC}/11/20,現金存入,,3000,`,
					`${ROC}/11/21,手續費,15,,`,
				]),
			);
			await press("上傳並預覽")(page);
		},
		height: 860,
	},
	{
		name: "手冊/bank-lines",
		who: cashier,
		path: "/admin/bank",
		// Uses the statement of the previous picture.
		steps: async (page) => {
			await press("交易明細.csv", "匯入")(page);
			await page.goto("/admin/bank/lines");
		},
		height: 860,
	},
	// The latest half-year that has ended.
	{ name: "手冊/gift-list", who: WHO.accountant, path: "/admin/gift-lists", steps: press("1"), height: 860 },
];
