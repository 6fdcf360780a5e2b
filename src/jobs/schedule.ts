import { open } from "#db/commit.ts";
import { waitingWork } from "#db/content/index.ts";
import type { TaskEnd } from "#db/system/index.ts";
import { forgetOldDeliveries, forgetOldDrafts } from "#domain/content/actions.ts";
import { emptyOldMails, forgetForms, forgetSignIns, keepWorks, noteCron } from "#domain/system/actions.ts";
import type { Bindings } from "#env.ts";
import { keepFinance } from "#jobs/books/index.ts";
import { indexChanges, keepReleases, placeMadePictures, publishDue, sweepPictures } from "#jobs/content/index.ts";
import { keepDuesNotices, keepTermDeposits } from "#jobs/money/index.ts";
import { keepTasks, mailAnnouncements } from "#jobs/office/index.ts";
import { keepCertificates } from "#jobs/people/index.ts";
import { anchorSeals, checkHealth, keepConfirmations, keepPrivacy, sealAudit, sweepFiles } from "#jobs/shell/index.ts";
import { sweepMail } from "#jobs/system/index.ts";
import { fingerprints } from "#platform/key-ids.ts";
import { errorText, log } from "#platform/log.ts";
import { LONGEST_DELAY_MS, relay, relaySlow } from "#platform/queue.ts";

type Task = { name: string; run: (env: Bindings, at: number) => Promise<unknown> };

/** The only table of what the cron does each minute, in this order. A task that fails does not stop the next one. */
export const EACH_MINUTE: readonly Task[] = [
	{ name: "publishing", run: publishDue },
	{ name: "announcements", run: mailAnnouncements },
	{ name: "releases", run: keepReleases },
	{ name: "certificates", run: keepCertificates },
	{ name: "dues notices", run: keepDuesNotices },
	{ name: "term deposits", run: keepTermDeposits },
	{ name: "confirmations", run: keepConfirmations },
	{ name: "finance", run: keepFinance },
	{ name: "tasks", run: keepTasks },
	{ name: "privacy", run: keepPrivacy },
	{ name: "sweep", run: sweep },
	{ name: "mail sweep", run: sweepMail },
	{ name: "indexing", run: indexChanges },
	{ name: "pictures", run: sweepPictures },
	{ name: "picture texts", run: placeMadePictures },
	{ name: "files", run: sweepFiles },
	{ name: "audit seals", run: sealAudit },
	{ name: "audit anchors", run: anchorSeals },
	{ name: "mail log", run: (env, at) => emptyOldMails(open(env.DB), at) },
	{ name: "sent forms", run: (env, at) => forgetForms(open(env.DB), at) },
	{ name: "old drafts", run: (env, at) => forgetOldDrafts(open(env.DB), at) },
	{ name: "ended sign-ins", run: (env, at) => forgetSignIns(open(env.DB), at) },
	{ name: "works", run: (env, at) => keepWorks(env, open(env.DB), at) },
	{ name: "health", run: checkHealth },
	{ name: "webhook log", run: (env, at) => forgetOldDeliveries(open(env.DB), at) },
];

/** The Worker's cron handler: runs all tasks of EACH_MINUTE, and throws only afterwards when one of them failed. */
export async function scheduled(_controller: ScheduledController, env: Bindings): Promise<void> {
	const failed: unknown[] = [];
	const ends: TaskEnd[] = [];
	const attempt = async ({ name, run }: Task): Promise<void> => {
		try {
			await run(env, Date.now());
			ends.push({ name, error: null });
		} catch (error) {
			failed.push(error);
			const text = errorText(error);
			ends.push({ name, error: text.slice(0, LONGEST_ERROR) });
			log("error", "cron.failed", { task: name, error: text });
		}
	};
	for (const task of EACH_MINUTE) await attempt(task);
	// The heartbeat is recorded last: an interrupted run leaves none.
	await attempt({ name: "heartbeat", run: (_, at) => beat(env, ends, at) });
	if (failed.length > 0) throw new AggregateError(failed, "cron tasks failed");
}

const LONGEST_ERROR = 500;

const beat = async (env: Bindings, ends: readonly TaskEnd[], at: number): Promise<void> =>
	noteCron(open(env.DB), { ends, keyIds: await fingerprints(env), at });

/**
 * Finds waiting work that no queue message announced (a change by plain SQL, a lost message, a job that died, a retry
 * due later than the queue can wait) and sends messages for it.
 */
async function sweep(env: Bindings, at: number): Promise<void> {
	const waiting = await waitingWork(env.DB, at + LONGEST_DELAY_MS);
	if (waiting.changes) await relay(env, "content.changed");
	if (waiting.outbox) await relay(env, "outbox.waiting");
	if (waiting.deliveries) await relay(env, "webhook.due");
	if (waiting.slow) await relaySlow(env);
}
