import type { Parts } from "#ui/islands/parts.ts";
import memberDoubles from "./member-doubles.ts";
import payeePicks from "./payee-picks.ts";

/**
 * Says who there is already while the user types. It is one part, because the ways to do so share the most of their
 * code; that of accounts, which few pages have, comes by itself.
 */
export default async function start(root: HTMLElement, props: Parts["picks"]): Promise<void> {
	if (props.of === "accounts") (await import("./account-picks.ts")).default(root);
	else if (props.of === "payees") payeePicks(root, props);
	else memberDoubles(root, props);
}
