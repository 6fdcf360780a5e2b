import { commit, type Db, guard, type Write } from "#db/commit.ts";
import { storedMember } from "#db/people/member-reads.ts";
import { openGuardianship, openLogin } from "#db/people/sealed-writes.ts";
import { readRows } from "#db/read.ts";
import { moneyActs } from "#db/shell/second-acts.ts";
import { recordAudit } from "#db/system/audit.ts";
import { dueConfirmations, mayEnd } from "#db/system/confirmation-lists.ts";
import {
	askToOpenGuardians,
	type ConfirmationRef,
	endConfirmation,
	refuseMoreThan,
	type StoredConfirmation,
	seeListed,
	storedConfirmation,
} from "#db/system/confirmations.ts";
import { insertDeputy, refuseDeputyship } from "#db/system/deputies.ts";
import { givePermissions } from "#db/system/roles.ts";
import * as users from "#db/system/users.ts";
import { postDraft } from "#domain/books/vouchers/actions.ts";
import { postIncome } from "#domain/money/income/actions.ts";
import type { Reviewer } from "#domain/people/certificates/rules.ts";
import { guardianWrites } from "#domain/people/guardianships/actions.ts";
import { auditNaming } from "#domain/system/deputies/actions.ts";
import { endMembersSessions } from "#domain/system/roles/actions.ts";
import { type Asked, KINDS, type Kind } from "#domain/system/second-persons/kinds.ts";
import { auditUser, editing, enabling, resettingSecondFactor } from "#domain/system/users/actions.ts";
import { type By, byCron } from "#kernel/by.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";

type Keys = { SEALING_KEY: string };
type Ending = { ref: ConfirmationRef; by: By };

/**
 * Confirms a waiting change, which is made in the same batch; the caller then queues the message `mail.due`. Refuses
 * `confirmation.stale`, `confirmation.not_yours` (for the user who asked, the user concerned, and users who may not
 * decide), and what the change itself refuses by now.
 */
export async function confirm(env: Keys, db: Db, { ref, by }: Ending): Promise<void> {
	const { seen, onBehalfOf } = await seenBy(db, ref, by);
	await commit(db, [
		...endConfirmation(ref, { state: "confirmed", onBehalfOf, by }),
		...(await doing(env, db, { seen, by, isConfirmed: true })),
		...audit(db, "confirm", { seen, by, onBehalfOf }),
	]);
}

/** Stops a waiting change, by a user who may decide on it or whom it concerns. Refuses as `confirm`. */
export async function stop(db: Db, { ref, by }: Ending): Promise<void> {
	const { seen, onBehalfOf, mayStop } = await seenBy(db, ref, by);
	if (!mayStop) throw new Refusal("confirmation.not_yours");
	await commit(db, [
		...endConfirmation(ref, { state: "stopped", onBehalfOf, by }),
		...audit(db, "stop", { seen, by, onBehalfOf }),
	]);
}

/** Withdraws a waiting change of the acting user. Refuses as `confirm`. */
export async function withdraw(db: Db, { ref, by }: Ending): Promise<void> {
	const { seen } = await seenBy(db, ref, by);
	if (seen.requested_by !== by.userId) throw new Refusal("confirmation.not_yours");
	await commit(db, [
		...endConfirmation(ref, { state: "withdrawn", onBehalfOf: null, by }),
		...audit(db, "withdraw", { seen, by, onBehalfOf: null }),
	]);
}

/** Records that listed changes, made at once before rights were watched, have been looked at. */
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
 * Makes the changes whose waiting time is over and that nobody stopped; returns how many. A change that is refused by
 * now is stopped. `at` is UTC milliseconds.
 */
export async function doDue(env: Keys, db: Db, at: number): Promise<number> {
	const [due] = await readRows(db.$client, dueConfirmations(at));
	const by = byCron(at);
	for (const seen of due) {
		const end = (state: "in_force" | "stopped", writes: Write[]) =>
			commit(db, [
				...endConfirmation(seen, { state, onBehalfOf: null, by }),
				...writes,
				...audit(db, state === "in_force" ? "in_force" : "stop", { seen, by, onBehalfOf: null }),
			]);
		try {
			await end("in_force", await doing(env, db, { seen, by, isConfirmed: false }));
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			// The database's clock has whole seconds: it is tried again in the next minute.
			if (LATER.includes(error.code)) continue;
			await end("stopped", []);
		}
	}
	return due.length;
}

const LATER: readonly RefusalCode[] = ["confirmation.stale", "confirmation.too_early"];

async function seenBy(db: Db, { id, version }: ConfirmationRef, { userId }: By) {
	const [[seen], [may]] = await readRows(db.$client, storedConfirmation(id), mayEnd(id, userId ?? 0));
	if (seen?.version !== version || seen.state !== "waiting") throw new Refusal("confirmation.stale");
	return { seen, onBehalfOf: may?.on_behalf_of ?? null, mayStop: may?.stops === 1 };
}

/** Reads the stored parameters of a change, by its kind. */
const askedOf = <K extends Kind>(kind: K, { asked }: StoredConfirmation): Asked[K] =>
	KINDS[kind].asked.parse(JSON.parse(asked)) as Asked[K];

type Doing = { seen: StoredConfirmation; by: By; isConfirmed: boolean };

/** Returns the writes of a waiting change. */
async function doing(env: Keys, db: Db, of: Doing): Promise<Write[]> {
	const { seen, by } = of;
	// The right counts as given by the user who asked for it, who cannot be a second person through it.
	const giver = { ...by, userId: seen.requested_by };
	switch (seen.kind) {
		case "user_roles": {
			const { roles, permissions } = askedOf(seen.kind, seen);
			const userId = about(seen.user_id);
			return [
				refuseMoreThan(roles, permissions),
				...users.addConfirmedRoles(userId, roles, giver),
				...auditUser(db, "user.set_roles", { id: userId }, { ...by, changes: { added: roles } }),
			];
		}
		case "role_permissions": {
			const { permissions } = askedOf(seen.kind, seen);
			const roleId = about(seen.role_id);
			return [
				...givePermissions(roleId, permissions, giver),
				endMembersSessions(roleId, by.at),
				...recordAudit(db, {
					...by,
					action: "role.edit",
					auditableType: "role",
					auditableId: String(roleId),
					description: `role ${roleId}`,
					changes: { added: permissions },
				}),
			];
		}
		case "deputy": {
			const input = { ...askedOf(seen.kind, seen), deputy: about(seen.other_user_id) };
			const userId = about(seen.user_id);
			return [
				...refuseDeputyship(userId, input),
				insertDeputy(userId, input, by.at),
				...auditNaming(db, userId, { input, id: "", by }),
			];
		}
		case "user_login":
		case "second_factor":
		case "user_enabled":
			return ofLogin(db, seen.kind, { seen, by });
		case "guardian":
			return asGuardian(env, db, of);
		case "sealed_guardian": {
			const opened = { memberId: about(seen.member_id), guardianId: about(seen.guardian_id) };
			return [openGuardianship(opened, { how: "second_person", at: by.at }), guard("confirmation.stale")];
		}
		case "sealed_login": {
			const opened = { memberId: about(seen.member_id), userId: about(seen.user_id) };
			return [openLogin(opened, { how: "second_person", at: by.at }), guard("confirmation.stale")];
		}
		// Whoever asked issues it: nobody else sees a code.
		case "activation_code":
			return [];
	}
}

/**
 * Returns the writes that set a guardian. When a second person confirmed, the sealed data are opened to the guardian;
 * when the change takes effect by itself, opening them waits for a second person.
 */
async function asGuardian(env: Keys, db: Db, { seen, by, isConfirmed }: Doing): Promise<Write[]> {
	const [[member]] = await readRows(db.$client, storedMember(about(seen.member_id)));
	if (!member) throw new Refusal("member.stale");
	const guardianId = seen.guardian_id;
	const writes = await guardianWrites(env, db, { ref: member, guardianId, by });
	if (guardianId === null) return writes;
	const asked = { userId: seen.requested_by, at: by.at };
	return [
		...writes,
		isConfirmed
			? openGuardianship({ memberId: member.id, guardianId }, { how: "second_person", at: by.at })
			: askToOpenGuardians([member.id], asked),
	];
}

type Money = { kind: "voucher" | "income"; ref: ConfirmationRef; reviewer: Reviewer; by: By };

/**
 * Posts, as 理事長 or 監事, a voucher or income record that waits for its second person. Refuses `confirmation.stale`
 * for one that does not wait in this way, and what the posting refuses: records of the user or the user's family, and
 * of the one who wrote them.
 */
export async function postAsSecond(db: Db, { kind, ref, reviewer, by }: Money): Promise<void> {
	const [waiting] = await readRows(db.$client, moneyActs(by.userId ?? 0, dateInTaipei(by.at)));
	if (!waiting.some((one) => one.kind === kind && one.id === ref.id && one.version === ref.version))
		throw new Refusal("confirmation.stale");
	if (kind === "voucher") await postDraft(db, { ref, poster: reviewer, by });
	else await postIncome(db, { ref, accountId: null, projectId: null, reviewer, by });
}

type OfLogin = { seen: StoredConfirmation; by: By };

/** Returns the writes of a change of a user's login. */
async function ofLogin(
	db: Db,
	kind: "user_login" | "second_factor" | "user_enabled",
	{ seen, by }: OfLogin,
): Promise<Write[]> {
	const user = await users.readSeenUser(db.$client, about(seen.user_id));
	if (!user) throw new Refusal("user.stale");
	switch (kind) {
		case "user_login":
			return editing(db, user, { input: { name: user.name, ...askedOf(kind, seen) }, by });
		case "second_factor":
			return resettingSecondFactor(db, user, by);
		case "user_enabled":
			return enabling(db, user, by);
	}
}

/** Returns the id of the record that a confirmation is about; its kind always has one. */
function about(id: number | null): number {
	if (id === null) throw new Refusal("confirmation.stale");
	return id;
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
