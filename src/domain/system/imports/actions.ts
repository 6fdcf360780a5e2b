import { type SQL, sql } from "drizzle-orm";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { type FileRow, filesOf } from "#db/system/files.ts";
import type { DraftSteps, ImportRef } from "#db/system/import-drafts.ts";
import { dropObject, openFile, prepareFile, removeFile } from "#domain/system/files/actions.ts";
import type { UploadedFile } from "#domain/system/files/rules.ts";
import { followed } from "#domain/system/works/actions.ts";
import type { WorkKind } from "#domain/system/works/rules.ts";
import type { By } from "#kernel/by.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import type { Sheet } from "#kernel/table.ts";
import type { Big5, Draft, ImportedFile, Looked } from "./draft.ts";
import type { Report } from "./parts.ts";

type Store = { FILES: R2Bucket; SEALING_KEY: string };

type Looking<M> = {
	map: (sheets: readonly Sheet[]) => { sheet: Sheet; mapping: M } | undefined;
	big5?: Big5 | undefined;
};

/**
 * Returns the sheet with a known header and its mapping; without such a header, the longest sheet alone. Refuses what
 * `readSheet` refuses, and `import.empty` for a file without a sheet.
 */
export async function lookAt<M>({ bytes, filename }: ImportedFile, { map, big5 }: Looking<M>): Promise<Looked<M>> {
	// The spreadsheet library is loaded on first use, so that the Worker starts fast.
	const { readSheet } = await import("#platform/spreadsheets.ts");
	const [first, ...others] = await readSheet(bytes, filename, big5 ? { big5 } : {});
	if (!first) throw new Refusal("import.empty");
	const longest = others.reduce((most, one) => (one.rows.length > most.rows.length ? one : most), first);
	return map([first, ...others]) ?? { sheet: longest, mapping: undefined };
}

export type PlanningOf<D, O> = {
	/** The file that was uploaded first, then those uploaded with it. */
	files: readonly [ImportedFile, ...ImportedFile[]];
	options: O;
	draft: D;
	by: By;
	/** The ids of the users who import: the signed-in user, and whoever the user acts for. */
	users: readonly number[];
	/** Reports progress; given when the plan is written right after it is made. */
	report?: Report | undefined;
};
export type WritingOf<D, P, W> = {
	plan: P;
	draft: D;
	/** What the user answered in the form that writes the draft. */
	answers: W;
	by: By;
	/** The writes that delete the files, to be part of the same batch. */
	also: readonly Write[];
	report?: Report | undefined;
};

/** What differs between kinds of imports. The `fingerprint` of a plan tells whether a later plan differs. */
type Kind<D extends Draft, O, M, P extends { fingerprint: string }, W> = {
	/** The kind of record that the files belong to, as `files.subject_type` stores it. */
	subject: string;
	/** The refusal when a draft has another version than the user saw. */
	stale: RefusalCode;
	/** The schema that parses the stored options by which a file is read. */
	options: { parse: (kept: unknown) => O };
	look: (file: ImportedFile, options: O, of: { db: Db; by: By }) => Promise<Looked<M>>;
	/** Plans what the files would write, without writing anything. Refuses files that cannot be read. */
	plan: (env: Store, db: Db, of: PlanningOf<D, O>) => Promise<P>;
	/** Writes a plan and the writes `also` in one batch: all or nothing. */
	write: (env: Store, db: Db, of: WritingOf<D, P, W>) => Promise<unknown>;
	/** The kind of work that writing a draft is, and how many rows of the file a plan is about. */
	work: { kind: WorkKind; size: (plan: P) => number };
	steps: Pick<DraftSteps, "updateMapping" | "deleteDraft">;
	/** Returns the audit row of a discarded draft. */
	discarded: (db: Db, of: { id: number; by: By }) => Write[] | Promise<Write[]>;
};

type Seen<D> = { draft: D; by: By; users?: readonly number[] | undefined; report?: Report | undefined };

/** What can be done with the drafts of one kind of import. */
export type Drafts<D extends Draft, O, M, P, W> = {
	/** Returns the options by which the file of a draft is read. */
	optionsOf: (draft: Pick<D, "mapping">) => O;
	/**
	 * Returns the sheet of a draft's first file and the mapping of its columns. Opening the file writes an audit row.
	 */
	look: (env: Store, db: Db, of: Pick<Seen<D>, "draft" | "by">) => Promise<Looked<M>>;
	/** Plans what a draft would write. Opening each file writes an audit row. */
	plan: (env: Store, db: Db, of: Seen<D>) => Promise<P>;
	/** Stores the options by which the file of a draft is read. */
	save: (db: Db, ref: ImportRef, options: O) => Promise<void>;
	/**
	 * Writes a draft exactly as it was shown, all or nothing and only once, and deletes its files. Its user can follow
	 * it meanwhile; `href` is the address of what it comes to. Refuses `import.moved` when the plan's fingerprint is not
	 * `seen`, that of the plan that was shown.
	 */
	apply: (
		env: Store,
		db: Db,
		of: Seen<D> & { version: number; seen: string; answers: W; href?: string },
	) => Promise<void>;
	/** Discards a draft with its files. */
	discard: (env: Store, db: Db, of: ImportRef & { by: By }) => Promise<void>;
};

/**
 * Makes the functions for the drafts of one kind of import. Until a draft is written, its data is only in the sealed
 * (encrypted) file; a run that is killed leaves the draft as it was. Each function refuses `stale` when the draft
 * changed since the user saw it.
 */
export function draftsOf<D extends Draft, O, M, P extends { fingerprint: string }, W>(
	of: Kind<D, O, M, P, W>,
): Drafts<D, O, M, P, W> {
	const optionsOf = ({ mapping }: Pick<D, "mapping">): O => of.options.parse(JSON.parse(mapping));
	const filesOfDraft = (db: Db, id: number) => filesOf(db, { type: of.subject, id: String(id) });
	const firstOf = async (env: Store, db: Db, { draft, files, by }: { draft: D; files: FileRow[]; by: By }) => {
		const first = await openedFile(env, db, { file: files.find(({ id }) => id === draft.file_id), by });
		if (!first) throw new Refusal(of.stale);
		return first;
	};
	const planned = async (env: Store, db: Db, { draft, by, users, report }: Seen<D>) => {
		const files = await filesOfDraft(db, draft.id);
		const first = await firstOf(env, db, { draft, files, by });
		const others: ImportedFile[] = [];
		for (const file of files.filter(({ id }) => id !== draft.file_id)) {
			const opened = await openedFile(env, db, { file, by });
			if (opened) others.push(opened);
		}
		const plan = await of.plan(env, db, {
			files: [first, ...others],
			options: optionsOf(draft),
			users: users ?? (by.userId === null ? [] : [by.userId]),
			...{ draft, by, report },
		});
		return { plan, files };
	};
	return {
		optionsOf,
		look: async (env, db, { draft, by }) => {
			const files = await filesOfDraft(db, draft.id);
			return of.look(await firstOf(env, db, { draft, files, by }), optionsOf(draft), { db, by });
		},
		plan: async (env, db, seen) => (await planned(env, db, seen)).plan,
		save: (db, ref, options) => commit(db, of.steps.updateMapping(ref, options)),
		apply: async (env, db, { version, seen, answers, href, ...asked }) => {
			const { draft, by } = asked;
			const tell = growing(asked.report);
			if (draft.state !== "draft" || draft.version !== version) throw new Refusal(of.stale);
			const { plan, files } = await planned(env, db, { ...asked, report: tell });
			if (plan.fingerprint !== seen) throw new Refusal("import.moved");
			const { kind, size } = of.work;
			const total = size(plan);
			tell(0, total);
			await followed(db, { kind, href, total, by }, ({ report: note, ended }) => {
				const also = [...files.flatMap((file) => removeFile(db, file, by)), ...ended];
				// A plan may work on other parts than rows; it is told in rows.
				const told: Report = (done, all) => {
					const rows = Math.floor((done / Math.max(all, 1)) * total);
					tell(rows, total);
					note(rows);
				};
				return of.write(env, db, { plan, draft, answers, by, also, report: told });
			});
			await Promise.all(files.map((file) => dropObject(env, file)));
		},
		discard: async (env, db, { by, ...ref }) => {
			const files = await filesOfDraft(db, ref.id);
			await commit(db, [
				...of.steps.deleteDraft(ref),
				...files.flatMap((file) => removeFile(db, file, by)),
				...(await of.discarded(db, { id: ref.id, by })),
			]);
			await Promise.all(files.map((file) => dropObject(env, file)));
		},
	};
}

/**
 * Returns a function that tells progress only when it has grown: some kinds report while they plan, some while they
 * write.
 */
function growing(report: Report | undefined): Report {
	let most = -1;
	return (done, all) => {
		if (done <= most) return;
		most = done;
		report?.(done, all);
	};
}

/** Returns an uploaded file with its bytes; undefined when it is gone. Opening it writes an audit row. */
async function openedFile(
	env: Store,
	db: Db,
	{ file, by }: { file: FileRow | undefined; by: By },
): Promise<ImportedFile | undefined> {
	const found = file && (await openFile(env, db, { file, by }));
	if (!file || !found) return undefined;
	return { filename: file.filename, bytes: new Uint8Array(await new Response(found.body).arrayBuffer()) };
}

type Taking = {
	/** The kind of record that the files belong to, as `files.subject_type` stores it. */
	subject: string;
	/** The uploaded files; the columns of the first one are mapped. */
	uploads: readonly UploadedFile[];
	key: string;
	by: By;
	/** `insert`: the INSERT of the import's row with the id of its first file; `audit`: the import's audit row. */
	insert: (fileId: SQL<number>) => Write;
	audit: (id: SQL<number>) => Write[];
};

/**
 * Stores the files of an import sealed (encrypted), once per form `key`, as a draft whose data is not written yet;
 * returns its id. Refuses what `checkUpload` (files/rules.ts) refuses, and `file.empty` without a file.
 */
export async function takeIn(
	env: Store,
	db: Db,
	{ subject, uploads, key, by, insert, audit }: Taking,
): Promise<number> {
	const files: Awaited<ReturnType<typeof prepareFile>>[] = [];
	for (const upload of uploads) files.push(await prepareFile(env, db, { purpose: "import", upload, by }));
	const [first] = files;
	if (!first) throw new Refusal("file.empty");
	const keys = JSON.stringify(files.map(({ objectKey }) => objectKey));
	return commitOnce(db, { key, at: by.at, checks: files.flatMap(({ writes }) => writes) }, [
		insert(first.id),
		sql`UPDATE files SET subject_type = ${subject}, subject_id = CAST(${madeBy(key)} AS TEXT), version = version + 1
			WHERE object_key IN (SELECT value FROM json_each(${keys}))`,
		...audit(madeBy(key)),
	]);
}
