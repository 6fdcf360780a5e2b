import { recordAudit } from "#db/audit.ts";
import { insertRate } from "#db/books/withholding.ts";
import type { Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import type { By } from "#kernel/by.ts";
import type { RateInput } from "./form.ts";
import { RATES } from "./rates.ts";

/**
 * Sets a value from a day on, once per form `key`. Earlier values stay: of several from one day the last one holds, and
 * what requests withheld by another one is not changed.
 */
export const setRate = (db: Db, { input, key, by }: { input: RateInput; key: string; by: By }): Promise<number> =>
	commitOnce(db, { key, at: by.at }, [
		insertRate(input, by.at),
		...recordAudit(db, {
			...by,
			action: "withholding.rate",
			auditableType: "withholding_rate",
			auditableId: madeBy(key),
			description: RATES[input.kind].label,
			changes: { ...input },
		}),
	]);
