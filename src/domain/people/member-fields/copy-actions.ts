import * as z from "zod";
import { commit, type Db } from "#db/commit.ts";
import { indexedApplied, replaceAppliedTokens } from "#db/people/application-fields.ts";
import { indexedValues, replaceTokens } from "#db/people/member-field-values.ts";
import { readRows } from "#db/read.ts";
import { openValue } from "#platform/field-seals.ts";
import { FIELD_KINDS, valueWords } from "./rules.ts";
import { openedValue, tokensOf } from "./value-actions.ts";

type Keys = { SEALING_KEY: string };

const Row = z.object({
	kind: z.enum(FIELD_KINDS),
	name: z.string(),
	choices: z.string(),
	value: z.string(),
	seal_id: z.string().nullable(),
	updated_at: z.number(),
});

/** Returns the files in own fields, which the copy holds, by their ids and the names of their fields. */
export const ownFilesOfCopy = (rows: readonly Record<string, unknown>[]): { file_id: number; name: string }[] =>
	rows
		.map((row) => Row.parse(row))
		.flatMap(({ kind, name, value }) => (kind === "file" ? [{ file_id: Number(value), name }] : []));

/** Returns a row of the copy of a member's data with its value opened and in words; the caller records the copy first. */
export async function ownFieldOfCopy(env: Keys, row: Record<string, unknown>) {
	const { kind, name, choices, value, seal_id, updated_at } = Row.parse(row);
	return { name, value: valueWords({ kind, choices }, await openedValue(env, { value, seal_id })), updated_at };
}

const ROWS_AT_ONCE = 100;

/** Makes the tokens of special data anew, under the oldest key; returns how many values got others. It can be repeated. */
export async function rehashFieldTokens(keys: Keys, db: Db): Promise<number> {
	const ofMembers = await rehashed(keys, db, { rows: indexedValues, replace: replaceTokens });
	return ofMembers + (await rehashed(keys, db, { rows: indexedApplied, replace: replaceAppliedTokens }));
}

type Indexed = { rows: typeof indexedValues; replace: typeof replaceTokens };
async function rehashed(keys: Keys, db: Db, { rows: read, replace }: Indexed): Promise<number> {
	let changed = 0;
	for (let after = 0; ; ) {
		const [rows] = await readRows(db.$client, read(after, ROWS_AT_ONCE));
		const last = rows.at(-1);
		if (!last) return changed;
		const writes = await Promise.all(
			rows.map(async (row) => {
				const field = { id: row.field_id, kind: row.kind };
				const tokens = [...new Set(tokensOf(keys, field, await openValue(keys, row)))].sort();
				return JSON.stringify(tokens) === row.tokens ? [] : replace(row, tokens);
			}),
		);
		await commit(db, writes.flat());
		changed += writes.filter((some) => some.length > 0).length;
		after = last.id;
	}
}
