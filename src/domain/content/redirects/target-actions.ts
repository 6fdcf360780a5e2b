import type { Db } from "#db/commit.ts";
import { type StoredTarget, textAt } from "#db/content/redirects.ts";
import { readRows } from "#db/read.ts";
import type { Hosts } from "#domain/content/content/addresses.ts";
import { Refusal } from "#kernel/refusal.ts";
import { wantedTarget } from "./rules.ts";

type Typed = { typed: string; hosts: Hosts; of: "redirect" | "menu_item" };

/**
 * Finds what the typed target of a redirect or a menu's item means, to store it: an address of one of our texts, also an
 * earlier one, is that text; a page that there is not may be one that the website makes itself. Refuses `{of}.bad_target`
 * and `{of}.no_target`.
 */
export async function storedTarget(db: Db, { typed, hosts, of }: Typed): Promise<StoredTarget> {
	const { text, behind, address } = wantedTarget(typed, hosts, `${of}.bad_target`);
	if (text === null || text.kind === "file") return { resource: null, resourceId: null, address };
	const [[found]] = await readRows(db.$client, textAt({ kind: text.kind, key: text.key }));
	if (found) return { resource: text.kind, resourceId: found.id, address: behind };
	if (text.kind !== "page") throw new Refusal(`${of}.no_target`);
	return { resource: null, resourceId: null, address };
}
