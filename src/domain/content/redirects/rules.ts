import { type Hosts, leadOf, type Target } from "#domain/content/content/addresses.ts";
import { hasHost } from "#domain/content/content/known.ts";
import { Refusal } from "#kernel/refusal.ts";
import { pathOf } from "./old-paths.ts";

/**
 * Where a redirect or a menu's item is to lead, as it was typed: a text of ours by its address, with what stands behind that address, or
 * an address. A page that there is not may be one that the website makes itself, so that `address` holds it as well.
 */
export type Wanted = { text: Target | null; behind: string; address: string };

/**
 * Reads where a redirect or a menu's item is to lead. Refuses with `refused` what is neither a path on the website nor an
 * address with https, and what leads behind the sign-in.
 */
export function wantedTarget(
	typed: string,
	hosts: Hosts,
	refused: "redirect.bad_target" | "menu_item.bad_target",
): Wanted {
	const lead = leadOf(typed, hosts);
	if (lead === undefined || lead.kind === "inside") throw new Refusal(refused);
	const behind = /[?#].*$/s.exec(typed)?.[0] ?? "";
	if (lead.kind === "outside" || lead.kind === "file" || /^\/api\//.test(typed)) {
		if (!/^https:\/\//i.test(typed) || !hasHost(typed)) throw new Refusal(refused);
		return { text: null, behind, address: new URL(typed).href };
	}
	const address = (pathOf(typed) ?? "/") + behind;
	return { text: "key" in lead ? lead : null, behind, address };
}
