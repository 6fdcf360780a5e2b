import * as z from "zod";
import type { Route } from "#auth/route.ts";
import { importRow } from "#db/people/roster-reads.ts";
import { readRows } from "#db/read.ts";
import { rosterDrafts, undoImport } from "#domain/people/roster/import-actions.ts";
import { OUTCOMES } from "#domain/people/roster/reasons.ts";
import { WRITTEN_OUTCOMES } from "#domain/people/roster/writing.ts";
import { paths } from "#http/paths.ts";
import { importing } from "#kits/import/importing.ts";
import { rosterColumns } from "./imports-columns.ts";
import { DOUBT_ROUTES } from "./imports-doubts-routes.ts";
import { rosterConfirm, rosterPreview } from "./imports-preview.ts";
import { rosterResult } from "./imports-result.ts";
import { IMPORT_CRUMBS, rosterUpload } from "./imports-upload.ts";

const { imports } = paths.admin.members;

const draftsAndResults = importing({
	places: imports,
	gate: "members_manage",
	area: "匯入名冊",
	crumbs: IMPORT_CRUMBS,
	drafts: rosterDrafts,
	find: async (env, id) => (await readRows(env.DB, importRow(id)))[0][0],
	upload: rosterUpload,
	columns: rosterColumns,
	outcome: z
		.enum([...OUTCOMES, ...WRITTEN_OUTCOMES])
		.optional()
		.catch(undefined),
	preview: rosterPreview,
	confirm: rosterConfirm,
	answers: {},
	written: { flash: "已寫入名冊。", event: "roster.failed" },
	discarded: "已捨棄檔案，沒有寫入任何資料。",
	result: rosterResult,
	undo: { path: imports.undo, run: ({ env, db, by }, ref) => undoImport(env, db, { ...ref, by }) },
});

export const IMPORT_ROUTES: readonly Route[] = [...draftsAndResults, ...DOUBT_ROUTES];
