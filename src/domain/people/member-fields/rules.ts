import * as z from "zod";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { PURPOSE } from "#domain/system/index.ts";
import { line } from "#kernel/form.ts";
import { readDay as readTypedDay } from "#kernel/typed.ts";

/** The kinds of own fields. */
export const FIELD_KINDS = ["text", "number", "date", "year", "yes_no", "choice", "choices", "file"] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];
export const FIELD_KIND_LABELS: Record<FieldKind, string> = {
	text: "文字",
	number: "數字",
	date: "日期",
	year: "年",
	yes_no: "是或否",
	choice: "單選",
	choices: "複選",
	file: "檔案",
};
/** The most characters that are typed into a field of each kind; choices and files are not typed. */
export const MOST_TYPED: Record<FieldKind, number | undefined> = {
	...{ text: 200, number: 20, date: 40, year: 10 },
	...{ yes_no: undefined, choice: undefined, choices: undefined, file: undefined },
};
/** Whom a field is for, who of the staff sees it, and what the member does with it. */
export const FOR_WHOM = ["all", "patient", "parent"] as const;
export type ForWhom = (typeof FOR_WHOM)[number];
export const FOR_WHOM_LABELS: Record<ForWhom, string> = { all: "全部會員", patient: "病友", parent: "家長" };
export const SEEN_BY = ["view", "sensitive"] as const;
export type SeenBy = (typeof SEEN_BY)[number];
export const SEEN_BY_LABELS: Record<SeenBy, string> = {
	view: "可以查看會員的人",
	sensitive: "可以查看身分證字號與病況的人",
};
export const SELF = ["none", "reads", "fills"] as const;
export type Self = (typeof SELF)[number];
export const SELF_LABELS: Record<Self, string> = { none: "看不到", reads: "看得到", fills: "自己填" };

export type FieldChoice = { id: number; name: string; is_active: 0 | 1 };
/** An own field as all rules see it. */
export type OwnField = {
	id: number;
	name: string;
	hint: string;
	kind: FieldKind;
	for_whom: ForWhom;
	seen_by: SeenBy;
	self: Self;
	is_special: 0 | 1;
	purpose: string;
	in_list: 0 | 1;
	is_active: 0 | 1;
	/** JSON: the choices in their order. */
	choices: string;
};

const Choices = z.array(z.object({ id: z.int(), name: z.string(), is_active: z.union([z.literal(0), z.literal(1)]) }));
export const choicesOf = ({ choices }: Pick<OwnField, "choices">): FieldChoice[] => Choices.parse(JSON.parse(choices));

/** The smallest group whose number is told when people are counted by special data. */
export const LEAST_TOLD = 3;

/** Whether a sealed field of this kind can be counted by its values; sealed text, numbers and days never are. */
export const isIndexed = (kind: FieldKind): boolean => ["choice", "choices", "year", "yes_no"].includes(kind);
/** Whether a list may have a condition on a field: also on whether there is a file. */
export const isFiltered = ({ kind, is_special }: Pick<OwnField, "kind" | "is_special">): boolean =>
	is_special === 0 || kind === "file" || isIndexed(kind);

/** The name of a field's input in forms, of its condition in lists, and of its column in files. */
export const fieldName = ({ id }: Pick<OwnField, "id">): string => `f${id}`;
/** The names of a field's further inputs: one of several choices, what empties a sealed value, what agrees to a purpose. */
export const choiceName = (field: Pick<OwnField, "id">, choice: number): string => `${fieldName(field)}.${choice}`;
export const emptyName = (field: Pick<OwnField, "id">): string => `${fieldName(field)}.empty`;
export const agreeName = (field: Pick<OwnField, "id">): string => `${fieldName(field)}.agree`;
/** Matches the names of all these inputs, which no form's schema knows: own fields are rows of the database. */
export const OWN_NAMES = /^f[1-9]\d{0,9}(?:\.(?:[1-9]\d{0,9}|empty|agree))?$/;

/** Matches the names of conditions on own fields in the query of a list, and of their columns in files. */
export const CONDITION_NAMES = /^f[1-9]\d{0,9}$/;

/**
 * The most bytes of a form with own fields: three files of the largest size, and its texts. A larger body is not read to
 * its end.
 */
export const OWN_FORM_BYTES = 3 * PURPOSE.member_field.maxBytes + 1024 * 1024;
export const hasFileField = (fields: readonly Pick<OwnField, "kind">[]): boolean =>
	fields.some(({ kind }) => kind === "file");

/** Whether a field is asked of a member with this identity. */
export const isFor = ({ for_whom }: Pick<OwnField, "for_whom">, identity: string): boolean =>
	for_whom === "all" || for_whom === identity;

/**
 * Returns as what a record is asked for own fields: an organisation (團體會員) and a contact (聯絡人) are neither a patient nor a
 * parent.
 */
export function askedAs(row: { identity_type: string; is_organisation: 0 | 1; is_contact: 0 | 1 }): string {
	if (row.is_contact === 1) return CONTACT;
	return row.is_organisation === 1 ? ORGANISATION : row.identity_type;
}
export const ORGANISATION = "organisation";

/** What was read of a typed value: its canonical text, null when nothing was typed, or the sentence that says what is wrong. */
export type ReadValue = { value: string | null } | { error: string };
const wrong = (error: string): ReadValue => ({ error });

/** Reads a typed value of a field; choices are their ids or names. `kept` is the value before, whose retired choices stay. */
export function readValue(field: OwnField, typed: readonly string[], kept: string | null): ReadValue {
	const [text = ""] = typed.map((one) => one.trim());
	if (field.kind === "choices") return readChoices(field, typed, kept);
	if (text === "") return { value: null };
	switch (field.kind) {
		case "text":
			return readText(text);
		case "number":
			return readNumber(text);
		case "date":
			return readDay(text);
		case "year":
			return readYear(text);
		case "yes_no":
			return readYesNo(text);
		case "choice":
			return readChoices(field, [text], kept);
		case "file":
			return wrong("請選擇檔案。");
	}
}

const Text = line(200);
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/u;
function readText(text: string): ReadValue {
	const { success, data } = Text.safeParse(text);
	if (!success) return wrong("最多 200 個字。");
	return UNSEEN.test(data) ? wrong("含有看不見的字元，請重新輸入。") : { value: data || null };
}

/** Returns a number as it is stored: without thousands separators and needless zeros. */
function readNumber(text: string): ReadValue {
	const plain = text.normalize("NFKC").replaceAll(",", "");
	const [, sign = "", whole = "", part = ""] = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/.exec(plain) ?? [];
	if (whole === "") return wrong("請輸入數字，例如 12 或 3.5。");
	const rest = part.replace(/0{1,4}$/, "");
	const number = `${whole.replace(/^0+(?=\d)/, "")}${rest === "" ? "" : `.${rest}`}`;
	return { value: number === "0" ? number : `${sign}${number}` };
}

function readDay(text: string): ReadValue {
	const read = readTypedDay(text, {
		missing: "",
		unknown: () => "請輸入正確的日期，例如 2026/3/5 或 115/3/5。",
	});
	return "day" in read ? { value: read.day } : wrong(read.problem);
}

/** Reads a year: four digits are western, two or three are of the Republic (民國). */
function readYear(text: string): ReadValue {
	const plain = text
		.normalize("NFKC")
		.replace(/^民國|^西元|年$/g, "")
		.trim();
	const year = /^\d{4}$/.test(plain) ? Number(plain) : /^\d{1,3}$/.test(plain) ? Number(plain) + 1911 : 0;
	return year >= 1900 && year <= 2110 ? { value: String(year) } : wrong("請輸入年份，例如 2019 或 民國108年。");
}

const YES = /^(?:1|是|有|y|yes|v|✓|✔|o|○|true)$/i;
const NO = /^(?:0|否|無|沒有|n|no|x|×|✗|false)$/i;
function readYesNo(text: string): ReadValue {
	if (YES.test(text)) return { value: "1" };
	return NO.test(text) ? { value: "0" } : wrong("請填是或否。");
}

const SEPARATORS = /[、,，;；/／\n]+/;
function readChoices(field: OwnField, typed: readonly string[], kept: string | null): ReadValue {
	const all = choicesOf(field);
	const before = new Set(valuesOf(field, kept));
	const parts = typed
		.flatMap((one) =>
			field.kind === "choices" && !all.some(({ name }) => name === one.trim()) ? one.split(SEPARATORS) : [one],
		)
		.map((one) => one.trim())
		.filter((one) => one !== "");
	const found = parts.map((part) => all.find(({ id, name }) => String(id) === part || name === part));
	const usable = found.flatMap((one) => (one && (one.is_active === 1 || before.has(String(one.id))) ? [one.id] : []));
	if (usable.length < parts.length) return wrong("請從選項中選擇；停用的選項不能再選。");
	const ids = [...new Set(usable)].sort((a, b) => a - b);
	if (ids.length === 0) return { value: null };
	return { value: field.kind === "choices" ? JSON.stringify(ids) : String(ids[0]) };
}

const Ids = z.array(z.int());
/** Returns the single values of a canonical value: of choices each one, else the value. They are what tokens are made of. */
export function valuesOf({ kind }: Pick<OwnField, "kind">, value: string | null): string[] {
	if (value === null) return [];
	return kind === "choices" ? Ids.parse(JSON.parse(value)).map(String) : [value];
}

type Worded = Pick<OwnField, "kind" | "choices">;
/** Returns a single value of a field in words. */
export function oneWords(field: Worded, one: string): string {
	if (field.kind === "yes_no") return one === "1" ? "是" : "否";
	if (field.kind === "file") return "有檔案";
	if (field.kind === "date") return one.replaceAll("-", "/");
	if (field.kind === "year") return `${one}（民國 ${Number(one) - 1911} 年）`;
	return field.kind === "choice" || field.kind === "choices"
		? (choicesOf(field).find(({ id }) => String(id) === one)?.name ?? one)
		: one;
}
/** Returns a value in words; "" without one. */
export const valueWords = (field: Worded, value: string | null): string =>
	valuesOf(field, value)
		.map((one) => oneWords(field, one))
		.join("、");
/**
 * Returns a value as a table has it, so that an import reads it again: a year is its number, a day YYYY-MM-DD. Of a file it
 * says whether there is one.
 */
export const fileText = (field: Worded, value: string | null): string => {
	if (field.kind === "file") return value === null ? "無" : "有";
	return field.kind === "year" || field.kind === "date" ? (value ?? "") : valueWords(field, value);
};

/** What the audit log calls a field among a member's changes. */
export const auditName = ({ name }: Pick<OwnField, "name">): string => `自訂欄位「${name}」`;
export const isAuditName = (name: string): boolean => name.startsWith("自訂欄位「");
