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
import {
	type Asked,
	CONFIRMATIONS,
	type ConfirmationStep,
	KINDS,
	type Kind,
} from "#domain/system/second-persons/kinds.ts";
import { auditUser, editing, enabling, resettingSecondFactor } from "#domain/system/users/actions.ts";
import { type By, byCron } from "#kernel/by.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";

type Keys = { SEALING_KEY: string };
type Ending = { ref: ConfirmationRef; by: By };

/**
 * Confirms what waits, which is done in the same batch; relay `mail.due` afterwards. Refuses `confirmation.stale`,
 * `confirmation.not_yours` (whoever asked, whom it concerns, who may not decide) and what the change itself refuses by now.
 */
export async function confirm(env: Keys, db: Db, { ref, by }: Ending): Promise<void> {
	const { seen, onBehalfOf } = await seenBy(db, "confirm", { ref, by });
	await commit(db, [
		...endConfirmation(ref, { step: "confirm", onBehalfOf, by }),
		...(await doing(env, db, { seen, by, isConfirmed: true })),
		...audit(db, "confirm", { seen, by, onBehalfOf }),
	]);
}

/** Keeps what waits from happening, for whoever may decide it or whom it concerns. Refuses as `confirm`. */
export async function stop(db: Db, { ref, by }: Ending): Promise<void> {
	const { seen, onBehalfOf, mayStop } = await seenBy(db, "stop", { ref, by });
	if (!mayStop) throw new Refusal("confirmation.not_yours");
	await commit(db, [
		...endConfirmation(ref, { step: "stop", onBehalfOf, by }),
		...audit(db, "stop", { seen, by, onBehalfOf }),
	]);
}

/** Takes one's own back. Refuses as `confirm`. */
export async function withdraw(db: Db, { ref, by }: Ending): Promise<void> {
	const { seen } = await seenBy(db, "withdraw", { ref, by });
	if (seen.requested_by !== by.userId) throw new Refusal("confirmation.not_yours");
	await commit(db, [
		...endConfirmation(ref, { step: "withdraw", onBehalfOf: null, by }),
		...audit(db, "withdraw", { seen, by, onBehalfOf: null }),
	]);
}

/** Notes that what was done before rights were watched has been looked at. */
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
 * Does what has waited for its day and what nobody stopped; returns how many. What its change refuses by now is stopped.
 * `at` is UTC milliseconds.
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
			// The database's clock has whole seconds: the next minute, then.
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

/** What was asked for, as its kind keeps it. */
const askedOf = <K extends Kind>(kind: K, { asked }: StoredConfirmation): Asked[K] =>
	KINDS[kind].asked.parse(JSON.parse(asked)) as Asked[K];

type Doing = { seen: StoredConfirmation; by: By; isConfirmed: boolean };

/** The writes of what was asked for. */
async function doing(env: Keys, db: Db, of: Doing): Promise<Write[]> {
	const { seen, by } = of;
	// A right is given by whoever asked for it: they are nobody's second person through it.
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

/** A guardian. What lies sealed is open to them by a second person's word, and waits for it where nobody said one. */
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
 * Posts, as 理事長 or 監事, money that waits for its second person. Refuses `confirmation.stale` for what does not wait so, and
 * what the posting refuses: one's own and the family's, and whoever wrote it.
 */
export async function postAsSecond(db: Db, { kind, ref, reviewer, by }: Money): Promise<void> {
	const [waiting] = await readRows(db.$client, moneyActs(by.userId ?? 0, dateInTaipei(by.at)));
	if (!waiting.some((one) => one.kind === kind && one.id === ref.id && one.version === ref.version))
		throw new Refusal("confirmation.stale");
	if (kind === "voucher") await postDraft(db, { ref, poster: reviewer, by });
	else await postIncome(db, { ref, accountId: null, projectId: null, reviewer, by });
}

type OfLogin = { seen: StoredConfirmation; by: By };

/** The writes of a change of a user's login. */
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

/** The record that a confirmation is about: its kind always names one. */
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
