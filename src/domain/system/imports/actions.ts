import { type SQL, sql } from "drizzle-orm";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { type FileRow, filesOf } from "#db/system/files.ts";
import type { DraftSteps, ImportRef } from "#db/system/import-drafts.ts";
import { dropObject, openFile, prepareFile, removeFile } from "#domain/system/files/actions.ts";
import type { UploadedFile } from "#domain/system/files/rules.ts";
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
 * The sheet of a list and its columns; without a header that is known, the longest sheet alone. Refuses what `readSheet`
 * refuses, and `import.empty`.
 */
export async function lookAt<M>({ bytes, filename }: ImportedFile, { map, big5 }: Looking<M>): Promise<Looked<M>> {
	// The Worker starts without the library.
	const { readSheet } = await import("#platform/spreadsheets.ts");
	const [first, ...others] = await readSheet(bytes, filename, big5 ? { big5 } : {});
	if (!first) throw new Refusal("import.empty");
	const longest = others.reduce((most, one) => (one.rows.length > most.rows.length ? one : most), first);
	return map([first, ...others]) ?? { sheet: longest, mapping: undefined };
}

export type PlanningOf<D, O> = {
	/** The file that was taken in first, and those beside it. */
	files: readonly [ImportedFile, ...ImportedFile[]];
	options: O;
	draft: D;
	by: By;
	/** Whoever imports, and in whose place. */
	users: readonly number[];
	/** Given where the plan is written next. */
	report?: Report | undefined;
};
export type WritingOf<D, P, W> = {
	plan: P;
	draft: D;
	/** What was answered beside the plan. */
	answers: W;
	by: By;
	/** That the files are gone: for the same batch. */
	also: readonly Write[];
	report?: Report | undefined;
};

/** What one kind of import is. `fingerprint` of its plan tells whether a later plan is another one. */
type Kind<D extends Draft, O, M, P extends { fingerprint: string }, W> = {
	/** What its files belong to, as `files.subject_type` says it. */
	subject: string;
	/** Said where a draft is not what was seen. */
	stale: RefusalCode;
	/** How a file is read, of what is kept of it. */
	options: { parse: (kept: unknown) => O };
	look: (file: ImportedFile, options: O) => Promise<Looked<M>>;
	/** What the files would bring; writes nothing, and refuses what cannot be read. */
	plan: (env: Store, db: Db, of: PlanningOf<D, O>) => Promise<P>;
	/** Writes a plan in ONE batch, with `also`: all of it or nothing. */
	write: (env: Store, db: Db, of: WritingOf<D, P, W>) => Promise<unknown>;
	steps: Pick<DraftSteps, "updateMapping" | "deleteDraft">;
	/** The row of the audit log about one that is thrown away. */
	discarded: (db: Db, of: { id: number; by: By }) => Write[] | Promise<Write[]>;
};

type Seen<D> = { draft: D; by: By; users?: readonly number[] | undefined; report?: Report | undefined };

/** What can be done with the drafts of one kind of import. */
export type Drafts<D extends Draft, O, M, P, W> = {
	/** How a draft is read. */
	optionsOf: (draft: Pick<D, "mapping">) => O;
	/** The columns of a draft, and the sheet they stand in. The look is in the audit log. */
	look: (env: Store, db: Db, of: Pick<Seen<D>, "draft" | "by">) => Promise<Looked<M>>;
	/** What a draft would bring. The look at each file is in the audit log. */
	plan: (env: Store, db: Db, of: Seen<D>) => Promise<P>;
	/** Keeps how a draft is read. */
	save: (db: Db, ref: ImportRef, options: O) => Promise<void>;
	/**
	 * Writes a draft as it was shown, all of it or nothing, and once; its files go. Refuses `import.moved` where it would come
	 * out otherwise by now: `seen` is the fingerprint of what was shown.
	 */
	apply: (env: Store, db: Db, of: Seen<D> & { version: number; seen: string; answers: W }) => Promise<void>;
	/** Throws a draft away with its files. */
	discard: (env: Store, db: Db, of: ImportRef & { by: By }) => Promise<void>;
};

/**
 * THE way from a file that was taken in to what it brings: looked at, planned, written as it was shown, or thrown away.
 * Until it is written nothing of it stands anywhere but in the sealed file; a run that is killed leaves the draft as it was.
 * Each step refuses `stale` where the draft is not what was seen.
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
			return of.look(await firstOf(env, db, { draft, files, by }), optionsOf(draft));
		},
		plan: async (env, db, seen) => (await planned(env, db, seen)).plan,
		save: (db, ref, options) => commit(db, of.steps.updateMapping(ref, options)),
		apply: async (env, db, { version, seen, answers, ...asked }) => {
			const { draft, by, report } = asked;
			if (draft.state !== "draft" || draft.version !== version) throw new Refusal(of.stale);
			const { plan, files } = await planned(env, db, asked);
			if (plan.fingerprint !== seen) throw new Refusal("import.moved");
			const also = files.flatMap((file) => removeFile(db, file, by));
			await of.write(env, db, { plan, draft, answers, by, also, report });
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

/** A file that was taken in, with all its bytes; undefined where it is gone. A look at it is in the audit log. */
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
	/** What the files belong to, as `files.subject_type` says it. */
	subject: string;
	/** The first is the one that is looked at. */
	uploads: readonly UploadedFile[];
	key: string;
	by: By;
	/** The row of the import, of its first file; and its row in the audit log. */
	insert: (fileId: SQL<number>) => Write;
	audit: (id: SQL<number>) => Write[];
};

/** Takes the files of an import in, sealed, once for a form's `key`: a draft, of which nothing is written yet. Refuses what `checkUpload` refuses of imports. */
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
