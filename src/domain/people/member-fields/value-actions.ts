import { recordAudit } from "#db/audit.ts";
import type { Db, Write } from "#db/commit.ts";
import * as stored from "#db/people/member-field-values.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { FieldRefusal, Refusal } from "#kernel/refusal.ts";
import { fieldToken, openValue, sealValue } from "#platform/field-seals.ts";
import { type OwnUploads, ofMember, storeOwnFile } from "./file-actions.ts";
import { auditName, fieldName, isIndexed, type OwnField, valuesOf, valueWords } from "./rules.ts";
import { type HeldField, OWN_REFUSED, type OwnPlan, type OwnTyped, type OwnWrite, planOwn } from "./values.ts";

type Keys = { SEALING_KEY: string };

/**
 * What somebody sent about a member's own fields. Staff write all that they see and, without seeing it, special data;
 * members write what they fill in themselves, and of special data only what is open to them (`seesAll`).
 */
export type OwnSent = {
	typed: OwnTyped;
	as: "staff" | "member";
	seesAll: boolean;
	/** The files that the form sent, and the bucket in which they are stored. */
	files?: { bucket: R2Bucket; uploads: OwnUploads };
};

/** What a form changes: the writes for a member (SQL in a batch that makes one), and the changes for the audit log. */
export type OwnChanges = {
	writesFor: (memberId: stored.MemberId) => Write[];
	changes: Record<string, { from: unknown; to: unknown }>;
	isAnything: boolean;
	/** The bucket of the files that the form replaces or removes, whose objects go after the batch. */
	drops?: R2Bucket | undefined;
};
const NO_OWN_CHANGES: OwnChanges = { writesFor: () => [], changes: {}, isAnything: false };

/** The id of nobody: of a member who is only being made. */
const NOBODY = 0;

const mayWrite = (field: OwnField, { as, seesAll }: OwnSent): boolean => {
	if (as === "staff") return field.is_special === 1 || field.seen_by === "view" || seesAll;
	return field.self === "fills" && (field.is_special === 0 || seesAll);
};

/**
 * Returns what a form changes of a member's own fields. Refuses, with sentences by field, what is not of its field's
 * kind, not for the member, or special data without a consent; and `member_field.stale` for a field that is switched off
 * or closed to whoever sent it.
 */
export async function ownChanges(
	env: Keys,
	db: Db,
	of: { member: { id: number | null; identity: string }; sent: OwnSent | undefined; by: By },
): Promise<OwnChanges> {
	const { member, sent, by } = of;
	const files = new Set(Object.keys(sent?.files?.uploads ?? {}));
	if (!sent || Object.keys(sent.typed).length + files.size === 0) return NO_OWN_CHANGES;
	const [rows] = await readRows(db.$client, stored.valuesStored(member.id ?? NOBODY));
	const open = rows.filter((row) => row.is_active === 1 && mayWrite(row, sent));
	const { writes, purposes } = await plannedOwn(env, open, { typed: sent.typed, files, identity: member.identity });
	const written = await Promise.all(writes.map((write) => writing(env, db, { write, sent, by })));
	const channel = sent.as === "staff" ? "paper" : "web";
	return {
		isAnything: writes.length > 0 || purposes.length > 0,
		drops: writes.some(({ field, from }) => field.kind === "file" && from !== null) ? sent.files?.bucket : undefined,
		changes: Object.fromEntries(writes.map((write) => [auditName(write.field), toldWrite(write)])),
		writesFor: (memberId) => [
			...purposes.flatMap((purpose) => [
				stored.insertConsent(memberId, { purpose, given: true, channel }, by),
				...auditConsent(db, memberId, { ...by, action: "member_field.agree", purpose }),
			]),
			...written.flatMap((write) => write(memberId)),
		],
	};
}

/**
 * Plans what a form of these fields changes for somebody with this identity. Refuses, with sentences by field, what is not of
 * its field's kind, not for them, or special data without a consent; and `member_field.stale` for a field that is not among
 * them.
 */
export async function plannedOwn(
	env: Keys,
	rows: readonly stored.ValueRow[],
	{ typed, files, identity }: { typed: OwnTyped; files: ReadonlySet<string>; identity: string },
): Promise<Pick<OwnPlan, "writes" | "purposes">> {
	const known = new Set(rows.map(fieldName));
	if ([...Object.keys(typed), ...files].some((name) => !known.has(name.split(".")[0] ?? "")))
		throw new Refusal("member_field.stale");
	const held = await Promise.all(rows.map((row) => opened(env, row)));
	const { errors, ...plan } = planOwn(held, { typed, files }, identity);
	if (Object.keys(errors).length > 0) throw new FieldRefusal(OWN_REFUSED, errors);
	return plan;
}

/** Opens a member's value; a plain one is as it is. */
export const openedValue = async (
	env: Keys,
	{ value, seal_id }: Pick<stored.ValueRow, "value" | "seal_id">,
): Promise<string | null> => (value !== null && seal_id !== null ? openValue(env, { value, seal_id }) : value);

/** Opens a field with its value. */
export const opened = async (env: Keys, row: stored.ValueRow): Promise<HeldField> => ({
	...row,
	held: await openedValue(env, row),
});

/** Returns the tokens of a value of a sealed field; none of kinds that are never searched. */
export const tokensOf = (env: Keys, field: Pick<OwnField, "id" | "kind">, value: string): string[] =>
	isIndexed(field.kind) ? valuesOf(field, value).map((one) => fieldToken(env, field.id, one)) : [];

type Writing = { write: OwnWrite; sent: OwnSent; by: By };
/** Seals a value, or stores its file, and returns its writes for a member; a file takes the place of the one before. */
async function writing(env: Keys, db: Db, of: Writing): Promise<(memberId: stored.MemberId) => Write[]> {
	const { field, to } = of.write;
	if (to === null) return (memberId) => [stored.deleteValue(memberId, field.id)];
	const { files } = of.sent;
	if (field.kind === "file" && files) {
		const store = { ...env, FILES: files.bucket };
		const file = await storeOwnFile(store, db, { field, uploads: files.uploads, by: of.by });
		return (memberId) => [
			stored.deleteValue(memberId, field.id),
			...file.writes,
			ofMember(file, memberId),
			stored.insertFileValue(memberId, { field: field.id, file: file.id }, of.by.at),
		];
	}
	const value = await sealedWrite(env, of.write);
	return (memberId) => (value === undefined ? [] : stored.putValue(memberId, value, of.by.at));
}

/** Returns a value as it is stored; undefined for none. */
export async function sealedWrite(env: Keys, { field, to }: OwnWrite): Promise<stored.NewValue | undefined> {
	if (to === null) return undefined;
	if (field.is_special === 0) return { field: field.id, value: to, seal_id: null, tokens: [] };
	return { field: field.id, ...(await sealValue(env, to)), tokens: tokensOf(env, field, to) };
}

/** Returns a change as the audit log has it: of special data and files only that they were written or removed. */
export const toldWrite = ({ field, from, to }: OwnWrite) =>
	field.is_special === 1 || field.kind === "file"
		? { from: null, to: to === null ? "已移除" : "已填寫" }
		: { from: from === null ? null : valueWords(field, from), to: to === null ? null : valueWords(field, to) };

type Consenting = By & { action: "member_field.agree" | "member_field.end_consent"; purpose: string };
/** Returns the audit row about a member's consent to a purpose. */
export const auditConsent = (db: Db, memberId: stored.MemberId, { purpose, ...entry }: Consenting): Write[] =>
	recordAudit(db, {
		...entry,
		auditableType: "member",
		auditableId: memberId,
		description: "own fields",
		changes: { purpose },
	});

/** Returns the opened special data of a member, by the fields' ids; the caller records the view first. */
export async function openedOwn(env: Keys, rows: readonly stored.ValueRow[]): Promise<Map<number, string>> {
	const special = rows.filter(({ is_special, value }) => is_special === 1 && value !== null);
	const found = await Promise.all(special.map(async (row) => [row.id, (await openedValue(env, row)) ?? ""] as const));
	return new Map(found);
}
