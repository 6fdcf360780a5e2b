import type { Write } from "#db/commit.ts";
import { foldNames, type NameRow } from "#db/people/index.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { hindrance } from "./rules.ts";

type Issuing = { names: readonly NameRow[]; titles: readonly string[]; said: readonly string[] };

/**
 * Returns the writes that must come before receipts are issued, wherever they are issued: the folded names that the
 * triggers of migration 0041 compare. Refuses `receipt.same_name` when `hindrance` returns `same_name`, and with the
 * code `otherTitle` a title that needs a second person; receipts for the user's own payments are refused by the batch,
 * with the code of each action.
 */
export function issuable(issuing: Issuing, otherTitle: RefusalCode): Write[] {
	const found = hindrance(issuing);
	if (found === "same_name") throw new Refusal("receipt.same_name");
	if (found === "other_title") throw new Refusal(otherTitle);
	return foldNames(issuing.names);
}
