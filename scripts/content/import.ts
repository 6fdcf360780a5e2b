import type { Finding, Site } from "./site.ts";
import { applyPlan } from "./store/apply.ts";
import { planLinks } from "./store/links.ts";
import { planImport } from "./store/plan.ts";
import { readStored } from "./store/read-stored.ts";
import { type OldAddress, planRedirects, readRedirects } from "./store/redirects.ts";

export type ImportOptions = {
	/** The time of the import, in UTC milliseconds. */
	now: number;
	dryRun: boolean;
	/** The site's name, for the audit log. */
	siteName: string;
	/** The addresses at which texts stood on the old site; new ones get redirects from there. */
	redirects?: OldAddress[];
	report?: (done: number, all: number) => void;
};
export type ImportResult = {
	created: number;
	updated: number;
	unchanged: number;
	kept: Finding[];
	findings: Finding[];
	/** How many redirects were made, where the site has old addresses or redirects, and how many items of menus. */
	redirects?: number;
	menuItems?: number;
};

/**
 * Imports a folder's site into the database, all of it or nothing, and returns what changed; with `dryRun` it stores
 * nothing and returns what would change.
 */
export async function importSite(
	stores: { DB: D1Database; FILES: R2Bucket },
	site: Site,
	options: ImportOptions,
): Promise<ImportResult> {
	const before = await readStored(stores);
	const plan = planImport(site, before, options.now);
	const { creates, updates, unchanged, kept, findings } = plan;
	const { redirects: wanted = [], dryRun, report = () => undefined } = options;
	const stored = await readRedirects(stores.DB);
	const { items, redirects: own } = planLinks(plan.site, { here: before.site, stored }, findings);
	const old = planRedirects(creates, { wanted, stored, site: before.site }, findings);
	const links = { items, redirects: [...own, ...old] };
	if (!dryRun) await applyPlan(stores, plan, { ...options, links, report });
	return {
		created: creates.length,
		updated: updates.length,
		unchanged,
		kept,
		findings,
		...(wanted.length + links.redirects.length > 0 && { redirects: links.redirects.length }),
		...(items.length > 0 && { menuItems: items.length }),
	};
}
