import * as z from "zod";
import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import {
	type MemberHistoryRow,
	type MergedRow,
	memberHistory,
	mergedInto,
	type StoredMember,
	storedMember,
} from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import * as stored from "#db/shell/erasures.ts";
import { keepPlaces } from "#db/shell/free-text.ts";
import { refuseFamily } from "#db/system/index.ts";
import { paymentDrafts } from "#domain/money/actions.ts";
import { auditMember, rosterDrafts } from "#domain/people/actions.ts";
import { KEPT_DAYS } from "#domain/people/index.ts";
import { dropObject, forgetTries } from "#domain/system/actions.ts";
import { type By, byCron } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { registerErasures, registeredErasures } from "#platform/erasure-register.ts";
import { openForPerson } from "#platform/member-seals.ts";
import type { PepperKeys } from "#platform/passwords.ts";
import { keepDonorErasures } from "./donor-actions.ts";
import { keepPayeeErasures } from "./payee-actions.ts";

/**
 * The Worker bindings that erasures need: the bucket of files, and the keys that seal data and hash attempts to sign
 * in.
 */
type Store = PepperKeys & { FILES: R2Bucket; SEALING_KEY: string };
type Person = By & { userId: number };

/**
 * Erases for good the personal data of a member: one batch in the database, which also answers the request to erase
 * them; then the pictures, and a line for each of the member's records in the erasure register kept outside the
 * database. The books, the audit log and its chain stay as they are. Refuses what `refuseBlocked` refuses,
 * `privacy.own` for the acting user and the user's family, and `member.stale` when the record changed meanwhile or is
 * gone.
 */
export async function pseudonymise(
	env: Store,
	db: Db,
	{ ref, requestId, by }: { ref: { id: number; version: number }; requestId: number; by: Person },
): Promise<void> {
	const [records, files] = await readRows(db.$client, stored.erasedRecords(ref.id), stored.filesToErase(ref.id));
	const lines = records.map((record) => ({ ...record, at: by.at }));
	const [line] = lines;
	const former = await formerNames(env, db, ref.id);
	if (!line) throw new Refusal("member.stale");
	await commit(db, [
		...stored.refuseUnseen(ref.id, ref.version),
		...stored.refuseBlocked(ref.id, by.userId),
		stored.refuseOtherRequest(ref.id, requestId),
		refuseFamily([ref.id], by, "privacy.own"),
		...auditMember(db, ref.id, { ...by, action: "member.pseudonymise", changes: { request: requestId } }),
		...recordAudit(db, {
			...by,
			action: "privacy.answer",
			auditableType: "privacy_request",
			auditableId: String(requestId),
			description: `member ${ref.id}`,
		}),
		stored.insertErasure(line, { requestId, byUserId: by.userId }),
		...keepPlaces({ type: "member", id: ref.id }, former, by.at),
		...erasing(env, line, by),
	]);
	await dropFiles(env, files);
	await registerErasures(env, lines);
}

/** Returns the queries whose rows `namesBefore` needs to find a member's earlier names. */
export const formerSelects = (id: number) => [storedMember(id), memberHistory(id), mergedInto(id)] as const;
type Opened = [StoredMember[], MemberHistoryRow[], MergedRow[]];

/**
 * Returns the earlier names and contact data of a member, as far as the newest part of the history has them. They are
 * for searching other texts, not for showing.
 */
export async function namesBefore(env: { SEALING_KEY: string }, read: Opened): Promise<string[]> {
	const [members, rows, merged] = read;
	const names = await Promise.all(
		[...members, ...merged].map(async (record) => {
			const own = rows.filter(({ member_id }) => member_id === record.id);
			const opened = await openForPerson(
				env,
				record,
				own.map(({ changes }) => Sealed.parse(JSON.parse(changes))),
			);
			return opened.flatMap((values) => Object.values(Former.parse(values)).flatMap((was) => was?.from ?? []));
		}),
	);
	return [...new Set(names.flat())];
}

export const formerNames = async (env: { SEALING_KEY: string }, db: Db, id: number): Promise<string[]> =>
	namesBefore(env, await readRows(db.$client, ...formerSelects(id)));

/** The schema of an audit row's changes that gives the sealed part; "" when there is none. */
const Sealed = z
	.object({ sealed: z.string() })
	.transform(({ sealed }) => sealed)
	.catch("");
const Was = z.object({ from: z.string().nullish() }).catch({});
/** The fields in decrypted changes that name a person or say how to reach the person. */
const Former = z
	.object({ name: Was, name_en: Was, phone: Was, phone_home: Was, email: Was, line_id: Was })
	.partial()
	.catch({});

const dropFiles = (env: Store, files: readonly { id: number; object_key: string }[]): Promise<unknown> =>
	Promise.all(files.map(({ id, object_key }) => dropObject(env, { id, objectKey: object_key })));

const erasing = (env: Store, line: stored.Erasure, by: By): Write[] => [
	...(line.user_id === null ? [] : forgetTries(env, line.user_id)),
	...stored.eraseMember(line, by),
];

/**
 * Erases again the persons of the register whom a restored copy of the database brought back, and ends the sessions of
 * their logins. It can be repeated; returns how many persons were erased.
 */
export async function replayErasures(
	env: Store,
	db: Db,
	{ register, by }: { register: readonly stored.Erasure[]; by: By },
): Promise<number> {
	const [lines] = await readRows(db.$client, stored.toEraseAgain(register));
	for (const line of lines) {
		const [files] = await readRows(db.$client, stored.filesToErase(line.member_id));
		const former = await formerNames(env, db, line.member_id);
		await commit(db, [
			...auditMember(db, line.member_id, { ...by, action: "privacy.erase_again" }),
			stored.insertErasure(line, { requestId: null, byUserId: null }),
			...keepPlaces({ type: "member", id: line.member_id }, former, line.at),
			...erasing(env, line, by),
		]);
		await dropFiles(env, files);
	}
	return lines.length;
}

/**
 * Reconciles the register and the database: a person who was erased and came back with a restored copy is erased again,
 * and an erasure that only the database knows is written into the register. Returns how many were erased. `at` is UTC
 * milliseconds.
 */
export async function keepErasures(env: Store, db: Db, at: number): Promise<number> {
	const beside = await registeredErasures(env);
	const erased = await replayErasures(env, db, { register: beside, by: byCron(at) });
	const donors = await keepDonorErasures(env, db, byCron(at));
	const payees = await keepPayeeErasures(env, db, byCron(at));
	const [here] = await readRows(db.$client, stored.allErasures());
	const known = new Set(beside.map(({ member_id }) => member_id));
	await registerErasures(
		env,
		here.filter(({ member_id }) => !known.has(member_id)),
	);
	return erased + donors + payees;
}

const DAY_MS = 86_400_000;

/**
 * Deletes data that have served their purpose (docs/privacy.md): the values of records before an import, the contents
 * of closed link requests, and drafts of imports with their files. Returns how many drafts were deleted. `at` is UTC
 * milliseconds.
 */
export async function forgetServed(env: Store, db: Db, at: number): Promise<number> {
	const before = (days: number): number => at - days * DAY_MS;
	await commit(db, [
		stored.forgetBefore(before(KEPT_DAYS.importedBefore)),
		stored.forgetTold(before(KEPT_DAYS.importedBefore)),
		stored.forgetProfiles(before(KEPT_DAYS.linkProfile)),
	]);
	const [drafts, lists] = await readRows(
		db.$client,
		stored.oldDrafts("roster_imports", before(KEPT_DAYS.importDraft)),
		stored.oldDrafts("payment_imports", before(KEPT_DAYS.importDraft)),
	);
	for (const draft of drafts) await rosterDrafts.discard(env, db, { ...draft, by: byCron(at) });
	for (const draft of lists) await paymentDrafts.discard(env, db, { ...draft, by: byCron(at) });
	return drafts.length + lists.length;
}
