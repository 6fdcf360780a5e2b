import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import type { By } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";

type Step = { step: "pay" | "unpay"; from: "awaiting_payment" | "active"; to: "awaiting_payment" | "active" };

/** Moves the unmerged members for whom the condition `who` holds from one status to another, each with an audit row. */
const move = (who: SQL, { step, from, to }: Step, by: By): Write[] => {
	const which = sql`${who} AND status = ${from} AND merged_into IS NULL`;
	return [
		sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
			SELECT ${by.at}, ${by.userId}, ${by.actor}, ${`member.${step}`}, 'member', CAST(id AS TEXT), 'member ' || id, ${by.ip},
				json_object('from', ${from}, 'to', ${to})
			FROM members WHERE ${which}`,
		sql`UPDATE members SET status = ${to}, status_since = ${dateInTaipei(by.at)}, version = version + 1, updated_at = ${by.at}
			WHERE ${which}`,
	];
};

const OWES = sql`EXISTS (SELECT 1 FROM dues_items d WHERE d.member_id = members.id AND d.status IN ('open', 'partially_paid'))`;

/**
 * Makes active the members for whom the condition `who` holds who wait for their first payment and owe nothing any
 * more.
 */
export const activate = (who: SQL, by: By): Write[] =>
	move(sql`${who} AND NOT ${OWES}`, { step: "pay", from: "awaiting_payment", to: "active" }, by);

/**
 * Makes members for whom the condition `who` holds wait for payment again: those whom a payment had made active, who
 * owe again and have no paid year.
 */
export const deactivate = (who: SQL, by: By): Write[] =>
	move(
		sql`${who} AND paid_year IS NULL AND ${OWES}
			AND EXISTS (SELECT 1 FROM audit_log l WHERE l.auditable_type = 'member' AND l.auditable_id = CAST(members.id AS TEXT)
				AND l.action = 'member.pay')`,
		{ step: "unpay", from: "active", to: "awaiting_payment" },
		by,
	);
