import type { Counted } from "#db/people/member-statistics.ts";
import { CONDITION_NAMES, choicesOf, fieldName, isIndexed, type OwnField } from "#domain/people/member-fields/rules.ts";
import { TRAITS, type TraitValues } from "#domain/people/members/statistics.ts";
import { fieldToken } from "#platform/field-seals.ts";

export const isOwnTrait = (trait: string): boolean => CONDITION_NAMES.test(trait);
/** Returns what people are counted by, of a name in the address. */
export const countedBy = (trait: string): Counted =>
	TRAITS.find((one) => one === trait) ?? { field: Number(trait.slice(1)) };

const FIRST_YEAR = 1900;
const LAST_YEAR = 2110;
/** Returns all values that a field can have, in their order, with their words. */
function valuesIn(field: OwnField): TraitValues {
	if (field.kind === "yes_no")
		return [
			["1", "是"],
			["0", "否"],
		];
	if (field.kind === "year")
		return Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, at) => String(FIRST_YEAR + at)).map((year) => [
			year,
			year,
		]);
	return choicesOf(field).map(({ id, name }) => [String(id), name]);
}

type Asked = { fields: readonly OwnField[]; seesAll: boolean; asked: readonly string[] };
/**
 * Returns the own fields by which people are counted, for a reader who may see sensitive data (`seesAll`) or not: their
 * labels by their names, and the values of those that are asked for. The values of special data are known by their
 * tokens.
 */
export function ownTraits(env: { SEALING_KEY: string }, { fields, seesAll, asked }: Asked) {
	const open = fields.filter(({ kind, seen_by }) => isIndexed(kind) && (seen_by === "view" || seesAll));
	const named = new Map(open.map((field) => [fieldName(field), field]));
	return {
		labels: Object.fromEntries([...named].map(([name, field]) => [name, field.name])),
		values: Object.fromEntries(
			[...named]
				.filter(([name]) => asked.includes(name))
				.map(([name, field]): [string, TraitValues] => [
					name,
					field.is_special === 0
						? valuesIn(field)
						: valuesIn(field).map(([value, words]) => [fieldToken(env, field.id, value), words]),
				]),
		),
		isSealed: (trait: string): boolean => named.get(trait)?.is_special === 1,
		isSeveral: (trait: string): boolean => named.get(trait)?.kind === "choices",
	};
}
