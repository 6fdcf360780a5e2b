import { allows } from "#auth/permissions.ts";
import { type Ask, type Route, view } from "#auth/route.ts";
import { type BelowZero, cashBelowZero, type HeldParent, heldParents } from "#db/books/index.ts";
import { type Existing, existing, readHealth, readSearchHealth } from "#db/shell/health.ts";
import { type SettingRow, selectSettings } from "#db/system/index.ts";
import { parseSettings } from "#domain/system/actions.ts";
import {
	cashFindings,
	cronFindings,
	keepingFindings,
	keyFindings,
	keysOf,
	MAIL_SETTING_KEYS,
	madeFindings,
	mailSettings,
	migrationFaults,
	policyFindings,
	sealFindings,
	structureFaults,
	tablesOf,
	waitingFindings,
	wholeFindings,
} from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { standingOf } from "#platform/database-standing.ts";
import { fingerprints } from "#platform/key-ids.ts";
import { mailerOf } from "#platform/mail.ts";
import { expectedStructure } from "#platform/structure.ts";
import { type Health, healthPage } from "./show-page.ts";

async function look({ env, at, who }: Pick<Ask, "env" | "at" | "who">): Promise<Health> {
	const expected = await expectedStructure(env);
	const more = [
		selectSettings(MAIL_SETTING_KEYS),
		cashBelowZero(),
		heldParents(),
		selectSettings(keysOf("site")),
		existing(),
	];
	const [main, search, keys] = await Promise.all([
		readHealth(env.DB, at, { tables: tablesOf(expected), more }),
		readSearchHealth(env.SEARCH),
		fingerprints(env),
	]);
	const { pulse, tasks, whole, bytes } = main;
	const settings = (main.more[0] as SettingRow[]).map(({ key, value }) => [key, value] as const);
	const mailMissing = "missing" in mailerOf(env, mailSettings(new Map(settings)));
	const [below, parents] = [main.more[1] as BelowZero[], main.more[2] as HeldParent[]];
	const site = parseSettings("site", main.more[3] as SettingRow[]);
	const standing = await standingOf(whole);
	return {
		findings: [
			...cronFindings({ cron_at: pulse.cron_at, tasks }, at),
			...waitingFindings(pulse, { mailMissing, indexRev: search.rev, now: at }),
			...madeFindings({ ...migrationFaults(expected, standing), faults: structureFaults(expected, standing) }),
			...policyFindings(site),
			...wholeFindings(whole),
			...cashFindings(below, parents),
			...keepingFindings(pulse, [bytes, search.bytes], at),
			...sealFindings(pulse.seal_faults),
			...keyFindings(whole, keys),
		],
		absent: absentOf((main.more[4] as Existing[])[0], site.PUBLIC_SITE_ORIGIN !== ""),
		below,
		parents,
		mayPost: allows("ledger_post", who),
		tasks,
		keys,
		sizes: {
			database: bytes,
			search: search.bytes,
			privateFiles: pulse.private_bytes,
			publicFiles: pulse.public_bytes,
		},
		build: env.VERSION.id,
		at,
	};
}

/** Returns the checks that are about nothing yet: they pass, but nobody is told that what does not exist is in order. */
function absentOf(of: Existing | undefined, hasSite: boolean): readonly string[] {
	const none = Object.entries(of ?? {}).flatMap(([code, is]) => (is === 0 ? [code] : []));
	return hasSite ? none : [...none, "privacy_policy"];
}

const showHealth = view({
	path: paths.admin.health.show(),
	gate: "operations",
	show: async (ask) => healthPage(await look(ask)),
});

export const HEALTH_ROUTES: readonly Route[] = [showHealth];
