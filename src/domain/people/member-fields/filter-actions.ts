import { commit, type Db } from "#db/commit.ts";
import { noteFilters, type OwnFilter } from "#db/people/member-field-filters.ts";
import type { By } from "#kernel/by.ts";
import { fieldToken } from "#platform/field-seals.ts";
import { CONDITION_NAMES } from "./rules.ts";

/**
 * Returns the conditions on own fields of a list's query; undefined when there are none. When the reader may see
 * sensitive data, each condition on special data is recorded in the audit log first.
 */
export async function ownFilter(
	env: { SEALING_KEY: string },
	db: Db,
	{ asked, seesAll, by }: { asked: object; seesAll: boolean; by: By },
): Promise<OwnFilter | undefined> {
	const conditions = Object.entries(asked).flatMap(([name, value]) => {
		if (!CONDITION_NAMES.test(name) || typeof value !== "string" || value === "") return [];
		const field = Number(name.slice(1));
		return [{ field, plain: value, sealed: fieldToken(env, field, value) }];
	});
	if (conditions.length === 0) return undefined;
	if (seesAll)
		await commit(db, [
			noteFilters(
				conditions.map(({ field }) => field),
				by,
			),
		]);
	return { conditions, seesAll };
}

/** Records in the audit log by which fields of special data people are counted; names of no own field are left out. */
export async function noteOwnUse(db: Db, names: readonly string[], by: By): Promise<void> {
	const fields = names.filter((name) => CONDITION_NAMES.test(name)).map((name) => Number(name.slice(1)));
	if (fields.length > 0) await commit(db, [noteFilters(fields, by)]);
}
