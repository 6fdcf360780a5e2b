import type * as stored from "#db/people/roster.ts";
import { auditChanges } from "#domain/people/members/fields.ts";
import { seal } from "#platform/crypto.ts";
import { type MemberKeys, newMemberKeys, sealForPerson, sealMember } from "#platform/member-seals.ts";
import { guardiansNow } from "./guardians.ts";
import { ownAudit, ownBefore } from "./own-actions.ts";
import type { PlanRow } from "./plan-row.ts";
import { newStatus, rowNumber, type Task, writtenOutcome } from "./writing.ts";

type Keys = { SEALING_KEY: string };

type Sealed = { fields: string[]; sealed?: string };
/** `changes` are for the audit log; `own` is what own fields were before. */
export type SealedTask = Task & { set: stored.Columns; changes: Sealed; own: Sealed };

/** Seals what a row writes: the values, and what is kept of it for the audit log and for being undone. */
export async function sealTask(
	env: Keys,
	task: Task,
	known: (MemberKeysOrNone & { national_id_mask: string | null }) | undefined,
): Promise<SealedTask> {
	const has = known?.seal_id && known.person_key ? { seal_id: known.seal_id, person_key: known.person_key } : undefined;
	const keys: MemberKeys = has ?? (await newMemberKeys(env));
	const { diagnosis_note: _, ...sealed } = await sealMember(env, keys.seal_id, { national_id: task.nationalId });
	const before = { ...task.plan.known, ...(known ? { national_id_mask: known.national_id_mask } : {}) };
	const set = {
		...task.plain,
		...task.organisation,
		...sealed,
		...(has ? {} : keys),
		...(task.isNew ? newStatus(task) : {}),
	};
	const { own } = task.plan.adds;
	const changes = {
		...auditChanges(before, task.plain, sealed),
		...organisationChanges(task),
		...ownAudit(own),
	};
	return {
		...task,
		set,
		changes: await sealForPerson(env, keys, changes),
		own: await sealForPerson(env, keys, ownBefore(own)),
	};
}
type MemberKeysOrNone = { seal_id: string | null; person_key: string | null };

const organisationChanges = ({ plan, organisation }: Task) =>
	Object.fromEntries(
		plan.adds.changes.filter(({ field }) => field in organisation).map(({ field, from, to }) => [field, { from, to }]),
	);

/** Returns a written row as the import keeps it. */
export const writtenRow = ({ plan, id, isNew, changes, own }: SealedTask): stored.WrittenRecord => ({
	row: rowNumber(plan),
	outcome: writtenOutcome(plan),
	member: id,
	version: isNew ? 1 : (plan.known?.version ?? 0) + 1,
	before: JSON.stringify({
		...changes,
		codes: plan.reasons.map(({ code }) => code),
		guardian: plan.guardian !== undefined,
		...(plan.guardian ? { guardians: guardiansNow(plan.known) } : {}),
		...(plan.adds.own.length > 0 ? { own: own.sealed } : {}),
	}),
});

export const toldContext = (importId: number, row: number): string => `roster_import_rows.before:${importId}:${row}`;

/** Returns a row that is not written as the import keeps it, with its reasons sealed. */
export async function tellRow({ SEALING_KEY }: Keys, importId: number, plan: PlanRow): Promise<stored.WrittenRecord> {
	const { name, reasons } = plan;
	const row = rowNumber(plan);
	const told = await seal(SEALING_KEY, JSON.stringify({ name, reasons }), toldContext(importId, row));
	return { row, outcome: writtenOutcome(plan), member: null, version: null, before: JSON.stringify({ told }) };
}
