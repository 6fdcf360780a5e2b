import type { Write } from "#db/commit.ts";
import { deleteApplied, putApplied } from "#db/people/application-fields.ts";
import type { ValueRow } from "#db/people/member-field-values.ts";
import { plannedOwn, sealedWrite } from "#domain/people/member-fields/value-actions.ts";
import type { OwnTyped } from "#domain/people/member-fields/values.ts";
import type { Person } from "#domain/people/profiles/actions.ts";

type Keys = { SEALING_KEY: string };
type Filled = {
	/** The fields that the form asked, with what the applicant filled in before. */
	rows: readonly ValueRow[];
	typed: OwnTyped;
	identity: string;
	by: Person;
};

/**
 * Returns the writes of what an applicant filled in of the own fields; special data leave this function sealed. Refuses what
 * `plannedOwn` refuses.
 */
export async function ownWrites(env: Keys, { rows, typed, identity, by }: Filled): Promise<Write[]> {
	const { writes } = await plannedOwn(env, rows, { typed, files: new Set(), identity });
	return Promise.all(
		writes.map(async (write) => {
			const value = await sealedWrite(env, write);
			return value ? putApplied(by.userId, value, by.at) : deleteApplied(by.userId, write.field.id);
		}),
	);
}
