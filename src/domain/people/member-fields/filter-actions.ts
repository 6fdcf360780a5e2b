import type { Db } from "#db/commit.ts";
import { noteFilters, type OwnFilter } from "#db/people/member-field-filters.ts";
import { readRows, type Select } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { fieldToken } from "#platform/field-seals.ts";
import { CONDITION_NAMES } from "./rules.ts";

type Keys = { SEALING_KEY: string };
type Asking = { asked: object; seesAll: boolean };
type Noting = Select<{ field: string }>[];

/** Returns the conditions on own fields of a list's query; undefined when there are none. */
export function ownFilter(env: Keys, { asked, seesAll }: Asking): OwnFilter | undefined {
	const conditions = Object.entries(asked).flatMap(([name, value]) => {
		if (!CONDITION_NAMES.test(name) || typeof value !== "string" || value === "") return [];
		const field = Number(name.slice(1));
		return [{ field, plain: value, sealed: fieldToken(env, field, value) }];
	});
	return conditions.length === 0 ? undefined : { conditions, seesAll };
}

/**
 * Returns the query that records in the audit log that conditions on special data are used; it comes last among the
 * queries of a list, whose reader sees them. Its rows are the conditions that it recorded.
 */
export const noting = (filter: OwnFilter | undefined, by: By): Noting =>
	filter?.seesAll
		? [
				noteFilters(
					filter.conditions.map(({ field }) => field),
					by,
				),
			]
		: [];

/** Returns what `ownFilter` does, after the audit log recorded the use of special data. */
export async function notedFilter(
	env: Keys,
	db: Db,
	{ by, ...asking }: Asking & { by: By },
): Promise<OwnFilter | undefined> {
	const filter = ownFilter(env, asking);
	const queries = noting(filter, by);
	if (!filter || queries.length === 0) return filter;
	const [noted] = await readRows(db.$client, ...queries);
	return { ...filter, isSealed: (noted ?? []).length > 0 };
}

/** Returns the same as `noting`, of the names of what people are counted by; names of no own field are left out. */
export const notingCount = (names: readonly string[], by: By): Noting => {
	const fields = names.filter((name) => CONDITION_NAMES.test(name)).map((name) => Number(name.slice(1)));
	return fields.length === 0 ? [] : [noteFilters(fields, by)];
};
