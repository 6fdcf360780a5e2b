/** How long a membership of a type lasts: dues by calendar year, for life, or without a term; the last two owe no dues. */
export const TERMS = ["year", "life", "none"] as const;
export type Term = (typeof TERMS)[number];
export const TERM_LABELS: Record<Term, string> = { year: "每年（曆年）", life: "終身", none: "不定期" };

/** Who may apply for a type; of `nobody` the staff record the members themselves. */
export const APPLIES = ["person", "nobody", "organisation"] as const;
export type Applies = (typeof APPLIES)[number];
export const APPLIES_LABELS: Record<Applies, string> = {
	person: "個人可以線上申請",
	nobody: "只由協會登記",
	organisation: "團體（由協會登記）",
};

/** The code of the type of contacts (聯絡人), people who are no members: their status is `withdrawn` (migration 0112). */
export const CONTACT = "contact";

/** A membership type (會員類別) as lists and forms name it. */
export type NamedType = {
	code: string;
	name: string;
	description: string;
	term: Term;
	applies: Applies;
	is_active: 0 | 1;
};

/** Returns the names of types by their codes. */
export const typeNames = (types: readonly NamedType[]): Record<string, string> =>
	Object.fromEntries(types.map(({ code, name }) => [code, name]));

type Option = { value: string; label: string };
/** Returns types as the options of a condition: all of them, because old records have those that were retired. */
export const typeOptions = (types: readonly NamedType[]): Option[] =>
	types.map(({ code, name }) => ({ value: code, label: name }));

/** Returns the types that people may be given now; `kept` is the code of one that a record has, which it may keep. */
export const offeredTypes = (types: readonly NamedType[], kept?: string): NamedType[] =>
	types.filter(({ code, is_active, applies }) => code === kept || (is_active === 1 && applies !== "organisation"));

/** Returns the types that organisations may be given now, and the one that a record has. */
export const organisationTypes = (types: readonly NamedType[], kept?: string): NamedType[] =>
	types.filter(({ code, is_active, applies }) => code === kept || (is_active === 1 && applies === "organisation"));

/** Returns the types for which a person may apply by themselves; `kept` is the one that an application has. */
export const openTypes = (types: readonly NamedType[], kept?: string): NamedType[] =>
	types.filter(({ code, is_active, applies }) => code === kept || (is_active === 1 && applies === "person"));

/** Whether a type owes dues; one that is not known does. */
export const typeOwes = (types: readonly NamedType[], code: string): boolean =>
	(types.find((one) => one.code === code)?.term ?? "year") === "year";
