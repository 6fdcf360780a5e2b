import type { Write } from "#db/commit.ts";
import { foldNames, type NameRow } from "#db/people/folded-names.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { hindrance } from "./rules.ts";

type Issuing = { names: readonly NameRow[]; titles: readonly string[]; said: readonly string[] };

/**
 * What stands before receipts are issued, on every road to one: the names folded, which the triggers of 0041 compare. Refuses
 * `receipt.same_name`, and as `otherTitle` says a title that takes a second person; what is one's own the batch refuses, in
 * the words of its verb.
 */
export function issuable(issuing: Issuing, otherTitle: RefusalCode): Write[] {
	const found = hindrance(issuing);
	if (found === "same_name") throw new Refusal("receipt.same_name");
	if (found === "other_title") throw new Refusal(otherTitle);
	return foldNames(issuing.names);
}
