import * as z from "zod";
import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import * as stored from "#db/people/privacy.ts";
import { readRows } from "#db/read.ts";
import { notifyHolders, refuseFamily } from "#db/system/index.ts";
import { auditMember } from "#domain/people/members/actions.ts";
import { type By, byCron } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Answer } from "./form.ts";
import { type Channel, dueOn, extendedTo, isGround, type RequestKind, remindersOn } from "./rules.ts";
import { REQUEST_STEPS, REQUESTS, type RequestStep } from "./steps.ts";

/** A signed-in user. */
type Person = By & { userId: number };
type Asked = { memberId: number; kind: RequestKind; content: string };

/** Returns a new request received today, with the last day to decide on it. */
export const newRequest = ({ by, ...asked }: Asked & { channel: Channel; by: By }): stored.NewRequest => {
	const receivedOn = dateInTaipei(by.at);
	return { ...asked, receivedOn, dueOn: dueOn(asked.kind, receivedOn), by };
};

const DAY_MS = 86_400_000;
/** The most requests about one member on the website in 24 hours, so that nobody fills the log. */
const MOST_A_DAY = 10;

/**
 * Makes a request on the website and returns its id, once per form `key`. Refuses `privacy.not_yours` (neither member
 * nor guardian), `privacy.open` (one of this kind is open), `privacy.too_many` after ten in 24 hours, `member.merged`.
 */
export const askRequest = (db: Db, { key, by, ...asked }: Asked & { key: string; by: Person }): Promise<number> =>
	commitOnce(
		db,
		{
			key,
			at: by.at,
			checks: [
				stored.refuseStrangers(by.userId, asked.memberId),
				stored.refuseGone(asked.memberId),
				stored.refuseWaiting(asked.memberId, asked.kind),
				stored.refuseMany(asked.memberId, { most: MOST_A_DAY, since: by.at - DAY_MS }),
			],
		},
		[
			stored.insertRequest(newRequest({ ...asked, channel: "web", by })),
			...audit(db, "privacy.ask", { id: madeBy(key), member_id: asked.memberId, by, changes: { kind: asked.kind } }),
		],
	);

type Recorded = Asked & { channel: "paper" | "association"; receivedOn: string };

/**
 * Records a request that came on paper, or that the association makes itself; its deadline counts from the day it was
 * received. Refuses `privacy.own` (a family member's), `privacy.open` (one of this kind is open), `member.merged`.
 */
export const recordRequest = (db: Db, { key, by, ...asked }: Recorded & { key: string; by: Person }): Promise<number> =>
	commitOnce(
		db,
		{
			key,
			at: by.at,
			checks: [
				refuseFamily([asked.memberId], by, "privacy.own"),
				stored.refuseGone(asked.memberId),
				stored.refuseWaiting(asked.memberId, asked.kind),
			],
		},
		[
			stored.insertRequest({ ...asked, dueOn: dueOn(asked.kind, asked.receivedOn), by }),
			...audit(db, "privacy.record", {
				id: madeBy(key),
				member_id: asked.memberId,
				by,
				changes: { kind: asked.kind, channel: asked.channel },
			}),
		],
	);

/** Withdraws a request. Refuses `privacy.not_yours` (neither member nor guardian) and `privacy.stale` (changed). */
export async function withdrawRequest(db: Db, { ref, by }: { ref: stored.RequestRef; by: Person }): Promise<void> {
	const seen = await standing(db, ref, "withdraw");
	await commit(db, [
		stored.refuseStrangers(by.userId, seen.member_id),
		...stored.closeRequest(ref, { step: "withdraw", grounds: null, answer: null, by }),
		...audit(db, "privacy.withdraw", { ...seen, by }),
	]);
}

/**
 * Answers a request, and tells the person who asked (the caller then queues the message `mail.due`). Refuses
 * `privacy.own` for a request of the acting user or the user's family, and `privacy.stale` (changed meanwhile).
 */
export async function answerRequest(
	db: Db,
	{ ref, answer, by }: { ref: stored.RequestRef; answer: Answer; by: Person },
): Promise<void> {
	const { outcome, grounds } = answer;
	const step = outcome === "done" ? "answer" : "refuse";
	const seen = await standing(db, ref, step);
	await commit(db, [
		refuseFamily([seen.member_id], by, "privacy.own"),
		...stored.closeRequest(ref, {
			step,
			grounds: outcome === "refused" && isGround(grounds) ? grounds : null,
			answer: answer.answer || null,
			by,
		}),
		...audit(db, `privacy.${step}`, { ...seen, by }),
		stored.tellOfRequest(ref.id, { kind: REQUEST_STEPS[step].tells[0], at: by.at }),
	]);
}

/**
 * Extends a request's deadline, once, and tells the asker. Refuses `privacy.extended`, `privacy.own`, `privacy.stale`.
 */
export async function extendRequest(
	db: Db,
	{ ref, reason, by }: { ref: stored.RequestRef; reason: string; by: Person },
): Promise<void> {
	const seen = await standing(db, ref, "extend");
	if (seen.extended_at !== null) throw new Refusal("privacy.extended");
	await commit(db, [
		refuseFamily([seen.member_id], by, "privacy.own"),
		...stored.extendRequest(ref, { dueOn: extendedTo(seen.kind, seen.due_on), reason, at: by.at }),
		...audit(db, "privacy.extend", { ...seen, by }),
		stored.tellOfRequest(ref.id, { kind: REQUEST_STEPS.extend.tells[0], at: by.at }),
	]);
}

/** Notes in the audit log that a user reads the earlier values of a record, before they are decrypted. */
export const noteHistoryView = (db: Db, { id, by }: { id: number; by: By }): Promise<void> =>
	commit(db, auditMember(db, id, { ...by, action: "member.view_history" }));

const Told = z.array(z.number());
/**
 * Tells the users with `members.manage` of requests whose deadline is near or past, each once. Returns how many
 * reminders were sent; when any were, the caller then queues the message `mail.due`. `at` is UTC milliseconds.
 */
export async function remindOfRequests(db: Db, at: number): Promise<number> {
	const today = dateInTaipei(at);
	const [rows] = await readRows(db.$client, stored.dueRequests(today));
	let told = 0;
	for (const row of rows) {
		const passed = remindersOn(today, row.due_on);
		const days = passed.at(-1);
		if (days === undefined || Told.parse(JSON.parse(row.reminded)).includes(days)) continue;
		if (await remindOf(db, row, { passed, days, at })) told += 1;
	}
	return told;
}

type Reminding = { passed: readonly number[]; days: number; at: number };
/** Sends one reminder; false, with nothing written, when another run was first or the request was answered. */
async function remindOf(db: Db, row: stored.DueRequest, { passed, days, at }: Reminding): Promise<boolean> {
	try {
		await commit(db, [
			...stored.markReminded(row, passed),
			// The key contains the deadline too: after an extension the reminders begin anew.
			notifyHolders("privacy_due", {
				permission: "members.manage",
				data: { requestId: row.id, days },
				at,
				key: `privacy_due_${row.id}_${row.due_on}_${days}`,
			}),
			...audit(db, "privacy.remind", { id: row.id, by: byCron(at), changes: { days } }),
		]);
	} catch (error) {
		if (error instanceof Refusal && error.code === "privacy.stale") return false;
		throw error;
	}
	return true;
}

async function standing(db: Db, { id, version }: stored.RequestRef, step: RequestStep): Promise<stored.RequestRow> {
	const [[row]] = await readRows(db.$client, stored.privacyRequest(id));
	if (row?.version !== version) throw new Refusal("privacy.stale");
	REQUESTS.refuse(step, row.status);
	return row;
}

type Audited = {
	id: number | ReturnType<typeof madeBy>;
	member_id?: number;
	by: By;
	changes?: Record<string, unknown>;
};

/** Returns the writes of the audit row about a request. The texts of the question and the answer are not in it. */
const audit = (db: Db, action: string, { id, member_id, by, changes }: Audited): Write[] =>
	recordAudit(db, {
		...by,
		action,
		auditableType: "privacy_request",
		auditableId: id,
		description: member_id === undefined ? "" : `member ${member_id}`,
		...(changes ? { changes } : {}),
	});
