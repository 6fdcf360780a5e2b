import { LEAST_TOLD } from "#domain/people/member-fields/rules.ts";
import type { NamedType } from "#domain/people/membership-types/rules.ts";
import { own } from "#kernel/own.ts";
import { GENDERS, IDENTITY_TYPES } from "./codes.ts";
import { GENDER_LABELS } from "./labels.ts";
import { CITIES } from "./places.ts";
import { IDENTITY_TYPE_LABELS } from "./rules.ts";

/** The ages at which the age groups of the statistics begin. */
export const AGE_GROUPS = [0, 18, 30, 45, 65] as const;

/** Returns a range of ages in words: 未滿 18 歲, 18 至 29 歲, 65 歲以上. */
export function ageWords(from: number, next: number | undefined): string {
	if (next === undefined) return `${from} 歲以上`;
	return from === 0 ? `未滿 ${next} 歲` : `${from} 至 ${next - 1} 歲`;
}

/** By what 人數統計 counts people. */
export const TRAITS = ["city", "age", "gender", "identity", "type"] as const;
export type Trait = (typeof TRAITS)[number];
export const TRAIT_LABELS: Record<Trait, string> = {
	city: "縣市",
	age: "年齡",
	gender: "性別",
	identity: "身分",
	type: "會員類別",
};

/** Organisations (團體會員), which have no age, gender and identity, are counted apart. */
const APART = ["organisation", "團體"] as const;

/** The values of a trait in their order, with their words. */
export type TraitValues = readonly (readonly [code: string, words: string])[];
/** Returns the values of each trait, of the membership types those that there are. */
const valuesWith = (types: readonly NamedType[]): Record<Trait, TraitValues> => ({
	city: CITIES.map((city) => [city, city]),
	age: [...AGE_GROUPS.map((from, at) => [String(from), ageWords(from, AGE_GROUPS[at + 1])] as const), APART],
	gender: [...GENDERS.map((code) => [code, GENDER_LABELS[code]] as const), APART],
	identity: [...IDENTITY_TYPES.map((code) => [code, IDENTITY_TYPE_LABELS[code]] as const), APART],
	type: types.map(({ code, name }) => [code, name]),
});
const UNKNOWN = "未填";

/** How many people have two values in common; null where a value is not known. */
export type Crossing = { row: string | null; column: string | null; many: number };
/** A table of counts: each row with a number for each column and its sum, and the sums of the columns. */
export type CrossTable = {
	columns: string[];
	rows: { label: string; counts: number[]; total: number }[];
	sums: number[];
	total: number;
};

/**
 * Returns the counts as a table, with the values of both traits in their order, what is not known last, and without
 * values that nobody has. A value that is none of its trait's (an operator's) stands under its own name. `more` are the
 * values of traits that are no Trait, such as own fields.
 */
export function crossTable(
	all: readonly Crossing[],
	{ rows, columns, types }: { rows: string; columns: string; types: readonly NamedType[] },
	more: Readonly<Record<string, TraitValues>> = {},
): CrossTable {
	const ofTypes = valuesWith(types);
	const named = (trait: string, found: readonly (string | null)[]): [string | null, string][] => {
		const values = own(more, trait) ?? own<TraitValues>(ofTypes, trait) ?? [];
		const known = values.filter(([code]) => found.includes(code));
		const codes = values.map(([code]) => code);
		const others = [...new Set(found)].filter((one) => one !== null && !codes.includes(one)).sort();
		return [
			...known.map(([code, words]): [string, string] => [code, words]),
			...others.map((one): [string | null, string] => [one, one ?? ""]),
			...(found.includes(null) ? [[null, UNKNOWN] as [null, string]] : []),
		];
	};
	const across = named(
		columns,
		all.map(({ column }) => column),
	);
	const down = named(
		rows,
		all.map(({ row }) => row),
	);
	const sumOf = (fits: (one: Crossing) => boolean): number => all.filter(fits).reduce((sum, { many }) => sum + many, 0);
	return {
		columns: across.map(([, words]) => words),
		rows: down.map(([row, label]) => ({
			label,
			counts: across.map(([column]) => sumOf((one) => one.row === row && one.column === column)),
			total: sumOf((one) => one.row === row),
		})),
		sums: across.map(([column]) => sumOf((one) => one.column === column)),
		total: sumOf(() => true),
	};
}

const isHidden = (many: number): boolean => many > 0 && many < LEAST_TOLD;

/** A number of people as it is told: by special data a group under three is "<3", and a sum with one says so. */
type Told = number | string;
export type ToldTable = {
	columns: string[];
	rows: { label: string; counts: Told[]; total: Told }[];
	sums: Told[];
	total: Told;
};

/**
 * Returns a table as it is told. By special data (`isSealed`) groups under three are not told, and sums are of what is
 * told, so that nobody computes the others. `isAlone`: rows and columns count by the same, so that only the sums are
 * told.
 */
export function toldTable(
	table: CrossTable,
	{ isSealed, isAlone }: { isSealed: boolean; isAlone: boolean },
): ToldTable {
	const told = (many: number): Told => (isSealed && isHidden(many) ? `<${LEAST_TOLD}` : many);
	const sumOf = (all: readonly number[]): Told => {
		const shown = isSealed ? all.filter((many) => !isHidden(many)) : all;
		const sum = shown.reduce((total, many) => total + many, 0);
		return shown.length < all.length ? `${sum} 以上` : sum;
	};
	return {
		columns: table.columns,
		rows: table.rows.map(({ label, counts, total }) => ({
			label,
			counts: counts.map(told),
			total: isAlone ? told(total) : sumOf(counts),
		})),
		sums: table.columns.map((_, at) => sumOf(table.rows.map(({ counts }) => counts[at] ?? 0))),
		total: sumOf(isAlone ? table.rows.map(({ total }) => total) : table.rows.flatMap(({ counts }) => counts)),
	};
}
