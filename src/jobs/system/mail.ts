import { open } from "#db/commit.ts";
import { nextMailDueAt, readMailSettings, type TakenMail } from "#db/system/mail.ts";
import { claimMails, settleTry } from "#domain/system/mail/actions.ts";
import { layOut } from "#domain/system/mail/layout.ts";
import type { Tried } from "#domain/system/mail/retries.ts";
import type { MailSettings } from "#domain/system/mail/settings.ts";
import { prepare } from "#domain/system/notifications/kinds.ts";
import { type Links, oneLine } from "#domain/system/notifications/letter.ts";
import type { Bindings } from "#env.ts";
import { mailLinks } from "#http/mail-links.ts";
import { writtenIn } from "#kernel/written.ts";
import { errorText, log } from "#platform/log.ts";
import { type Mailer, MailFailure, mailerOf } from "#platform/mail.ts";
import { LONGEST_DELAY_MS, relay, send } from "#platform/queue.ts";

/** The clock and time limit of a run; tests use their own. */
type Run = { clock: () => number; timeoutMs?: number };
const RUN: Run = { clock: Date.now };

/** The number of mails sent at once: a Worker has six connections. */
const AT_ONCE = 5;
/** How many milliseconds a run starts new mails; what is left then is sent at the next message. */
const LONGEST_RUN_MS = 15_000;

/**
 * Sends every due mail, and queues `mail.due` for mails due within the next minute; later ones are left to the cron. As
 * long as no mail provider is set up, all mails stay queued.
 */
export async function sendMail(env: Bindings, run: Run = RUN): Promise<void> {
	const settings = await readMailSettings(env.DB);
	const chosen = mailerOf(env, settings, run.timeoutMs);
	if ("missing" in chosen) return log("warn", "mail.not_set_up", { missing: chosen.missing });
	try {
		await sendDue(env, { settings, mailer: chosen.mailer, links: mailLinks(env) }, run);
	} finally {
		const next = await nextMailDueAt(env.DB);
		const delay = next === null ? LONGEST_DELAY_MS : next - run.clock();
		if (delay < LONGEST_DELAY_MS) await send(env, "mail.due", delay);
	}
}

/**
 * Queues `mail.due` when mails are due within the minute, because an earlier message was lost, a run died, or the wait
 * after a failed try ended.
 */
export async function sweepMail(env: Bindings, at: number): Promise<void> {
	const next = await nextMailDueAt(env.DB);
	if (next !== null && next < at + LONGEST_DELAY_MS) await relay(env, "mail.due");
}

type Means = { settings: MailSettings; mailer: Mailer; links: Links };

async function sendDue(env: Bindings, means: Means, { clock }: Run): Promise<void> {
	const db = open(env.DB);
	const until = clock() + LONGEST_RUN_MS;
	for (let isThrottled = false; !isThrottled && clock() < until; ) {
		const mails = await claimMails(db, { at: clock(), limit: AT_ONCE });
		if (mails.length === 0) return;
		const tries = await Promise.all(
			mails.map(async (mail) => {
				const tried = await trySending(mail, means, clock());
				const state = await settleTry(db, mail, { tried, at: clock(), random: Math.random() });
				// The provider's answer may name a person: it is stored in the row and not logged.
				if (state !== "sent")
					log("warn", "mail.not_sent", { mail: mail.id, template: mail.template, result: tried.result, state });
				return tried.result;
			}),
		);
		isThrottled = tries.includes("throttled");
	}
}

/**
 * Makes one try of sending a mail. An error is returned as the result and not thrown, so that one mail that cannot be
 * written does not stop the others.
 */
async function trySending(mail: TakenMail, { settings, mailer, links }: Means, at: number): Promise<Tried> {
	const prepared = prepare(mail.template, mail.data);
	if (!prepared) return { result: "permanent", error: "mail.unreadable" };
	if (prepared.expiresAt !== null && prepared.expiresAt <= at) return { result: "permanent", error: "mail.expired" };
	if (mail.isToDisabled && !prepared.goesToDisabled) return { result: "permanent", error: "mail.user_disabled" };
	const { fromAddress, fromName, replyTo } = settings;
	try {
		const { association, calendar } = settings;
		const letter = writtenIn({ calendar, isStaff: true }, () => prepared.write({ association, links }));
		const unsubscribe = prepared.listed === null ? undefined : links.unsubscribe(prepared.listed);
		const { id } = await mailer.send({
			...layOut({ letter, name: mail.toName, settings, unsubscribe }),
			unsubscribe,
			key: `${mail.id}-${mail.round}`,
			to: oneLine(mail.toAddress),
			from: { address: fromAddress, name: oneLine(fromName) },
			replyTo,
		});
		return { result: "sent", provider: mailer.name, providerId: id };
	} catch (error) {
		if (!(error instanceof MailFailure)) return { result: "temporary", error: errorText(error) };
		if (error.kind === "throttled") return { result: "throttled", error: error.message, pauseMs: error.pauseMs };
		return { result: error.kind, error: error.message };
	}
}
