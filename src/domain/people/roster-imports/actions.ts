import { sql } from "drizzle-orm";
import * as z from "zod";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { refuseFamily } from "#db/people/family.ts";
import type { ImportRef, ImportRow } from "#db/people/import-drafts.ts";
import * as stored from "#db/people/roster.ts";
import * as reads from "#db/people/roster-reads.ts";
import { readRows } from "#db/read.ts";
import { recordAudit } from "#db/system/audit.ts";
import { type FileRow, filesOf } from "#db/system/files.ts";
import { type ImportedFile, openImported } from "#domain/people/imported-files/actions.ts";
import type { Report } from "#domain/people/imported-files/parts.ts";
import {
	applyRoster,
	lookAtRoster,
	type PlannedImport,
	planRoster,
	toldContext,
} from "#domain/people/roster/actions.ts";
import { isField } from "#domain/people/roster/columns.ts";
import { NO_OPTIONS, RosterOptions } from "#domain/people/roster/options.ts";
import { REASONS, type Reason } from "#domain/people/roster/reasons.ts";
import { dropObject, prepareFile, removeFile } from "#domain/system/files/actions.ts";
import type { UploadedFile } from "#domain/system/files/rules.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { unseal } from "#platform/crypto.ts";
import { openForPerson } from "#platform/member-seals.ts";

type Keys = { SEALING_KEY: string };
type Store = Keys & { FILES: R2Bucket };

/** The subject type under which the files of an import are stored. */
const SUBJECT = "roster_import";

/**
 * Stores an uploaded roster, and a survey if there is one, as a sealed draft; no record is written yet. Once per form
 * `key`. Refuses what `checkUpload` refuses of imports, files that `readSheet` cannot read, and as `import.no_header` a
 * survey without recognised columns; the columns of a roster may be named later.
 */
export async function createImport(
	env: Store,
	db: Db,
	{ roster, survey, key, by }: { roster: UploadedFile; survey?: UploadedFile | undefined; key: string; by: By },
): Promise<number> {
	await lookAtRoster(roster, { options: NO_OPTIONS });
	const answers = survey && (await lookAtRoster(survey, { options: NO_OPTIONS }));
	if (answers && !answers.mapping) throw new Refusal("import.no_header");
	const main = await prepareFile(env, db, { purpose: "import", upload: roster, by });
	const second = survey && (await prepareFile(env, db, { purpose: "import", upload: survey, by }));
	const keys = [main.objectKey, ...(second ? [second.objectKey] : [])];
	return commitOnce(db, { key, at: by.at, checks: [...main.writes, ...(second?.writes ?? [])] }, [
		stored.insertImport({ filename: roster.filename, fileId: main.id, mapping: {}, by }),
		sql`UPDATE files SET subject_type = ${SUBJECT}, subject_id = CAST(${madeBy(key)} AS TEXT), version = version + 1
			WHERE object_key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
		...stored.auditImport(db, "roster.upload", { id: madeBy(key), counts: {}, by }),
	]);
}

/** Returns the options for reading a draft. */
export const optionsOf = ({ mapping }: ImportRow): RosterOptions => RosterOptions.parse(JSON.parse(mapping));

/** A draft, and the user who looks at it. */
type Looking = { draft: ImportRow; by: By };
export type Draft = { plan: PlannedImport; files: FileRow[] };

/**
 * Plans a draft from its files; the audit log records each reading of them. Refuses what `planRoster` refuses, and
 * `import.stale` when the files are gone.
 */
export async function planDraft(env: Store, db: Db, { draft, by }: Looking): Promise<Draft> {
	const files = await filesOf(db, { type: SUBJECT, id: String(draft.id) });
	const roster = await rosterOf(env, db, { draft, files, by });
	const survey = await openImported(env, db, { file: surveyIn(files, draft), by });
	const users = by.userId === null ? [] : [by.userId];
	const plan = await planRoster(env, db, { roster, survey, options: optionsOf(draft), users, at: by.at });
	return { plan, files };
}

/** Returns the columns of a draft, the place of its header, and its sheet. Refuses as `planDraft`. */
export async function lookAtDraft(env: Store, db: Db, { draft, by }: Looking): ReturnType<typeof lookAtRoster> {
	const files = await filesOf(db, { type: SUBJECT, id: String(draft.id) });
	return lookAtRoster(await rosterOf(env, db, { draft, files, by }), { options: optionsOf(draft) });
}

const surveyIn = (files: readonly FileRow[], { file_id }: ImportRow): FileRow | undefined =>
	files.find(({ id }) => id !== file_id);

type DraftFiles = { draft: ImportRow; files: readonly FileRow[]; by: By };

async function rosterOf(env: Store, db: Db, { draft, files, by }: DraftFiles): Promise<ImportedFile> {
	const file = files.find(({ id }) => id === draft.file_id);
	const roster = await openImported(env, db, { file, by });
	if (!roster) throw new Refusal("import.stale");
	return roster;
}

/** Stores how the columns of a draft are read. Refuses `import.stale`. */
export const saveOptions = (db: Db, ref: ImportRef, options: RosterOptions): Promise<void> =>
	commit(db, stored.updateMapping(ref, options));

type Applying = {
	draft: ImportRow;
	version: number;
	seen: string;
	by: By;
	report?: Report | undefined;
};

/**
 * Writes a draft as it was shown and deletes its files, whose data are in the records. Refuses `import.moved` when the
 * result would differ from what was shown (`seen` is the fingerprint of that), and `import.stale`.
 */
export async function applyDraft(env: Store, db: Db, { draft, version, seen, by, report }: Applying): Promise<void> {
	if (draft.state !== "draft" || draft.version !== version) throw new Refusal("import.stale");
	const { plan, files } = await planDraft(env, db, { draft, by });
	if (plan.fingerprint !== seen) throw new Refusal("import.moved");
	const also = files.flatMap((file) => removeFile(db, file, by));
	await applyRoster(env, db, { plan, draft: { id: draft.id, version }, filename: draft.filename, by, also, report });
	await Promise.all(files.map((file) => dropObject(env, file)));
}

/** Discards a draft and deletes its files. Refuses `import.stale`. */
export async function discardDraft(env: Store, db: Db, { by, ...ref }: ImportRef & { by: By }): Promise<void> {
	const files = await filesOf(db, { type: SUBJECT, id: String(ref.id) });
	await commit(db, [
		...stored.deleteDraft(ref),
		...files.flatMap((file) => removeFile(db, file, by)),
		...stored.auditImport(db, "roster.discard", { id: ref.id, counts: {}, by }),
	]);
	await Promise.all(files.map((file) => dropObject(env, file)));
}

const Kept = z.object({
	fields: z.array(z.string()).default([]),
	sealed: z.string().optional(),
	told: z.string().optional(),
	codes: z.array(z.enum(REASONS)).default([]),
	guardian: z.boolean().default(false),
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
 * when the earlier values were deleted, and `import.stale`.
 */
export async function undoImport(env: Keys, db: Db, { id, version, by }: ImportRef & { by: By }): Promise<void> {
	const [[row], rows] = await readRows(db.$client, reads.importRow(id), reads.changedRows(id));
	if (row?.state !== "applied" || row.applied_at === null) throw new Refusal("import.stale");
	const changed = rows.filter(({ outcome }) => outcome !== "created");
	// The earlier values are deleted after 90 days (domain/shell/erasures).
	if (changed.some((one) => one.before === null)) throw new Refusal("import.too_old");
	const before = await Promise.all(changed.map((one) => columnsBefore(env, one)));
	const guardianless = before.filter(({ guardian }) => guardian).map((one) => ({ id: one.id, guardian: null }));
	await commit(db, [
		refuseFamily(sql`SELECT member_id FROM roster_import_rows WHERE import_id = ${id} AND member_id IS NOT NULL`, by),
		...stored.markUndone({ id, version }, by.at),
		stored.refuseChanged(id, row.applied_at),
		...stored.setGuardians(guardianless),
		...stored.updateRecords(before, by.at, "import.changed"),
		...stored.removeAdded(id, row.applied_at),
		...stored.auditRecords(
			rows.map((one) => ({ id: one.member_id ?? 0, action: "member.import_undone", changes: {} })),
			by,
			`import ${id}`,
		),
		...stored.auditImport(db, "roster.undo", { id, counts: { rows: rows.length }, by }),
	]);
}

type Restored = stored.ChangedRecord & { guardian: boolean };

async function columnsBefore(env: Keys, row: reads.WrittenRow): Promise<Restored> {
	const kept = Kept.parse(JSON.parse(row.before ?? "{}"));
	const [opened = {}] = await openForPerson(env, row, kept.sealed === undefined ? [] : [kept.sealed]);
	if (kept.sealed !== undefined && kept.fields.length > 0 && opened === undefined) throw new Refusal("import.changed");
	const { national_id: id, ...plain } = Changes.parse(opened);
	const set = Object.fromEntries(Object.entries(plain).map(([field, { from }]) => [field, from]));
	// An import only fills in a national id, and never changes one.
	const noId = id === undefined ? {} : { national_id: null, national_id_hash: null, national_id_mask: null };
	return {
		id: row.member_id ?? 0,
		version: row.member_version ?? 0,
		set: { ...set, ...noId },
		guardian: kept.guardian,
	};
}
