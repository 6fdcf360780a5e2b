import { sql } from "drizzle-orm";
import * as z from "zod";
import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { fieldRows } from "#db/people/member-fields.ts";
import * as stored from "#db/people/roster.ts";
import { ownColumns, removeOwn } from "#db/people/roster-own.ts";
import * as reads from "#db/people/roster-reads.ts";
import { readRows } from "#db/read.ts";
import { type ImportRef, type ImportRow, refuseFamily } from "#db/system/index.ts";
import { draftsOf, type PlanningOf, takeIn } from "#domain/system/actions.ts";
import type { UploadedFile } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { unseal } from "#platform/crypto.ts";
import { openForPerson } from "#platform/member-seals.ts";
import { applyRoster, lookAtRoster, planRoster } from "./actions.ts";
import { isField } from "./columns.ts";
import { NO_OPTIONS, RosterOptions } from "./options.ts";
import { ownRestored } from "./own-actions.ts";
import { REASONS, type Reason } from "./reasons.ts";
import { toldContext } from "./row-actions.ts";

type Keys = { SEALING_KEY: string };
type Store = Keys & { FILES: R2Bucket };

/** The subject type under which the files of an import are stored. */
const SUBJECT = "roster_import";

/**
 * Stores an uploaded roster, and a survey if there is one, as a sealed draft; no record is written yet. Once per form
 * `key`. Refuses what `takeIn` (system/imports/actions.ts) and `lookAtRoster` refuse, and as `import.no_header` a
 * survey without recognised columns; the columns of a roster may be named later.
 */
export async function createImport(
	env: Store,
	db: Db,
	{ roster, survey, key, by }: { roster: UploadedFile; survey?: UploadedFile | undefined; key: string; by: By },
): Promise<number> {
	const [own] = await readRows(db.$client, ownColumns(by.userId));
	await lookAtRoster(roster, { options: NO_OPTIONS, own });
	const answers = survey && (await lookAtRoster(survey, { options: NO_OPTIONS }));
	if (answers && !answers.mapping) throw new Refusal("import.no_header");
	return takeIn(env, db, {
		...{ subject: SUBJECT, uploads: survey ? [roster, survey] : [roster], key, by },
		insert: (fileId) => stored.insertImport({ filename: roster.filename, fileId, mapping: {}, by }),
		audit: (id) => stored.auditImport(db, "roster.upload", { id, counts: {}, by }),
	});
}

/** How a draft of an uploaded roster (with its survey, if there is one) is read, planned, written and discarded. */
export const rosterDrafts = draftsOf({
	subject: SUBJECT,
	stale: "import.stale",
	options: RosterOptions,
	look: async (file, options, { db, by }) => {
		const [own] = await readRows(db.$client, ownColumns(by.userId));
		return lookAtRoster(file, { options, own });
	},
	plan: (env, db, { files: [roster, survey], options, users, by }: PlanningOf<ImportRow, RosterOptions>) =>
		planRoster(env, db, { roster, survey, options, users, by, at: by.at }),
	write: (env, db, { plan, draft, by, also, report }) =>
		applyRoster(env, db, { plan, draft, filename: draft.filename, by, also, report }),
	work: { kind: "roster", size: ({ rows }) => rows.length },
	steps: stored,
	discarded: (db, { id, by }) => stored.auditImport(db, "roster.discard", { id, counts: {}, by }),
});

/**
 * Stores what somebody decided about the doubtful rows of a draft, with an audit row; nothing is written to a record.
 * Refuses `import.stale` when the draft changed since the user saw it.
 */
export const settleDoubts = (
	db: Db,
	{ ref, options, by }: { ref: ImportRef; options: RosterOptions; by: By },
): Promise<void> =>
	commit(db, [
		...stored.updateMapping(ref, options),
		...stored.auditImport(db, "roster.settle", {
			id: ref.id,
			counts: { settled: Object.keys(options.settled).length },
			by,
		}),
	]);

const Kept = z.object({
	fields: z.array(z.string()).default([]),
	sealed: z.string().optional(),
	told: z.string().optional(),
	codes: z.array(z.enum(REASONS)).default([]),
	own: z.string().optional(),
	guardian: z.boolean().default(false),
	/** Whom it had as guardians before, where some came. */
	guardians: z.array(z.int()).max(2).default([]),
});
const Changes = z.record(z.string(), z.object({ from: z.string().nullable() }));
const Told = z.object({
	name: z.string(),
	reasons: z.array(
		z.object({
			code: z.enum(REASONS),
			field: z.string().refine(isField).optional(),
			text: z.string().optional(),
			read: z.string().optional(),
			own: z.string().optional(),
			why: z.string().optional(),
			rows: z.array(z.number()).optional(),
			members: z.array(z.number()).optional(),
		}),
	),
});

/** Records in the audit log that a user opens the stored results of a roster, before they are decrypted. */
export const noteRosterView = (db: Db, { id, by }: { id: number; by: By }): Promise<void> =>
	commit(
		db,
		recordAudit(db, {
			...by,
			action: "roster.view",
			auditableType: "roster",
			auditableId: String(id),
			description: `import ${id}`,
		}),
	);

/**
 * Returns the name and the reasons stored for an imported row; when the key of its record was deleted, the codes of the
 * reasons only.
 */
export async function tellWritten(
	{ SEALING_KEY }: Keys,
	importId: number,
	row: reads.WrittenRow,
): Promise<{ name: string; reasons: Reason[] }> {
	const { told, codes } = Kept.parse(JSON.parse(row.before ?? "{}"));
	if (told === undefined) return { name: row.name ?? "", reasons: codes.map((code) => ({ code })) };
	return Told.parse(JSON.parse(await unseal(SEALING_KEY, told, toldContext(importId, row.row))));
}

/**
 * Undoes a whole import: changed records get their earlier values back, and records that it made are deleted. Refuses
 * `member.own` when a record is of the user's own family, `import.changed` when one changed since, `import.too_old`
 * when the earlier values were deleted, and `import.stale` when the import is not applied or changed meanwhile.
 */
export async function undoImport(env: Keys, db: Db, { id, version, by }: ImportRef & { by: By }): Promise<void> {
	const [[row], rows, fields] = await readRows(
		db.$client,
		reads.importRow(id),
		reads.changedRows(id),
		fieldRows({ q: "", active: undefined }),
	);
	if (row?.state !== "applied" || row.applied_at === null) throw new Refusal("import.stale");
	const changed = rows.filter(({ outcome }) => outcome !== "created");
	// The earlier values are deleted after 90 days (domain/shell/erasures).
	if (changed.some((one) => one.before === null)) throw new Refusal("import.too_old");
	const before = await Promise.all(changed.map((one) => columnsBefore(env, one)));
	const guardians = before.flatMap(({ id: member, guardians: [guardian = null, second = null], hasNew }) =>
		hasNew ? [{ id: member, guardian, second }] : [],
	);
	await commit(db, [
		refuseFamily(sql`SELECT member_id FROM roster_import_rows WHERE import_id = ${id} AND member_id IS NOT NULL`, by),
		...stored.markUndone({ id, version }, by.at),
		stored.refuseChanged(id, row.applied_at),
		...stored.setGuardians(guardians),
		...stored.updateRecords(before, by.at, "import.changed"),
		...(await ownRestored(env, before, { fields, at: by.at })),
		...removeOwn(id, row.applied_at),
		...stored.removeAdded(id, row.applied_at),
		...stored.auditRecords(
			rows.map((one) => ({ id: one.member_id ?? 0, action: "member.import_undone", changes: {} })),
			by,
			`import ${id}`,
		),
		...stored.auditImport(db, "roster.undo", { id, counts: { rows: rows.length }, by }),
	]);
}

type Restored = stored.ChangedRecord & { hasNew: boolean; guardians: number[]; before: unknown };

async function columnsBefore(env: Keys, row: reads.WrittenRow): Promise<Restored> {
	const kept = Kept.parse(JSON.parse(row.before ?? "{}"));
	const sealed = [kept.sealed, kept.own].map((text) => (text === undefined ? [] : [text]));
	const [[opened = {}], [own = {}]] = await Promise.all([
		openForPerson(env, row, sealed[0] ?? []),
		openForPerson(env, row, sealed[1] ?? []),
	]);
	if (kept.sealed !== undefined && kept.fields.length > 0 && opened === undefined) throw new Refusal("import.changed");
	const { national_id: id, ...plain } = Changes.parse(opened);
	const set = Object.fromEntries(Object.entries(plain).map(([field, { from }]) => [field, from]));
	// An import only fills in a national id, and never changes one.
	const noId = id === undefined ? {} : { national_id: null, national_id_hash: null, national_id_mask: null };
	return {
		id: row.member_id ?? 0,
		version: row.member_version ?? 0,
		set: { ...set, ...noId },
		hasNew: kept.guardian,
		guardians: kept.guardians,
		before: own,
	};
}
