import { commit, type Db } from "#db/commit.ts";
import * as stored from "#db/people/member-bans.ts";
import { refuseFamily } from "#db/system/index.ts";
import type { By } from "#kernel/by.ts";
import { auditMember } from "./actions.ts";
import type { BanReason, Lift } from "./bans.ts";

type Ban = { memberId: number; personId: number; reason: BanReason };

/**
 * 不得告知: takes a person out of everything about a member at once: as a guardian and payer, out of mails that were not
 * sent, and of every page about the member. Refuses `member.ban_there` (the person is out already), `member.stale` (a record is
 * gone), and `member.own` for the acting user's family.
 */
export const banPerson = (db: Db, { memberId, personId, reason }: Ban, by: By): Promise<void> =>
	commit(db, [
		refuseFamily([memberId, personId], by),
		...stored.insertBan({ memberId, personId, reason }, by),
		...auditMember(db, memberId, { ...by, action: "member.ban", changes: { person: personId, reason } }),
	]);

const WRITES = { ask: stored.askToLift, keep: stored.keepBan, lift: stored.liftBan } as const;
const ACTIONS = { ask: "member.ask_unban", keep: "member.keep_ban", lift: "member.unban" } as const;

/**
 * Takes a step towards the end of a ban: one user asks for it, another lifts it, or it is kept. Refuses `member.ban_by_two`
 * (the user who asked lifts it too), `member.stale` (it is over, or the other step was taken), and `member.own` for the
 * acting user's family.
 */
export const stepBan = (
	db: Db,
	{ id, memberId, step }: { id: number; memberId: number; step: Lift },
	by: By,
): Promise<void> =>
	commit(db, [
		refuseFamily([memberId], by),
		...WRITES[step]({ id, memberId }, by),
		...auditMember(db, memberId, { ...by, action: ACTIONS[step], changes: { ban: id } }),
	]);
