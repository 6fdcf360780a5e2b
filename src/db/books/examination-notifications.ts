import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { notifyEach } from "#db/system/index.ts";
import { ANSWERERS } from "#domain/books/examinations/answerers.ts";
import type { By } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";

type Of = { item: number; by: By };
/** Doubts, or answers, of an examination within an hour make one mail. */
const TOGETHER = 3_600_000;
const ABOUT = sql`json_object('examinationId', i.examination_id)`;

/**
 * Notifies those who may answer today that a doubt is asked; stands in the batch before it is. An item that was in doubt
 * already notifies nobody, and neither does one that another open doubt of the hour came before.
 */
export const tellAnswerers = ({ item, by }: Of): Write =>
	notifyEach("examination_doubt", {
		id: sql`'examination_doubt_' || i.id || '_' || i.version || '_' || h.user_id`,
		user: sql`h.user_id`,
		data: ABOUT,
		from: sql`examination_items i JOIN (SELECT DISTINCT user_id FROM permission_holders
				WHERE permission IN (SELECT value FROM json_each(${JSON.stringify(ANSWERERS)}))
					AND ${dateInTaipei(by.at)} BETWEEN starts_on AND ends_on) h ON h.user_id <> ${by.userId}
			WHERE i.id = ${item} AND i.mark IS NOT 'doubt' AND i.answer = ''
				AND NOT EXISTS (SELECT 1 FROM examination_items o WHERE o.examination_id = i.examination_id AND o.mark = 'doubt'
					AND o.answer = '' AND o.marked_at > ${by.at - TOGETHER})`,
		at: by.at,
	});

/** Notifies who asked a doubt that it is answered; stands in the batch before it is. An answer that is written anew does not. */
export const tellAsker = ({ item, by }: Of): Write =>
	notifyEach("examination_answered", {
		id: sql`'examination_answered_' || i.id || '_' || i.version`,
		user: sql`u.id`,
		data: ABOUT,
		from: sql`examination_items i JOIN users u ON u.id = i.marked_by AND u.status = 'active'
			WHERE i.id = ${item} AND i.mark = 'doubt' AND i.answer = ''
				AND NOT EXISTS (SELECT 1 FROM examination_items o WHERE o.examination_id = i.examination_id AND o.marked_by = i.marked_by
					AND o.answered_at > ${by.at - TOGETHER})`,
		at: by.at,
	});
