import * as z from "zod";
import type { Db, Write } from "#db/commit.ts";
import { noteFilters } from "#db/people/member-field-filters.ts";
import { auditRecords } from "#db/people/roster.ts";
import * as stored from "#db/people/roster-own.ts";
import { readRows } from "#db/read.ts";
import { auditName, type OwnField } from "#domain/people/member-fields/rules.ts";
import { openedValue, sealedWrite, toldWrite } from "#domain/people/member-fields/value-actions.ts";
import type { By } from "#kernel/by.ts";
import type { Mapping } from "./mapping.ts";
import { type KnownOwn, type OwnChange, ownOf } from "./own-fields.ts";

type Keys = { SEALING_KEY: string };

/** Returns the own fields that the columns of a file are taken into. */
export const fieldsTaken = ({ columns, own }: Mapping): OwnField[] =>
	columns.flatMap(({ target }) => {
		const field = ownOf(own, target);
		return field?.is_open === 1 ? [field] : [];
	});

/** Records in the audit log with which fields of special data a file is compared. */
export async function noteCompared(db: Db, fields: readonly OwnField[], by: By): Promise<void> {
	const special = fields.filter(({ is_special }) => is_special === 1).map(({ id }) => id);
	if (special.length > 0) await readRows(db.$client, noteFilters(special, by));
}

type Rows = { values: readonly stored.StoredOwn[]; consents: readonly { id: number; purpose: string; given: 0 | 1 }[] };
/** Returns the function that gives what is stored of a record's own fields, opened. */
export async function knownOwn(env: Keys, { values, consents }: Rows): Promise<(id: number) => KnownOwn> {
	const opened = await Promise.all(
		values.map(async (row) => ({ id: row.id, entry: [row.field, (await openedValue(env, row)) ?? ""] as const })),
	);
	const [held, said] = [Map.groupBy(opened, ({ id }) => id), Map.groupBy(consents, ({ id }) => id)];
	return (id) => {
		const purposes = (is: 0 | 1) =>
			(said.get(id) ?? []).filter(({ given }) => given === is).map(({ purpose }) => purpose);
		return {
			held: new Map((held.get(id) ?? []).map(({ entry }) => entry)),
			agreed: new Set(purposes(1)),
			ended: new Set(purposes(0)),
		};
	};
}

/** Returns the changes of own fields as the audit log has them: of special data only that they were written. */
export const ownAudit = (changes: readonly OwnChange[]): Record<string, { from: unknown; to: unknown }> =>
	Object.fromEntries(changes.map((change) => [auditName(change.field), toldWrite(change)]));

const Before = z.record(z.string().regex(/^[1-9]\d{0,9}$/), z.string().nullable());
/** Returns what own fields were before, by the fields' ids, as an import keeps it sealed for being undone. */
export const ownBefore = (changes: readonly OwnChange[]): Record<string, string | null> =>
	Object.fromEntries(changes.map(({ field, from }) => [field.id, from]));

type Filled = { id: number; own: readonly OwnChange[] };
/** Returns the writes of own fields, with the consents on paper that the import says there are. Special data are sealed here. */
export async function ownWrites(env: Keys, filled: readonly Filled[], by: By): Promise<Write[]> {
	const consents = filled.flatMap(({ id, own }) =>
		[...new Set(own.filter(({ agrees }) => agrees).map(({ field }) => field.purpose))].map((purpose) => ({
			id,
			purpose,
		})),
	);
	const written = filled.flatMap(({ id, own }) => own.map(({ field, to }) => ({ id, field, to })));
	return [
		...stored.insertPaperConsents(consents, by),
		...auditRecords(
			consents.map(({ id, purpose }) => ({ id, action: "member_field.agree", changes: { purpose } })),
			by,
			"own fields",
		),
		...stored.putValues(await sealedValues(env, written), by.at),
	];
}

type Written = { id: number; field: OwnField; to: string | null };
/** Seals values of members; what is empty is left out. */
const sealedValues = async (env: Keys, written: readonly Written[]): Promise<stored.OwnValue[]> => {
	const all = written.map(async ({ id, field, to }) => {
		const value = await sealedWrite(env, { field, from: null, to });
		return value ? [{ id, ...value }] : [];
	});
	return (await Promise.all(all)).flat();
};

type Restored = { id: number; before: unknown };
/** Returns the writes that give own fields the values back that they had (`ownBefore`); `fields` are all own fields. */
export async function ownRestored(
	env: Keys,
	rows: readonly Restored[],
	{ fields, at }: { fields: readonly OwnField[]; at: number },
): Promise<Write[]> {
	const all = rows.flatMap(({ id, before }) =>
		Object.entries(Before.parse(before ?? {})).flatMap(([key, to]) => {
			const field = fields.find((one) => one.id === Number(key));
			return field ? [{ id, field, to }] : [];
		}),
	);
	const emptied = all.filter(({ to }) => to === null).map(({ id, field }) => ({ id, field: field.id }));
	// Whose consent was taken back meanwhile keeps nothing.
	return [...stored.deleteValues(emptied), ...stored.putValues(await sealedValues(env, all), at, true)];
}
