import { recordAudit } from "#db/audit.ts";
import { foundIn, vouchersIn } from "#db/books/examination-draws.ts";
import { tellAnswerers, tellAsker } from "#db/books/examination-notifications.ts";
import * as stored from "#db/books/examinations.ts";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { AnswerInput, CloseInput, DrawInput, MarkInput } from "./form.ts";
import { type Criteria, drawAtRandom, MOST_DRAWN, sampleOf } from "./sample.ts";

/**
 * Draws the sample of an examination, once per form `key`; returns the examination's id. `seed` is stored, so that the
 * random part can be drawn again. Refuses `examination.nothing`, `examination.too_many` (over MOST_DRAWN), and
 * `examination.not_yours` for who may not.
 */
export async function drawExamination(
	db: Db,
	{ input, seed, key, by }: { input: DrawInput; seed: number; key: string; by: By },
): Promise<number> {
	const [vouchers, ...found] = await readRows(db.$client, vouchersIn(input), ...foundIn(input));
	const ids = vouchers.map(({ id }) => id);
	const random = drawAtRandom(ids, input.random, seed).map((id) => ({
		kind: "voucher" as const,
		record_id: id,
		why: "random",
	}));
	const sample = sampleOf([...found.flat(), ...random]);
	if (sample.length === 0) throw new Refusal("examination.nothing");
	if (sample.length > MOST_DRAWN) throw new Refusal("examination.too_many");
	const { amount, choices } = input;
	const criteria: Criteria = { amount, choices, random: input.random, seed, of: ids.length };
	return commitOnce(db, { key, at: by.at }, [
		stored.insertExamination({ input, criteria, sample, by }),
		stored.insertSample(sample),
		...audit(db, "draw", { id: madeBy(key), by, changes: { ...input, seed, size: sample.length } }),
	]);
}

type Audited = { id: number | ReturnType<typeof madeBy>; by: By; changes: Record<string, unknown> };
const audit = (db: Db, action: "draw" | "mark" | "answer" | "close", { id, by, changes }: Audited) =>
	recordAudit(db, {
		...by,
		action: `examination.${action}`,
		auditableType: "examination",
		auditableId: id,
		description: "",
		changes,
	});

type Of = { id: number; item: number; by: By };

/**
 * Marks an item as seen or in doubt. Refuses `examination.moved` (marked or answered meanwhile), `examination.is_final`
 * (closed), `examination.no_question` (a doubt without one), `examination.not_yours`, and `examination.own_record` for who
 * has to do with the record. A doubt is told to those who may answer; the caller queues `mail.due`.
 */
export const markItem = (db: Db, of: Of, input: MarkInput): Promise<void> =>
	commit(db, [
		...(input.mark === "doubt" ? [tellAnswerers(of)] : []),
		...stored.markItem(of, input),
		...audit(db, "mark", { id: of.id, by: of.by, changes: { item: of.item, mark: input.mark } }),
	]);

/**
 * Answers a doubt. Refuses `examination.moved`, `examination.is_final`, `examination.no_doubt` (there is none, or the user
 * asked it), and `examination.not_yours_to_answer`. Who asked is told; the caller queues `mail.due`.
 */
export const answerItem = (db: Db, of: Of, input: AnswerInput): Promise<void> =>
	commit(db, [
		tellAsker(of),
		...stored.answerItem(of, input),
		...audit(db, "answer", { id: of.id, by: of.by, changes: { item: of.item } }),
	]);

/**
 * Closes an examination with its opinion. Refuses `examination.unseen`, `examination.moved` (closed, marked or answered
 * meanwhile) and `examination.not_yours`.
 */
export const closeExamination = (db: Db, { id, by }: { id: number; by: By }, input: CloseInput): Promise<void> =>
	commit(db, [
		...stored.closeExamination(id, input, by),
		...audit(db, "close", { id, by, changes: { version: input.version } }),
	]);
