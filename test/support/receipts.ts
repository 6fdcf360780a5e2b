import type { PrintedReceipt } from "#domain/money/receipts/print.ts";

/** An ordinary one. */
export const RECEIPT: PrintedReceipt = {
	title: "會費收據",
	number: "會115-000001",
	payerTitle: "王小明",
	amount: 1_500,
	items: [
		{ label: "入會費", memberNo: "M0312", amount: 500 },
		{ label: "常年會費 115 年", memberNo: "M0312", amount: 1_000 },
	],
	method: "郵政劃撥",
	paidOn: "2026-03-03",
	issuedOn: "2026-03-05",
	association: {
		name: "社團法人晨曦病友協會",
		address: "100012 臺北市中正區重慶南路一段 122 號 3 樓",
		taxId: "12345675",
		registration: "台內團字第 1234567 號",
	},
	isCopy: false,
};

const FAMILY = ["林俊宏", "陳品妤", "張雅婷"];
const manyItems = Array.from({ length: 12 }, (_, at) => ({
	label: `${["常年會費", "入會費", "捐款"][at % 3]} ${110 + at} 年（${FAMILY[at % 3]}）`,
	memberNo: `M${1000 + at}`,
	amount: 1_000 + 37 * at,
}));

/** What is as long as anybody may type it. */
const long: PrintedReceipt = {
	...RECEIPT,
	payerTitle:
		"財團法人中華民國臺灣省罕見疾病及身心障礙者家庭扶助暨早期療育社會福利慈善事業基金會附設南區服務中心（代收陳美玲女士等十二位會員之會費）ABC International Foundation for Rare Diseases Co., Ltd.",
	amount: 12_346_678,
	items: [
		{
			label:
				"一百一十五年度全國罕見疾病病友暨家屬聯誼座談會與早期療育親子工作坊指定捐款，用途：病友服務費及交通補助，經理事會第十二次會議決議通過",
			amount: 12_345_678,
		},
		{ label: "常年會費 115 年", memberNo: "M0001", amount: 1_000 },
	],
	method: "轉帳／匯款（由林女士代為辦理之跨行定期約定轉帳，分次入帳）",
	association: {
		...RECEIPT.association,
		name: "社團法人中華民國全國罕見疾病病友暨家屬權益促進與早期療育推廣協會臺灣省南區聯合辦事處籌備委員會",
		address: "806614 高雄市前鎮區成功二路 88 號 22 樓之 3（全國身心障礙福利團體聯合服務中心大樓南棟靠近捷運站出口）",
	},
	signers: { 理事長: "歐陽娜娜伊莉莎白", 會計: "方以晴", 出納: "蘇奕廷", 經手人: "司徒美堂" },
};

/** What nobody will print, and what must stay within its frame all the same. */
const beyond: PrintedReceipt = {
	...RECEIPT,
	payerTitle: `${long.payerTitle}；${long.payerTitle}；${long.payerTitle}`,
	amount: Number.MAX_SAFE_INTEGER,
	items: Array.from({ length: 24 }, (_, at) => ({
		label: `常年會費 ${80 + at} 年`,
		memberNo: `ABCDEFGH-${9_000_000_000 + at}`,
		amount: Number.MAX_SAFE_INTEGER,
	})),
	replaces: "會115-000001",
	resolution: `會計、出納由同一人兼辦：理監事聯席會議 115年11月30日決議（${"第三屆第十二次臨時".repeat(6)}）`,
};

/** By what is the matter with them. */
export const RECEIPTS: Record<string, PrintedReceipt> = {
	ordinary: RECEIPT,
	"of twelve items": {
		...RECEIPT,
		items: manyItems,
		amount: manyItems.reduce((sum, { amount }) => sum + amount, 0),
		signers: { 理事長: "蘇奕廷", 出納: "方以晴" },
	},
	long,
	"beyond any": beyond,
	voided: {
		...RECEIPT,
		isCopy: true,
		voided: {
			on: "2026-03-08",
			reason: "抬頭錯誤，應為王曉明；繳款人來電告知後，經出納與會計核對匯款資料確認無誤，依規定作廢重開。",
		},
		replacedBy: "會115-000007",
	},
	"with the place of the seal": { ...RECEIPT, hasSealPlace: true },
};
