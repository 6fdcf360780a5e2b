import { ROSTER_FIELDS, type RosterField } from "#domain/people/members/fields.ts";
import { RECORD } from "#domain/people/members/record.ts";
import { plainWord } from "#kernel/table.ts";

const { member_no, name, name_en, identity_type, membership_type, ...others } = Object.fromEntries(
	ROSTER_FIELDS.map((field) => [field, RECORD[field].roster.split(" ")]),
) as unknown as Record<RosterField, readonly string[]>;

/** All columns that a roster may have, each with the names that associations give it; the first name is our own. */
export const COLUMNS = {
	...{ member_no, name, name_en, identity_type, membership_type },
	status: ["狀態", "會員狀態", "會籍狀態", "在籍狀態"],
	...others,
	left_on: ["退會日期", "離會日期", "退會日"],
	guardian: [
		...["監護人", "監護人姓名", "法定代理人", "法定代理人姓名", "家長姓名", "父母姓名", "監護會員"],
		...["監護人1", "監護人一", "法定代理人1", "父親姓名"],
	],
	guardian_as: ["監護人身分", "監護方式", "親權", "親權行使", "監護權"],
	second_guardian: [
		...["第二位監護人", "第二監護人", "監護人2", "監護人二", "另一位監護人"],
		...["第二位法定代理人", "另一位法定代理人", "法定代理人2", "母親姓名"],
	],
	second_guardian_as: ["第二位監護人身分", "第二監護人身分", "第二位監護方式"],
	tax_id: ["統一編號", "統編", "公司統一編號", "團體統一編號", "機構統一編號", "扣繳單位統一編號"],
	seats: ["代表人數", "代表名額", "代表席次", "會員代表人數"],
	certificate: [
		...["身心障礙證明", "身障證明", "身心障礙手冊", "身障手冊", "殘障手冊", "身心障礙", "身障", "領有身心障礙證明"],
		...["是否有身心障礙證明", "有無身心障礙證明", "身心障礙證明有無", "身心障礙類別", "身障程度", "障礙等級"],
	],
	paid_years: ["已繳年度", "繳費年度", "已繳會費年度", "會費繳納年度", "繳納年度", "已繳會費"],
	groups: ["群組", "所屬群組", "群組名稱", "支持團體", "病友團體", "分區", "小組"],
	diagnosis: [
		"診斷",
		"診斷備註",
		"診斷名稱",
		"病名",
		"疾病",
		"疾病名稱",
		"疾病別",
		"病症",
		"病況",
		"罹病",
		"罕病名稱",
		"用藥",
	],
	remarks: ["備註", "備考", "附註", "註記", "說明", "備忘", "備忘錄", "note", "notes", "remark", "remarks", "comment"],
} as const satisfies Record<string, readonly string[]>;

export type Field = keyof typeof COLUMNS;
export const FIELDS = Object.keys(COLUMNS).filter((name): name is Field => name in COLUMNS);
export const isField = (name: string): name is Field => name in COLUMNS;

/**
 * The target of a column: a field, an own field by its id (`f12`), the paid dues of a year (`paid:2024`), a part of the
 * note (`note`), or nothing (`ignore`).
 */
export type Target = Field | `f${number}` | `paid:${number}` | "note" | "ignore";

const BY_NAME = new Map<string, Field>(FIELDS.flatMap((field) => COLUMNS[field].map((name) => [name, field])));

const POLITE = /^(?:您的|你的|請填寫|請填|填表人|本人)/;
const SIGNS = /[()[\]【】「」:*._/\\、,，。-]/g;
/** Returns a header as names are compared: full-width letters, spaces, line breaks and signs make no difference. */
export const tidyHeader = (header: string): string => plainWord(header).replace(SIGNS, "");

/**
 * Returns the field that a header names, or undefined. Full-width letters, spaces, line breaks and signs are ignored;
 * text in brackets counts only where it is needed ("電話（宅）").
 */
export function fieldOfHeader(header: string): Field | undefined {
	const whole = plainWord(header);
	const plain = whole.replace(POLITE, "");
	const named = (text: string) => BY_NAME.get(text.replace(SIGNS, ""));
	return (
		named(whole) ??
		named(plain) ??
		named(plain.replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】/g, "")) ??
		eitherOf(plain.split(/[/／、或]/).map(named))
	);
}

/**
 * Returns the field when all of two or more names in a header mean the same one (手機／電話, E-mail 或電子信箱), else
 * undefined.
 */
const eitherOf = ([first, ...others]: (Field | undefined)[]): Field | undefined =>
	others.length > 0 && others.every((other) => other === first) ? first : undefined;

const COUNTERS = new Set(["序號", "項次", "項目", "流水號", "流水編號", "no", "時間戳記", "timestamp", "填答時間"]);

/**
 * Whether a column only numbers the rows or tells when a form was sent: it says nothing about a person, and changes
 * with the order.
 */
export const isCounter = (header: string): boolean => COUNTERS.has(tidyHeader(header));

const PAID =
	/^(?:常年會費|會費|年費|繳費)?(?:民國|西元)?(\d{2,4})(?:年度|年)?(?:常年會費|會費|年費|繳費)?(?:已繳|繳納|繳清|繳交)?(?:情形|狀況|紀錄)?$/;

/**
 * Returns the western year of the dues that a header names (113, 113年度, 會費113年, 2024年會費); undefined for any
 * other header.
 */
export function paidYearOfHeader(header: string): number | undefined {
	const [, digits] = PAID.exec(tidyHeader(header)) ?? [];
	return digits === undefined ? undefined : duesYear(Number(digits));
}

/**
 * Returns the western year for a year of dues as people write it, ROC (80 to 199) or western (1980 to 2110); undefined
 * for any other number.
 */
export const duesYear = (year: number): number | undefined => {
	if (year >= 80 && year <= 199) return year + 1911;
	return year >= 1980 && year <= 2110 ? year : undefined;
};

/** Returns the target that a header names, or undefined. */
export function targetOfHeader(header: string): Target | undefined {
	const year = paidYearOfHeader(header);
	return fieldOfHeader(header) ?? (year === undefined ? undefined : `paid:${year}`);
}

const OWN = /^f([1-9]\d{0,9})$/;
/**
 * Returns the target that a text in a form or after the option `--map` of a script names: a field by its code or any of
 * its Chinese names, an own field by its id, `paid:2024`, `note`, `ignore`; undefined when it names none.
 */
export function targetNamed(text: string): Target | undefined {
	if (text === "note" || text === "ignore" || isField(text)) return text;
	const own = OWN.exec(text)?.[1];
	if (own !== undefined) return `f${Number(own)}`;
	const year = /^paid:(\d{2,4})$/.exec(text)?.[1];
	if (year !== undefined) {
		const known = duesYear(Number(year));
		return known === undefined ? undefined : `paid:${known}`;
	}
	return targetOfHeader(text);
}
