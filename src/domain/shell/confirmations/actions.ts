import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { moneyActs } from "#db/shell/second-acts.ts";
import {
	type ConfirmationRef,
	dueConfirmations,
	endConfirmation,
	mayEnd,
	type StoredConfirmation,
	seeListed,
	storedConfirmation,
} from "#db/system/index.ts";
import { postDraft } from "#domain/books/actions.ts";
import { postIncome } from "#domain/money/actions.ts";
import type { Reviewer } from "#domain/people/index.ts";
import { CONFIRMATIONS, type ConfirmationStep } from "#domain/system/index.ts";
import { type By, byCron } from "#kernel/by.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { doing } from "./effect-actions.ts";

type Keys = { SEALING_KEY: string };
type Ending = { ref: ConfirmationRef; by: By };

/**
 * Confirms a waiting change, which is made in the same batch; the caller then queues the message `mail.due`. Refuses
 * `confirmation.stale` (changed or ended meanwhile), `confirmation.not_yours` (for the user who asked, the user
 * concerned, and users who may not decide), and what the change itself refuses at this time.
 */
export async function confirm(env: Keys, db: Db, { ref, by }: Ending): Promise<void> {
	const { seen, onBehalfOf } = await seenBy(db, "confirm", { ref, by });
	await commit(db, [
		...endConfirmation(ref, { step: "confirm", onBehalfOf, by }),
		...(await doing(env, db, { seen, by, isConfirmed: true })),
		...audit(db, "confirm", { seen, by, onBehalfOf }),
	]);
}

/**
 * Stops a waiting change, by a user who may decide on it or whom it concerns. Refuses `confirmation.stale` (changed or
 * ended meanwhile), and `confirmation.not_yours` for other users.
 */
export async function stop(db: Db, { ref, by }: Ending): Promise<void> {
	const { seen, onBehalfOf, mayStop } = await seenBy(db, "stop", { ref, by });
	if (!mayStop) throw new Refusal("confirmation.not_yours");
	await commit(db, [
		...endConfirmation(ref, { step: "stop", onBehalfOf, by }),
		...audit(db, "stop", { seen, by, onBehalfOf }),
	]);
}

/**
 * Withdraws a waiting change that the acting user asked for. Refuses `confirmation.stale` (changed or ended meanwhile),
 * and `confirmation.not_yours` for other users.
 */
export async function withdraw(db: Db, { ref, by }: Ending): Promise<void> {
	const { seen } = await seenBy(db, "withdraw", { ref, by });
	if (seen.requested_by !== by.userId) throw new Refusal("confirmation.not_yours");
	await commit(db, [
		...endConfirmation(ref, { step: "withdraw", onBehalfOf: null, by }),
		...audit(db, "withdraw", { seen, by, onBehalfOf: null }),
	]);
}

/**
 * Records that a user has looked at the listed changes, which were made at once, before changes of rights had to wait.
 */
export const see = (db: Db, ids: readonly number[], by: By): Promise<void> =>
	commit(db, [
		seeListed(ids, by),
		...recordAudit(db, {
			...by,
			action: "confirmation.see",
			auditableType: "confirmation",
			auditableId: "",
			description: "",
			changes: { ids },
		}),
	]);

/**
 * Makes the changes whose waiting time is over and that nobody stopped; returns how many. A change that can no longer
 * be made, because it is refused, is stopped. `at` is UTC milliseconds.
 */
export async function doDue(env: Keys, db: Db, at: number): Promise<number> {
	const [due] = await readRows(db.$client, dueConfirmations(at));
	const by = byCron(at);
	for (const seen of due) {
		const end = (step: "elapse" | "stop", writes: Write[]) =>
			commit(db, [
				...endConfirmation(seen, { step, onBehalfOf: null, by }),
				...writes,
				...audit(db, step === "elapse" ? "in_force" : "stop", { seen, by, onBehalfOf: null }),
			]);
		try {
			await end("elapse", await doing(env, db, { seen, by, isConfirmed: false }));
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			// The database's clock has whole seconds: it is tried again in the next minute.
			if (LATER.includes(error.code)) continue;
			await end("stop", []);
		}
	}
	return due.length;
}

const LATER: readonly RefusalCode[] = ["confirmation.stale", "confirmation.too_early"];

async function seenBy(db: Db, step: ConfirmationStep, { ref: { id, version }, by: { userId } }: Ending) {
	const [[seen], [may]] = await readRows(db.$client, storedConfirmation(id), mayEnd(id, userId ?? 0));
	if (seen?.version !== version) throw new Refusal("confirmation.stale");
	CONFIRMATIONS.refuse(step, seen.state);
	return { seen, onBehalfOf: may?.on_behalf_of ?? null, mayStop: may?.stops === 1 };
}

type Money = { kind: "voucher" | "income"; ref: ConfirmationRef; reviewer: Reviewer; by: By };

/**
 * Posts, as 理事長 or 監事, a voucher or income record that waits for a second person. Refuses `confirmation.stale` for
 * a record that does not wait in this way, and what the posting refuses: a record of the user or the user's family, and
 * a record that the user wrote.
 */
export async function postAsSecond(db: Db, { kind, ref, reviewer, by }: Money): Promise<void> {
	const [waiting] = await readRows(db.$client, moneyActs(by.userId ?? 0, dateInTaipei(by.at)));
	if (!waiting.some((one) => one.kind === kind && one.id === ref.id && one.version === ref.version))
		throw new Refusal("confirmation.stale");
	if (kind === "voucher") await postDraft(db, { ref, poster: reviewer, by });
	else await postIncome(db, { ref, accountId: null, projectId: null, reviewer, by });
}

type Ended = { seen: StoredConfirmation; by: By; onBehalfOf: number | null };

const audit = (db: Db, action: string, { seen, by, onBehalfOf }: Ended): Write[] =>
	recordAudit(db, {
		...by,
		action: `confirmation.${action}`,
		auditableType: "confirmation",
		auditableId: String(seen.id),
		description: seen.kind,
		onBehalfOf,
	});
