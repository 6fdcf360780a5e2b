import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { confirmedCode } from "#db/system/confirmations.ts";
import { refuseFamilyLogins } from "#db/system/family.ts";
import { notify } from "#db/system/notifications.ts";
import { type CodeWay, insertActivationCode } from "#db/system/one-time.ts";
import * as stored from "#db/system/users.ts";
import { asking } from "#domain/system/second-persons/actions.ts";
import { ACTIVATION_MS, type Card, CODE_DELAY_MS, type Shown } from "#domain/system/users/rules.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { hashCode, newCode } from "#platform/codes.ts";

type Keys = { PASSWORD_PEPPER: string };
type UserRef = stored.UserRef;

/**
 * A code, which is shown this once; when it begins to work (UTC milliseconds, null: at once); and the address of the
 * letter that is the only way to send it, or null.
 */
export type IssuedCode = { code: string; worksFrom: number | null; letter: stored.LetterAddress | null };

/**
 * Makes an activation code for paper that sets or resets a user's password; earlier codes become void. For a login in
 * use, `shown` says which card the person at the counter showed; when no card was shown the code works a day later, its
 * owner is told at once, and without an e-mail address it may go only in a letter. Refuses `user.is_staff` (codes are
 * for members), `user.in_use` (`shown` is missing for a login in use), `user.no_address` (neither an e-mail nor a
 * postal address), `member.own` for a login of the acting user's family, and `user.stale` (changed meanwhile, or
 * disabled). Returns "waits" when a second person has to confirm it first.
 */
export async function issueActivationCode(
	db: Db,
	keys: Keys,
	{ user, shown, ...by }: By & { user: UserRef; shown?: Shown | undefined },
): Promise<IssuedCode | "waits"> {
	const seen = await stored.readSeenUser(db.$client, user.id);
	if (seen?.version !== user.version || seen.status === "disabled") throw new Refusal("user.stale");
	if (seen.in_use === 0 || shown === undefined)
		return { code: await first(db, keys, { user, ...by }), worksFrom: null, letter: null };
	if (shown === "second_person") return bySecondPerson(db, keys, { user, by });
	if (shown !== "nothing") {
		const { code, writes } = await prepared(db, keys, { user, by, way: "counter", card: shown, worksFrom: null });
		await commit(db, writes);
		return { code, worksFrom: null, letter: null };
	}
	const worksFrom = by.at + CODE_DELAY_MS;
	const [[letter = null]] = seen.email === null ? await readRows(db.$client, stored.letterTo(user.id)) : [[]];
	if (seen.email === null && letter === null) throw new Refusal("user.no_address");
	const { code, writes } = await prepared(db, keys, { user, by, way: "delayed", worksFrom });
	await commit(db, [...writes, notify("activation_code_issued", { user: user.id, data: { worksFrom }, at: by.at })]);
	return { code, worksFrom, letter };
}

/** Asks for a second person's confirmation, or issues the code that a second person confirmed within the last day. */
async function bySecondPerson(
	db: Db,
	keys: Keys,
	{ user, by }: { user: UserRef; by: By },
): Promise<IssuedCode | "waits"> {
	const [[confirmed]] = await readRows(db.$client, confirmedCode(user.id, by));
	if (!confirmed) {
		const what = { kind: "activation_code" as const, userId: user.id, asked: {} };
		await commit(db, [
			stored.refuseChanged(user),
			stored.refuseStaff(user.id),
			refuseFamilyLogins([user.id], by),
			...asking(db, what, by),
		]);
		return "waits";
	}
	const { code, writes } = await prepared(db, keys, { user, by, way: "second_person", worksFrom: null });
	await commit(db, writes);
	return { code, worksFrom: null, letter: null };
}

async function first(db: Db, keys: Keys, of: By & { user: UserRef }): Promise<string> {
	const { code, writes } = await prepareActivationCode(db, keys, of);
	await commit(db, writes);
	return code;
}

/**
 * Prepares an activation code for a login that nobody has used yet, as writes for a batch that makes several. The
 * caller has just read `user`, who is not disabled. The batch refuses `user.is_staff`, `user.in_use` (the login was
 * used meanwhile), `member.own` for a login of the acting user's family, and `user.stale` when the user changed since.
 */
export async function prepareActivationCode(
	db: Db,
	keys: Keys,
	{ user, ...by }: By & { user: UserRef },
): Promise<{ code: string; writes: Write[] }> {
	const { code, writes } = await prepared(db, keys, { user, by, way: "first", worksFrom: null });
	return { code, writes: [...writes, stored.refuseInUse(user.id)] };
}

type Given = { user: UserRef; by: By; way: CodeWay; card?: Card; worksFrom: number | null };

async function prepared(
	db: Db,
	keys: Keys,
	{ user, by, way, card, worksFrom }: Given,
): Promise<{ code: string; writes: Write[] }> {
	const code = newCode();
	const hash = await hashCode(keys, "activation", code);
	const expiresAt = (worksFrom ?? by.at) + ACTIVATION_MS;
	const writes = [
		stored.refuseChanged(user),
		stored.refuseStaff(user.id),
		refuseFamilyLogins([user.id], by),
		...insertActivationCode({ hash, userId: user.id, way, worksFrom, expiresAt }, by.at),
		...recordAudit(db, {
			...by,
			action: "user.issue_activation_code",
			auditableType: "user",
			auditableId: String(user.id),
			description: `user ${user.id}`,
			changes: { way, ...(card ? { card } : {}) },
		}),
	];
	return { code, writes };
}
