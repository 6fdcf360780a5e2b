import type { Parts } from "#ui/islands/parts.ts";
import accountPicks from "./account-picks.ts";
import memberDoubles from "./member-doubles.ts";
import payeePicks from "./payee-picks.ts";
import searchPicks from "./search-picks.ts";

/**
 * Says who there is already while the user types. It is one part, because the ways to do so share the most of their
 * code, and each further part makes the script of every page longer.
 */
export default function start(root: HTMLElement, props: Parts["picks"]): void {
	if (props.of === "accounts") accountPicks(root);
	else if (props.of === "payees") payeePicks(root, props);
	else if (props.of === "search") searchPicks(root, props);
	else memberDoubles(root, props);
}
