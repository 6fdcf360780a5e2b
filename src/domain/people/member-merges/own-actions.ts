import type { Db, Write } from "#db/commit.ts";
import { deleteValue, type ValueRow, valuesStored } from "#db/people/member-field-values.ts";
import type { MergePair } from "#db/personal-data.ts";
import { readRows } from "#db/read.ts";
import { auditName, type OwnField, valueWords } from "#domain/people/member-fields/rules.ts";
import { openedValue } from "#domain/people/member-fields/value-actions.ts";

type Keys = { SEALING_KEY: string };

/**
 * An own field in which the record that is merged has a value that the kept one has not: `isOpen` when both have one, so
 * that staff choose. The words of special data are not told.
 */
export type OwnPart = { field: OwnField; isOpen: boolean; kept: string; other: string };

/** Returns the own fields in which two records differ, by their stored values. */
export async function ownParts(env: Keys, kept: readonly ValueRow[], other: readonly ValueRow[]): Promise<OwnPart[]> {
	const parts = await Promise.all(
		other.map(async (row): Promise<OwnPart[]> => {
			const mine = kept.find(({ id }) => id === row.id);
			const [to, from] = [await openedValue(env, row), mine ? await openedValue(env, mine) : null];
			if (to === null || to === from) return [];
			return [{ field: row, isOpen: from !== null, kept: told(row, from), other: told(row, to) }];
		}),
	);
	return parts.flat();
}

const told = (row: ValueRow, value: string | null): string =>
	row.is_special === 1 && row.kind !== "file" ? (value === null ? "" : "已加密保存") : valueWords(row, value);

/** The own fields, by their ids, whose value staff chose from the record that is merged. */
export type OwnPicks = readonly number[];

/**
 * Returns what a merge writes of own fields before everything moves: the values of the kept record that make room; and
 * the changes of the kept record for the audit log.
 */
export async function ownMerge(
	env: Keys,
	db: Db,
	{ of, picks }: { of: MergePair; picks: OwnPicks },
): Promise<{ before: Write[]; changes: Record<string, { from: string | null; to: string }> }> {
	const [kept, other] = await readRows(db.$client, valuesStored(of.kept), valuesStored(of.other));
	const parts = await ownParts(env, kept, other);
	const taken = parts.filter(({ field, isOpen }) => !isOpen || picks.includes(field.id));
	return {
		before: taken.filter(({ isOpen }) => isOpen).map(({ field }) => deleteValue(of.kept, field.id)),
		changes: Object.fromEntries(
			taken.map((part) => [auditName(part.field), { from: part.kept || null, to: part.other }]),
		),
	};
}
