import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { chooseNaming } from "#db/money/giver-choices.ts";
import type { By } from "#kernel/by.ts";

/** What a member says about the public list of gifts. */
export type Naming = { memberId: number; isNamed: boolean; by: By };

/** Returns the writes by which a member says whether the public list of gifts (捐款徵信) may name them. */
export const naming = (db: Db, { memberId, isNamed, by }: Naming): Write[] => [
	...chooseNaming(memberId, isNamed, by.at),
	...recordAudit(db, {
		...by,
		action: "payment.naming",
		auditableType: "member",
		auditableId: memberId,
		description: `member ${memberId}`,
		changes: { is_named: isNamed },
	}),
];

/** Stores what a member says about the public list of gifts; a list that named them is then to be published anew. */
export const sayNaming = (db: Db, of: Naming): Promise<void> => commit(db, naming(db, of));
