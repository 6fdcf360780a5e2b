/** The only list of the checks of /admin/health, in the order of the page. */
export const HEALTH_CHECKS = [
	"cron",
	"cron_tasks",
	"queue",
	"publishing",
	"dead_letters",
	"mail",
	"webhooks",
	"search",
	"pictures",
	"privacy_policy",
	"migrations",
	"structure",
	"rows",
	"references",
	"books",
	"payments",
	"documents",
	"doubles",
	"cash_below_zero",
	"cash_parents",
	"audit",
	"seals",
	"backup",
	"storage",
	"sealing",
	"peppers",
] as const;
export type HealthCheck = (typeof HEALTH_CHECKS)[number];

/** The level of a finding. `warn`: look at it within days; `wrong`: look at it now. */
export type Level = "ok" | "warn" | "wrong";

/**
 * The result of a check. `count` is how many things are wrong, `at` since when (UTC milliseconds), `names` which ones.
 */
export type Finding = {
	code: HealthCheck;
	level: Level;
	count?: number;
	at?: number | null;
	names?: readonly string[];
	broken?: readonly Broken[];
};
/** A broken invariant of the money (db/invariants), with the first few names of the records that break it. */
type Broken = { code: string; area: string; count: number; names: readonly string[] };

const MINUTE = 60_000;
const DAY = 86_400_000;
/**
 * The milliseconds after which a missed run of the cron (SILENT_MS), waiting queue work (WAITING_MS), unsent mail
 * (MAIL_MS) and pictures that nobody makes smaller (PICTURES_MS) are reported. The cron runs each minute and the queue at once.
 */
const SILENT_MS = 5 * MINUTE;
const WAITING_MS = 2 * MINUTE;
const MAIL_MS = 60 * MINUTE;
const PICTURES_MS = 60 * MINUTE;
/** The capacity of a D1 database in bytes. */
export const D1_BYTES = 10_000_000_000;
export const BACKUP_DAYS = { warn: 8, wrong: 31 };

const older = (then: number | null, now: number, ms: number): boolean => then !== null && now - then > ms;
const when = (wrong: boolean, level: Level = "wrong"): Level => (wrong ? level : "ok");

/** Returns the findings about the cron and its tasks; `at` is when it ran last. */
export const cronFindings = (
	{
		cron_at,
		tasks,
	}: {
		cron_at: number | null;
		tasks: readonly { name: string; succeeded_at: number | null; failed_at: number | null }[];
	},
	now: number,
): Finding[] => {
	const failing = tasks.filter(({ succeeded_at, failed_at }) => (failed_at ?? 0) > (succeeded_at ?? 0));
	return [
		{ code: "cron", level: when(cron_at === null || older(cron_at, now, SILENT_MS)), at: cron_at },
		{
			code: "cron_tasks",
			level: when(failing.length > 0),
			count: failing.length,
			names: failing.map(({ name }) => name),
		},
	];
};

type Waiting = {
	outbox: number;
	outbox_at: number | null;
	changes: number;
	changes_at: number | null;
	overdue: number;
	dead_letters: number;
	pictures_failed: number;
	pictures_at: number | null;
	deliveries_failed: number;
	webhooks_silent: number;
	mails_at: number | null;
	mails_failed: number;
	changed_rev: number;
};

/**
 * Returns the findings about what waits for the queue or for staff. `mailMissing`: mail cannot be sent. `indexRev` is
 * the revision of the search index.
 */
export function waitingFindings(
	of: Waiting,
	{ mailMissing, indexRev, now }: { mailMissing: boolean; indexRev: number; now: number },
): Finding[] {
	const oldest = Math.min(of.outbox_at ?? now, of.changes_at ?? now);
	// A revision is the time of its change in UTC milliseconds, or a little more.
	const behind = indexRev < of.changed_rev && older(of.changed_rev, now, WAITING_MS);
	const mailLate = older(of.mails_at, now, MAIL_MS);
	const picturesLate = older(of.pictures_at, now, PICTURES_MS);
	return [
		{ code: "queue", level: when(older(oldest, now, WAITING_MS)), count: of.outbox + of.changes, at: oldest },
		{ code: "publishing", level: when(of.overdue > 0), count: of.overdue },
		{ code: "dead_letters", level: when(of.dead_letters > 0), count: of.dead_letters },
		{
			code: "mail",
			level: mailMissing ? "wrong" : when(mailLate || of.mails_failed > 0, "warn"),
			count: of.mails_failed,
			at: mailLate ? of.mails_at : null,
		},
		{
			code: "webhooks",
			level: when(of.webhooks_silent + of.deliveries_failed > 0, "warn"),
			count: of.webhooks_silent + of.deliveries_failed,
		},
		{ code: "search", level: when(behind) },
		{
			code: "pictures",
			level: when(of.pictures_failed > 0 || picturesLate, "warn"),
			count: of.pictures_failed,
			at: picturesLate ? of.pictures_at : null,
		},
	];
}

/**
 * The code of the only invariant that merely warns: the year's opening lacks payments made since, until the accountant
 * makes it anew. Any other broken invariant is wrong.
 */
const WAITS = "openings";

/** A run of numbers of a year, from the first to the last. */
export type NumberRun = { roc_year: number; first: number; last: number };

const runWords = ({ roc_year, first, last }: NumberRun): string =>
	[...new Set([first, last])].map((seq) => `${roc_year}-${String(seq).padStart(6, "0")}`).join(" 至 ");

/**
 * Returns the findings about the database as a whole: damaged tables, broken references, and the invariants of the
 * money by area.
 */
export function wholeFindings(of: {
	references: readonly { table: string }[];
	damaged: readonly string[];
	broken: readonly Broken[];
	doubles: readonly NumberRun[];
}): Finding[] {
	const money = (["books", "payments", "documents"] as const).map((area): Finding => {
		const broken = of.broken.filter((one) => one.area === area);
		const isWrong = broken.some(({ code }) => code !== WAITS);
		return { code: area, level: isWrong ? "wrong" : when(broken.length > 0, "warn"), count: broken.length, broken };
	});
	return [
		{ code: "rows", level: when(of.damaged.length > 0), count: of.damaged.length, names: of.damaged },
		{
			code: "references",
			level: when(of.references.length > 0),
			count: of.references.length,
			names: [...new Set(of.references.map(({ table }) => table))],
		},
		...money,
		// They stay for ever and no new ones come, so there is nothing to repair.
		{
			code: "doubles",
			level: "ok",
			count: of.doubles.reduce((sum, { first, last }) => sum + last - first + 1, 0),
			names: of.doubles.map(runWords),
		},
	];
}

/**
 * Returns the findings about cash accounts: those with a negative balance, and those with a balance outside their
 * sub-accounts.
 */
export const cashFindings = (below: readonly { name: string }[], parents: readonly { name: string }[]): Finding[] => [
	{ code: "cash_below_zero", level: when(below.length > 0), count: below.length, names: below.map(({ name }) => name) },
	{
		code: "cash_parents",
		level: when(parents.length > 0, "warn"),
		count: parents.length,
		names: parents.map(({ name }) => name),
	},
];

/** Returns the finding about a website that has no privacy policy to link to (個人資料檔案安全維護 of associations, §5 II). */
export const policyFindings = (site: { PUBLIC_SITE_ORIGIN: string; privacy_url: string }): Finding[] => [
	{ code: "privacy_policy", level: when(site.PUBLIC_SITE_ORIGIN !== "" && site.privacy_url === "", "warn") },
];

/** Returns the findings about the database's structure, compared with the migrations of this version. */
export const madeFindings = ({
	missing,
	unknown,
	faults,
}: {
	missing: string[];
	unknown: string[];
	faults: string[];
}): Finding[] => [
	{
		code: "migrations",
		level: missing.length > 0 ? "wrong" : when(unknown.length > 0, "warn"),
		count: missing.length + unknown.length,
		names: [...missing, ...unknown],
	},
	{ code: "structure", level: when(faults.length > 0), count: faults.length, names: faults },
];

type Kept = {
	unsealed_at: number | null;
	sealed_at: number | null;
	seal_mailed_at: number | null;
	backup_at: number | null;
};

/** Returns the findings about the audit log's seals, the backup copies, and how full the databases are (bytes). */
export function keepingFindings(of: Kept, databases: readonly number[], now: number): Finding[] {
	const full = Math.max(0, ...databases) / D1_BYTES;
	const unmailed = of.sealed_at !== null && older(of.seal_mailed_at ?? of.sealed_at, now, 2 * DAY);
	return [
		{
			code: "audit",
			level: older(of.unsealed_at, now, SILENT_MS) ? "wrong" : when(unmailed, "warn"),
			at: of.sealed_at,
		},
		{
			code: "backup",
			level: older(of.backup_at, now, BACKUP_DAYS.wrong * DAY)
				? "wrong"
				: when(of.backup_at === null || older(of.backup_at, now, BACKUP_DAYS.warn * DAY), "warn"),
			at: of.backup_at,
		},
		{ code: "storage", level: full > 0.9 ? "wrong" : when(full > 0.7, "warn"), count: Math.round(full * 100) },
	];
}

/** Returns the finding about the seals; `count` is the number of faults that the last hourly check found. */
export const sealFindings = (count: number): Finding[] => [{ code: "seals", level: when(count > 0), count }];

type Under = { key_id: string; count: number };
const sum = (rows: readonly Under[]): number => rows.reduce((total, { count }) => total + count, 0);

/**
 * Returns the findings about the keys: data sealed under a key that the Worker does not have cannot be opened; data
 * under an older key wait for `keys:rotate`.
 */
export function keyFindings(
	{ sealed, peppered }: { sealed: readonly Under[]; peppered: readonly Under[] },
	has: { SEALING_KEY: readonly string[]; PASSWORD_PEPPER: readonly string[] },
): Finding[] {
	const judge = (code: "sealing" | "peppers", rows: readonly Under[], ids: readonly string[], lost: Level): Finding => {
		const unknown = rows.filter(({ key_id }) => !ids.includes(key_id));
		const old = rows.filter(({ key_id }) => ids.indexOf(key_id) > 0);
		if (unknown.length > 0)
			return { code, level: lost, count: sum(unknown), names: [...new Set(unknown.map(({ key_id }) => key_id))] };
		return { code, level: when(ids.length > 1, "warn"), count: sum(old) };
	};
	return [judge("sealing", sealed, has.SEALING_KEY, "wrong"), judge("peppers", peppered, has.PASSWORD_PEPPER, "warn")];
}
