import * as z from "zod";
import { recordAudit } from "#db/audit.ts";
import { commit, commitRows, type Db, type Write } from "#db/commit.ts";
import { commitOnce } from "#db/form-submissions.ts";
import { anybodyEnding, countRun, noteOwing, tellOfEnding, tellOwing, toldWith } from "#db/money/dues-notice-writes.ts";
import type { NoticeFilter } from "#db/money/dues-notices.ts";
import { shownAccounts } from "#db/money/own-dues.ts";
import type { MemberRef } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { selectOf } from "#db/select-of.ts";
import type { UserRef } from "#db/system/index.ts";
import { inviteMember } from "#domain/people/actions.ts";
import { prepareActivationCode, readSettings } from "#domain/system/actions.ts";
import { type By, byCron } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { newMessageId } from "#platform/crypto.ts";
import { beginOf, type NoticeChannel, type NoticeDue, noticesDue, payBy } from "./rules.ts";
import { accountWords } from "./sheet.ts";

/**
 * Mails members that their paid period ends in 30 days, has ended, or that the grace period has ended; each notice
 * once, however often this runs. Returns how many were notified; when any were, the caller then queues the message
 * `mail.due`. `at` is UTC milliseconds; days are those of Taipei.
 */
export async function remindOfDues(db: Db, at: number): Promise<number> {
	const { values } = await readSettings(db, "fees");
	const due = noticesDue(dateInTaipei(at), values.grace_months);
	if (due.length === 0) return 0;
	const found = await readRows(db.$client, ...due.map((one) => selectOf<{ one: 1 }>(anybodyEnding(one, at))));
	let told = 0;
	const accounts = found.some(({ length }) => length > 0) ? await accountsToPay(db) : [];
	for (const [nth, one] of due.entries())
		if ((found[nth] ?? []).length > 0) told += await tell(db, one, { accounts, at });
	return told;
}

const Counted = z.array(z.object({ members: z.int() }));

/** Returns the association's accounts to pay into, each in one line. */
async function accountsToPay(db: Db): Promise<string[]> {
	const [accounts] = await readRows(db.$client, shownAccounts());
	return accounts.map(accountWords);
}

async function tell(
	db: Db,
	due: NoticeDue,
	{ accounts, at }: { accounts: readonly string[]; at: number },
): Promise<number> {
	const pay = { accounts, until: payBy(dateInTaipei(at), due) };
	const run = { run: newMessageId(), by: byCron(at), pay };
	const results = await commitRows(db, [...tellOfEnding(due, run), countRun(run)]);
	return Counted.parse(results.at(-1))[0]?.members ?? 0;
}

/**
 * The members that a notice goes to (`filter`), and what the audit log notes of that filter (`noted`): codes only, no
 * typed words.
 */
type Chosen = { filter: NoticeFilter; noted: Record<string, string> };

/**
 * Mails notices to members who owe dues, nobody twice on a day, once per form `key`; the caller then queues the message
 * `mail.due`. Returns the number of members and of mails: a guardian gets one mail for all.
 */
export async function mailNotices(
	db: Db,
	{ filter, noted, key, by }: Chosen & { key: string; by: By },
): Promise<{ members: number; mails: number }> {
	const [audit, ...rest] = audited(db, "dues.notify_mail", noted, by);
	if (!audit) throw new Error("no row for the log");
	const today = dateInTaipei(by.at);
	const pay = { accounts: await accountsToPay(db), until: payBy(today) };
	const id = await commitOnce(db, { key, at: by.at }, [
		audit,
		...rest,
		...tellOwing(filter, { run: newMessageId(), by, pay, since: beginOf(today) }),
	]);
	const [[told]] = await readRows(db.$client, toldWith(id));
	return { members: told?.members ?? 0, mails: told?.mails ?? 0 };
}

/**
 * Records that members who owe dues get a printed notice or were told on LINE, for each member once a day. The caller
 * shows the notices afterwards.
 */
export const noteNotices = (
	db: Db,
	{ filter, noted, channel, by }: Chosen & { channel: Exclude<NoticeChannel, "mail">; by: By },
): Promise<void> => commit(db, noting(db, { filter, noted, channel, by }));

function noting(db: Db, { filter, noted, channel, by }: Chosen & { channel: "print" | "line"; by: By }): Write[] {
	const action = channel === "print" ? "dues.print_notices" : "dues.notify_line";
	return [...audited(db, action, noted, by), noteOwing(filter, { channel, since: beginOf(dateInTaipei(by.at)), by })];
}

const audited = (db: Db, action: string, noted: Record<string, string>, by: By): Write[] =>
	recordAudit(db, { ...by, action, auditableType: "dues", auditableId: "", description: "", changes: noted });

/** The largest number of logins made at once: each needs several round trips, of which a Worker may make a thousand. */
export const LOGINS_AT_ONCE = 60;

/**
 * Makes logins, by their mobile numbers, for members who have none, LOGINS_AT_ONCE at most. Returns how many were made;
 * a member who changed meanwhile, or whose number another user has now, is skipped.
 */
export async function makeLogins(
	env: { SEALING_KEY: string },
	db: Db,
	{ members, by }: { members: readonly (MemberRef & { own_phone: string })[]; by: By },
): Promise<number> {
	let made = 0;
	for (const { id, version, own_phone: phone } of members.slice(0, LOGINS_AT_ONCE)) {
		try {
			await inviteMember(env, db, { ref: { id, version }, login: { email: null, phone }, by });
			made += 1;
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
		}
	}
	return made;
}

/**
 * Makes an activation code for each of these users, which voids the user's earlier ones, and records that members who
 * owe get a printed notice: one batch, once per form `key`. Returns the codes by user id; they cannot be read again.
 * Refuses `form.repeated` (the form was sent before), `user.stale` (a user changed meanwhile) and `user.is_staff` (a
 * user is staff).
 */
export async function printWithCodes(
	env: { PASSWORD_PEPPER: string },
	db: Db,
	{ users, key, by, ...chosen }: Chosen & { users: readonly UserRef[]; key: string; by: By },
): Promise<Map<number, string>> {
	const codes = new Map<number, string>();
	const writes: Write[] = [];
	for (const user of users) {
		const made = await prepareActivationCode(db, env, { user, ...by });
		codes.set(user.id, made.code);
		writes.push(...made.writes);
	}
	const noted = { ...chosen.noted, codes: String(users.length) };
	const [audit, ...rest] = noting(db, { ...chosen, noted, channel: "print", by });
	if (!audit) throw new Error("no row for the log");
	const id = await commitOnce(db, { key, at: by.at }, [audit, ...rest, ...writes]);
	const [[first]] = await readRows(db.$client, toldWith(id));
	// The codes that the first sending made were shown then; they are stored nowhere readable.
	if (first?.at !== by.at) throw new Refusal("form.repeated");
	return codes;
}
