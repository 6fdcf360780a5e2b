import { recordAudit } from "#db/audit.ts";
import type { Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { type FeeInput, insertFee } from "#db/people/index.ts";
import type { By } from "#kernel/by.ts";

/**
 * Sets what a membership type pays from a day on (會費標準), once per form `key`. Earlier fees stay: of several from one day
 * the last one holds, and items that were assessed keep their amounts.
 */
export const setFee = (db: Db, { fee, key, by }: { fee: FeeInput; key: string; by: By }): Promise<number> =>
	commitOnce(db, { key, at: by.at }, [
		insertFee(fee, by.at),
		...recordAudit(db, {
			...by,
			action: "dues.fee",
			auditableType: "membership_fee",
			auditableId: madeBy(key),
			description: fee.membership_type,
			changes: { ...fee },
		}),
	]);
