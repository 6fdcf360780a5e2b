import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { forgetSubmissions } from "#db/form-submissions.ts";
import { type DeadLetter, type DeadLetterRow, insertDeadLetters, markReplayed } from "#db/system/dead-letters.ts";
import { insertKeyUses, type TaskEnd, upsertCronTasks, upsertReport } from "#db/system/operations.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { messageType, send, sendPictures } from "#platform/queue.ts";

/**
 * The milliseconds for which the keys of sent forms are stored. A key keeps a form that is sent twice from being done
 * twice; after a week nobody is expected to send it again.
 */
const FORMS_KEPT_MS = 7 * 86_400_000;

/** Stores messages that no consumer could handle. One that is stored already stays as it is. */
export const keepDeadLetters = (db: Db, letters: readonly DeadLetter[]): Promise<void> =>
	commit(db, insertDeadLetters(db, letters));

/**
 * Puts a dead letter's message on the queue again and records that. A message only says that something waits, so one
 * too many does no harm: it is sent before the letter is marked. Refuses `dead_letter.unknown` (no consumer takes such
 * a message) and `dead_letter.stale` (replayed since it was seen).
 */
export async function replayDeadLetter(
	db: Db,
	env: Parameters<typeof send>[0] & Parameters<typeof sendPictures>[0],
	{ letter, ...by }: By & { letter: Pick<DeadLetterRow, "id" | "body" | "replayedAt"> },
): Promise<void> {
	const type = messageType(JSON.parse(letter.body));
	if (type === undefined) throw new Refusal("dead_letter.unknown");
	// Pictures have a queue of their own, whose only consumer makes one after the other.
	await (type === "pictures.waiting" ? sendPictures(env) : send(env, type));
	await commit(db, [
		...markReplayed(letter, by.at),
		...recordAudit(db, {
			...by,
			action: "dead_letter.replay",
			auditableType: "dead_letter",
			auditableId: letter.id,
			description: type,
		}),
	]);
}

/** Deletes the keys of forms that were sent more than 7 days before `at` (UTC milliseconds). */
export const forgetForms = (db: Db, at: number): Promise<void> => commit(db, [forgetSubmissions(at - FORMS_KEPT_MS)]);

/**
 * Records that the cron ran at `at` (UTC milliseconds), how each of its tasks ended, and the fingerprints of the
 * Worker's keys when they changed.
 */
export const noteCron = (
	db: Db,
	{ ends, keyIds, at }: { ends: readonly TaskEnd[]; keyIds: Readonly<Record<string, readonly string[]>>; at: number },
): Promise<void> => commit(db, [...upsertCronTasks(ends, at), insertKeyUses(keyIds, at)]);

/** Stores the findings of the hourly check of the whole database, for the dashboard. */
export const keepReport = (db: Db, findings: readonly { code: string; count: number }[], at: number): Promise<void> =>
	commit(db, [upsertReport(findings, at)]);
