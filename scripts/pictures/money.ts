import type { Page } from "playwright-core";
import { csvFile, type Picture, press, ROC, WHO, YEAR } from "./picture.ts";

const { cashier, accountant, chair, applicant } = WHO;

const REGISTER = "冬季聚會講師與志工";
/** Fills in a register by a pasted list. */
const pasteRegister = async (page: Page): Promise<void> => {
	await page.getByLabel("主旨").fill(REGISTER);
	await page.locator("summary", { hasText: "從試算表貼上名單" }).click();
	await page.getByLabel("名單").fill("蔡明宏	演講費	24,000\n林佳蓉	演講費	6,000\n賀慧君	志工交通費	500	現金");
	await press("加入清冊")(page);
};

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
		name: "手冊/payees",
		who: accountant,
		path: "/admin/payees/new/many",
		steps: async (page) => {
			await page
				.locator("main textarea")
				.fill(
					[
						"蔡明宏	A123456789	臺北市中正區漣漪路 12 號	013	012345678901	0912-000-111",
						"林佳蓉	B223456782	新北市板橋區青石路 20 號	700	00012345678901",
						"賀慧君",
						"青禾文化空間有限公司	12345675",
					].join("\n"),
				);
			await press("新增受款人")(page);
		},
		height: 760,
	},
	{
		name: "手冊/register-form",
		who: applicant,
		path: "/admin/finance/registers/new?register=fees",
		steps: pasteRegister,
		from: "main section:has-text('受款人與金額')",
		height: 760,
	},
	{
		name: "手冊/register-review",
		// Uses the payees of the picture before the last.
		before: [
			{
				who: applicant,
				path: "/admin/finance/registers/new?register=fees",
				steps: async (page) => {
					await pasteRegister(page);
					await page.locator("summary", { hasText: "沒有憑證" }).click();
					await page.locator("[name=no_attachment_reason]").fill("簽到單附在活動紀錄。");
					await press("送出申請")(page);
				},
			},
			{
				who: cashier,
				path: `/admin/finance?q=${REGISTER}`,
				steps: press(REGISTER, "審核通過，送會計"),
			},
		],
		who: accountant,
		path: `/admin/finance?q=${REGISTER}`,
		steps: async (page) => {
			await press(REGISTER)(page);
			for (const [place, category] of ["9B", "9B", "none"].entries())
				await page.locator("select[name=category]").nth(place).selectOption(category);
			await press("依類別計算")(page);
		},
		from: "main section:has-text('清冊的受款人與代扣')",
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
