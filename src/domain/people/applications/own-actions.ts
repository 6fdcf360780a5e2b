import type { Write } from "#db/commit.ts";
import { deleteApplied, putApplied } from "#db/people/application-fields.ts";
import type { ValueRow } from "#db/people/member-field-values.ts";
import { fieldName } from "#domain/people/member-fields/rules.ts";
import { opened, sealedWrite } from "#domain/people/member-fields/value-actions.ts";
import { OWN_REFUSED, type OwnTyped, planOwn } from "#domain/people/member-fields/values.ts";
import type { Person } from "#domain/people/profiles/actions.ts";
import { FieldRefusal, Refusal } from "#kernel/refusal.ts";

type Keys = { SEALING_KEY: string };
type Filled = {
	/** The fields that the form asked, with what the applicant filled in before. */
	rows: readonly ValueRow[];
	typed: OwnTyped;
	identity: string;
	by: Person;
};

/**
 * Returns the writes of what an applicant filled in of the own fields; special data leave this function sealed. Refuses, with
 * sentences by field, what is not of its field's kind, not for the applicant, or special data without a consent, and
 * `member_field.stale` for a field that is not asked any more.
 */
export async function ownWrites(env: Keys, { rows, typed, identity, by }: Filled): Promise<Write[]> {
	const known = new Set(rows.map(fieldName));
	if (Object.keys(typed).some((name) => !known.has(name.split(".")[0] ?? ""))) throw new Refusal("member_field.stale");
	const held = await Promise.all(rows.map((row) => opened(env, row)));
	const { writes, errors } = planOwn(held, { typed, files: new Set() }, identity);
	if (Object.keys(errors).length > 0) throw new FieldRefusal(OWN_REFUSED, errors);
	return Promise.all(
		writes.map(async (write) => {
			const value = await sealedWrite(env, write);
			return value ? putApplied(by.userId, value, by.at) : deleteApplied(by.userId, write.field.id);
		}),
	);
}
