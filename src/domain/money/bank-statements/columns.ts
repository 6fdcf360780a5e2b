import { plainWord } from "#kernel/table.ts";

/** The targets of columns, each with the names that banks and the post office use; our own name is first. */
const COLUMNS = {
	date: [
		...[
			"交易日",
			"日期",
			"交易日期",
			"帳務日",
			"帳務日期",
			"入帳日",
			"入帳日期",
			"記帳日",
			"記帳日期",
			"起息日",
			"作業日期",
		],
		...["存款日期", "存入日期", "劃撥日期", "繳款日期", "匯款日期", "日期時間", "交易日期時間", "交易時間日期", "date"],
	],
	amount: ["金額", "交易金額", "發生額", "異動金額", "amount"],
	direction: [
		"借貸",
		"借貸別",
		"借貸方",
		"存提",
		"存提別",
		"收支",
		"收支別",
		"收付",
		"收付別",
		"存支",
		"存支別",
		"借或貸",
	],
	in: [
		...["存入", "收入", "貸方", "存入金額", "收入金額", "貸方金額", "轉入", "轉入金額", "入帳", "入帳金額", "入帳淨額"],
		...["實際入帳金額", "實收金額", "存款", "匯入", "匯入金額", "淨額", "credit", "deposit"],
	],
	out: [
		...[
			"支出",
			"提出",
			"借方",
			"支出金額",
			"提出金額",
			"借方金額",
			"轉出",
			"轉出金額",
			"提款",
			"提款金額",
			"匯出",
			"匯出金額",
		],
		...["debit", "withdrawal"],
	],
	gross: ["存款金額", "劃撥金額", "劃撥存款金額", "繳款金額", "寄款金額", "繳費金額", "代收金額"],
	fee: ["手續費", "手續費用", "劃撥手續費", "代收手續費", "扣除手續費", "fee"],
	balance: ["餘額", "帳戶餘額", "存款餘額", "帳面餘額", "結餘", "結存", "結存金額", "可用餘額", "balance"],
	counter: [
		...[
			"轉出帳號",
			"對方帳號",
			"末五碼",
			"後五碼",
			"帳號末五碼",
			"帳號後五碼",
			"轉帳帳號",
			"轉出入帳號",
			"轉出／入帳號",
		],
		...["匯款帳號", "匯款人帳號", "付款帳號", "付款人帳號", "來源帳號", "對方帳戶", "對方銀行帳號", "轉出銀行帳號"],
		...["交易對方帳號", "匯出帳號", "存款帳號", "寄款人帳號"],
	],
	memo: [
		...[
			"摘要",
			"說明",
			"備註",
			"交易摘要",
			"交易說明",
			"存摺摘要",
			"存摺備註",
			"附言",
			"附註",
			"註記",
			"資料內容",
			"交易備註",
		],
		...[
			"交易資訊",
			"備註說明",
			"說明備註",
			"用途",
			"通訊欄",
			"通信欄",
			"匯款人",
			"匯款人姓名",
			"付款人",
			"存款人",
			"存款人姓名",
		],
		...[
			"寄款人",
			"寄款人姓名",
			"繳款人",
			"繳款人姓名",
			"姓名",
			"對方戶名",
			"轉出戶名",
			"交易類別",
			"memo",
			"description",
		],
	],
} as const satisfies Record<string, readonly string[]>;

/** The targets that a column of a statement can be read as. */
export const TARGETS = [
	"date",
	"memo",
	"in",
	"out",
	"amount",
	"direction",
	"gross",
	"fee",
	"balance",
	"counter",
	"ignore",
] as const;
export type Target = (typeof TARGETS)[number];
export const TARGET_LABELS: Record<Target, string> = {
	date: "日期",
	memo: "摘要、說明、備註",
	in: "存入金額（實際入帳）",
	out: "支出金額",
	amount: "金額（正負號或借貸別）",
	direction: "借貸別",
	gross: "繳款金額（扣手續費之前）",
	fee: "手續費",
	balance: "餘額",
	counter: "轉出帳號、末五碼",
	ignore: "不使用",
};

/** The targets that more than one column may fill. */
export const SHARED: ReadonlySet<Target> = new Set<Target>(["memo", "counter", "ignore"]);

const SIGNS = /[:*._/\\、,，。&+-]/g;
const BRACKETS = /\([^()]*\)|\[[^[\]]*\]|【[^【】]*】|「[^「」]*」/g;
const namesOf = (target: Target): readonly string[] => (target === "ignore" ? [] : COLUMNS[target]);
const plain = (text: string): string => plainWord(text).replace(SIGNS, "");
const BY_NAME = new Map<string, Target>(
	TARGETS.flatMap((target) => namesOf(target).map((name): [string, Target] => [plain(name), target])),
);

/** Returns the target that a header names, if any; ignores spaces, width, signs and text in brackets: 存入金額(元). */
export function targetOfHeader(header: string): Target | undefined {
	const whole = plain(header);
	return BY_NAME.get(whole) ?? BY_NAME.get(plain(plainWord(header).replace(BRACKETS, "")));
}

const KNOWN = new Set(
	[
		"序號",
		"項次",
		"編號",
		"時間",
		"交易時間",
		"交易代號",
		"交易代碼",
		"帳號",
		"幣別",
		"匯率",
		"票據號碼",
		"支票號碼",
		"分行",
	].concat(
		[
			"交易行",
			"交易分行",
			"作業行",
			"經辦行",
			"經辦局",
			"經辦局號",
			"局號",
			"櫃員",
			"通路",
			"渠道",
			"銷帳編號",
			"行庫",
			"對方銀行",
		],
		["轉出行", "銀行代碼", "對方行庫", "no"],
	),
);
/** Whether a header names a column that bank statements have but bank lines do not need. */
export const isNeedless = (header: string): boolean => KNOWN.has(plain(header).replace(BRACKETS, ""));
