import type { Finding, Site } from "./site.ts";
import { applyPlan } from "./store/apply.ts";
import { planImport } from "./store/plan.ts";
import { readStored } from "./store/read-stored.ts";

export type ImportOptions = {
	/** The time of the import, in UTC milliseconds. */
	now: number;
	dryRun: boolean;
	/** The site's name, for the audit log. */
	siteName: string;
	report?: (done: number, all: number) => void;
};
export type ImportResult = {
	created: number;
	updated: number;
	unchanged: number;
	kept: Finding[];
	findings: Finding[];
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
	const plan = planImport(site, await readStored(stores), options.now);
	if (!options.dryRun) await applyPlan(stores, plan, { ...options, report: options.report ?? (() => undefined) });
	const { creates, updates, unchanged, kept, findings } = plan;
	return { created: creates.length, updated: updates.length, unchanged, kept, findings };
}
