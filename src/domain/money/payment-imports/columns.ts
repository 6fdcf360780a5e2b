import { fieldOfHeader, isCounter } from "#domain/people/index.ts";
import type { Vocabulary } from "#domain/system/index.ts";
import { plainWord } from "#kernel/table.ts";

/**
 * The columns about the money in a list of payments, each with the names that associations give it; the first name is
 * our own.
 */
const MONEY = {
	kind: [
		"會費種類",
		"費用種類",
		"繳費項目",
		"收費項目",
		"收入項目",
		"繳費種類",
		"費用別",
		"費別",
		"款別",
		"項目",
		"科目",
	],
	years: [
		...[
			"年度",
			"繳費年度",
			"會費年度",
			"繳納年度",
			"所屬年度",
			"會費所屬年度",
			"已繳年度",
			"年份",
			"會費年份",
			"dues_year",
			"year",
		],
	],
	amount: [
		...[
			"金額",
			"繳費金額",
			"繳納金額",
			"會費金額",
			"實收金額",
			"實繳金額",
			"收款金額",
			"繳款金額",
			"匯款金額",
			"入帳金額",
		],
		...["已繳金額", "會費", "amount"],
	],
	paid_on: [
		...[
			"繳費日期",
			"繳費日",
			"繳款日期",
			"繳納日期",
			"繳交日期",
			"匯款日期",
			"匯款日",
			"付款日期",
			"轉帳日期",
			"劃撥日期",
		],
		...["收費日期", "日期", "paid_on"],
	],
	verified_on: [
		...[
			"核對日期",
			"入帳日期",
			"入帳日",
			"對帳日期",
			"確認日期",
			"核帳日期",
			"查核日期",
			"收款日期",
			"核對日",
			"收據日期",
		],
		...["開立日期", "verified_on"],
	],
	method: ["繳費方式", "繳款方式", "付款方式", "繳納方式", "收款方式", "繳費管道", "方式", "method"],
	last5: ["末五碼", "帳號末五碼", "帳號後五碼", "後五碼", "匯款帳號末五碼", "轉帳末五碼", "末5碼", "後5碼", "last5"],
	receipt_no: ["收據號碼", "收據編號", "收據字號", "收據", "收據no", "receipt", "receipt_no"],
	payer_title: ["收據抬頭", "抬頭", "繳款人", "繳費人", "匯款人", "付款人"],
	remark: ["備註", "備考", "附註", "註記", "說明", "note", "notes", "remark", "remarks"],
} as const satisfies Record<string, readonly string[]>;
type MoneyField = keyof typeof MONEY;
const MONEY_FIELDS = Object.keys(MONEY).filter((name): name is MoneyField => name in MONEY);

/** The columns that say whose payment it is; their cells are read by the rules of a member roster. */
export const PERSON_FIELDS = ["member_no", "name", "national_id", "birth_date", "phone", "email"] as const;
type PersonField = (typeof PERSON_FIELDS)[number];

export type PaymentField = PersonField | MoneyField;
export const PAYMENT_FIELDS: readonly PaymentField[] = [...PERSON_FIELDS, ...MONEY_FIELDS];
/** The targets that a column can be read as. */
export type PaymentTarget = PaymentField | "ignore";

const SIGNS = /[()[\]【】「」:*._/\\、,，。-]/g;
const plain = (text: string): string => plainWord(text).replace(SIGNS, "");
const BY_NAME = new Map<string, MoneyField>(
	MONEY_FIELDS.flatMap((field) => MONEY[field].map((name): [string, MoneyField] => [plain(name), field])),
);
const PERSONS: readonly string[] = PERSON_FIELDS;
const isPerson = (field: string | undefined): field is PersonField => field !== undefined && PERSONS.includes(field);

/**
 * Returns the field that a header names, or undefined; spaces, full width, signs and text in brackets are ignored:
 * 金額(元).
 */
export function targetOfHeader(header: string): PaymentField | undefined {
	const bare = plainWord(header).replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】/g, "");
	const money = BY_NAME.get(plain(header)) ?? BY_NAME.get(plain(bare));
	const person = fieldOfHeader(header);
	return money ?? (isPerson(person) ? person : undefined);
}

/**
 * Returns the target that a text in a form, or after the option `--map` of a script, names: by its code, or by any of
 * its Chinese names; undefined when it names none.
 */
export const targetNamed = (text: string): PaymentTarget | undefined =>
	text === "ignore" ? "ignore" : (PAYMENT_FIELDS.find((field) => field === text) ?? targetOfHeader(text));

/** The vocabulary of a list of payments; its header must have a column for the member and one for the amount. */
export const PAYMENT_WORDS: Vocabulary<PaymentField> = {
	targetOf: targetOfHeader,
	named: targetNamed,
	shared: new Set<PaymentTarget>(["phone", "remark", "ignore"]),
	isHeader: (targets) => targets.has("amount") && (targets.has("member_no") || targets.has("name")),
	isCounter,
};
