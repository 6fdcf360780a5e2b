/** The 支出申請 (expense requests) of the demo association, each with the steps that it goes through. */
import type { FinanceInput } from "#domain/books/finance/form.ts";

export type Role = "applicant" | "admin" | "cashier" | "accountant" | "chair";
/** A step of an expense request; `after` is how many hours after the request was made. */
export type DemoStep =
	| { do: "submit"; after: number }
	| { do: "approve"; after: number; comment?: string }
	| { do: "return" | "reject" | "void"; after: number; comment: string }
	| { do: "mend"; after: number; lines: FinanceInput["lines"] }
	| { do: "withdraw" | "pay" | "post"; after: number };
export type DemoDocument = {
	by: Role;
	days: number;
	kind: FinanceInput["kind"];
	title: string;
	purpose?: string;
	payee?: { name: string; taxId?: string; bank?: string; account?: string };
	payBy?: FinanceInput["payBy"];
	wanted?: number;
	tax?: number;
	nhi?: number;
	code: string;
	files?: readonly string[];
	none?: string;
	lines: FinanceInput["lines"];
	/** The title of the advance that the request settles. */
	of?: string;
	steps: readonly DemoStep[];
};

const submit = { do: "submit", after: 1 } as const;
const cashier = { do: "approve", after: 22 } as const;
const accountant = { do: "approve", after: 45 } as const;
const chair = { do: "approve", after: 70 } as const;
const pay = { do: "pay", after: 96 } as const;
const post = { do: "post", after: 120 } as const;
const VENUE = { name: "青禾文化空間有限公司", taxId: "12345675", bank: "漣漪銀行 青石分行", account: "012-345-655120" };
const PRINTER = {
	name: "墨海印刷股份有限公司",
	taxId: "04126516",
	bank: "青石銀行 中山分行",
	account: "808-120-334455",
};

export const DOCUMENTS: readonly DemoDocument[] = [
	{
		by: "applicant",
		days: 52,
		kind: "vendor",
		title: "第 38 期會刊印刷費",
		purpose: "會刊第 38 期，800 本，寄送全體會員。",
		payee: PRINTER,
		code: "5330",
		files: ["統一發票 AB-20481123.jpg"],
		lines: [
			{ summary: "會刊印刷 800 本", amount: 28_400 },
			{ summary: "打樣與裝訂", amount: 3_600 },
		],
		steps: [submit, cashier, accountant, chair, pay, post],
	},
	{
		by: "applicant",
		days: 41,
		kind: "advance",
		title: "南區聯誼活動預支",
		purpose: "南區聯誼茶會的餐點、車資與材料。",
		code: "1250",
		none: "預支，活動後憑單據核銷。",
		lines: [{ summary: "活動預支", amount: 12_000 }],
		steps: [submit, cashier, accountant, chair, pay, post],
	},
	{
		by: "admin",
		days: 18,
		kind: "advance",
		title: "衛教講座場布預支",
		code: "1250",
		none: "預支，活動後憑單據核銷。",
		lines: [{ summary: "場布材料預支", amount: 6_000 }],
		steps: [submit, cashier, accountant, chair, pay, post],
	},
	{
		by: "admin",
		days: 3,
		kind: "settlement",
		of: "衛教講座場布預支",
		title: "核銷：衛教講座場布預支",
		payBy: "cash",
		code: "5320",
		files: ["收據.jpg"],
		lines: [
			{ summary: "背板與文具", amount: 3_180 },
			{ summary: "桌椅搬運", amount: 2_000 },
		],
		steps: [submit, cashier],
	},
	{
		by: "applicant",
		days: 10,
		kind: "vendor",
		title: "秋季病友聚會場地費",
		purpose: "秋季聚會場地與音響，出席 64 人。",
		payee: VENUE,
		wanted: 6,
		code: "5320",
		files: ["統一發票 AB-12345678.jpg", "場地租借契約.jpg"],
		lines: [
			{ summary: "場地租金（全日）", amount: 15_000 },
			{ summary: "音響與投影設備", amount: 2_600 },
		],
		steps: [
			submit,
			{ do: "return", after: 44, comment: "發票抬頭少了「社團法人」，請對方重開；清潔費也請一起列入。" },
			{
				do: "mend",
				after: 66,
				lines: [
					{ summary: "場地租金（全日）", amount: 15_000 },
					{ summary: "音響與投影設備", amount: 2_600 },
					{ summary: "場地清潔費", amount: 1_000 },
				],
			},
			{ do: "approve", after: 90 },
		],
	},
	{
		by: "applicant",
		days: 2,
		kind: "reimbursement",
		title: "代墊寄送通知郵資",
		purpose: "寄送會員大會通知 212 封。",
		code: "5250",
		files: ["郵局購票證明.jpg"],
		lines: [{ summary: "平信郵資 212 封", amount: 1_696 }],
		steps: [submit],
	},
	{
		by: "admin",
		days: 6,
		kind: "vendor",
		title: "官網主機年費",
		payee: { name: "雲杉資訊有限公司", bank: "漣漪銀行 青石分行", account: "012-778-001122" },
		code: "5810",
		files: ["報價單.jpg"],
		lines: [{ summary: "主機與網域一年", amount: 9_600 }],
		steps: [submit, cashier, { do: "approve", after: 45, comment: "與去年同價。" }],
	},
	{
		by: "applicant",
		days: 8,
		kind: "vendor",
		title: "衛教講座演講費",
		purpose: "遺傳諮詢講座兩小時，演講費屬 9B。",
		payee: { name: "沈柏宇", bank: "青石銀行 中山分行", account: "808-555-990011" },
		tax: 3_000,
		nhi: 633,
		code: "5320",
		files: ["領據.jpg"],
		lines: [{ summary: "演講費 2 小時", amount: 30_000 }],
		steps: [submit, cashier, accountant, chair],
	},
	{
		by: "applicant",
		days: 14,
		kind: "reimbursement",
		title: "代墊志工餐費",
		payBy: "cash",
		code: "5320",
		none: "市場攤販無法開立收據，附志工簽到單影本於紙本。",
		lines: [{ summary: "志工便當 18 份", amount: 1_800 }],
		steps: [submit, cashier, accountant, chair, pay],
	},
	{
		by: "applicant",
		days: 5,
		kind: "vendor",
		title: "義賣會桌椅租借",
		payee: VENUE,
		code: "5320",
		files: ["估價單.jpg"],
		lines: [{ summary: "桌椅 30 組", amount: 4_500 }],
		steps: [submit, { do: "return", after: 30, comment: "附的是估價單，請改附發票。" }],
	},
	{
		by: "applicant",
		days: 30,
		kind: "vendor",
		title: "購置空氣清淨機",
		payee: { name: "晴空家電行", bank: "漣漪銀行 青石分行", account: "012-900-118822" },
		code: "5410",
		files: ["報價單.jpg"],
		lines: [{ summary: "空氣清淨機 2 台", amount: 23_800 }],
		steps: [submit, cashier, { do: "reject", after: 50, comment: "本年度沒有編列設備預算，請提下年度預算。" }],
	},
	{
		by: "admin",
		days: 26,
		kind: "vendor",
		title: "年度通訊錄印刷",
		payee: PRINTER,
		code: "5220",
		files: ["報價單.jpg"],
		lines: [{ summary: "通訊錄 300 本", amount: 7_200 }],
		steps: [submit, { do: "withdraw", after: 20 }],
	},
	{
		by: "applicant",
		days: 35,
		kind: "vendor",
		title: "志工背心製作",
		payee: { name: "織光服飾社", bank: "青石銀行 中山分行", account: "808-300-776655" },
		code: "5320",
		files: ["報價單.jpg"],
		lines: [{ summary: "背心 40 件", amount: 10_000 }],
		steps: [submit, cashier, accountant, chair, { do: "void", after: 90, comment: "廠商無法如期交貨，改找其他廠商。" }],
	},
	{
		by: "applicant",
		days: 0,
		kind: "petty_cash",
		title: "11 月零用金撥補",
		code: "5210",
		files: [],
		lines: [
			{ summary: "文具", amount: 860 },
			{ summary: "計程車資", amount: 430 },
		],
		steps: [],
	},
];
