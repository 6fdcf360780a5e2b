import * as z from "zod";
import { usersOf } from "#admin/reviewers.ts";
import type { Route } from "#auth/route.ts";
import { paymentImport } from "#db/money/payment-imports.ts";
import { readRows } from "#db/read.ts";
import { paymentDrafts, undoImport } from "#domain/money/payment-imports/actions.ts";
import { PAYMENT_OUTCOMES, WRITTEN_PAYMENTS } from "#domain/money/payment-imports/reasons.ts";
import { paths } from "#http/paths.ts";
import { importing } from "#kits/import/importing.ts";
import { paymentColumns } from "./imports-columns.ts";
import { paymentConfirm, paymentPreview } from "./imports-preview.ts";
import { paymentResult } from "./imports-result.ts";
import { IMPORT_CRUMBS, paymentUpload } from "./imports-upload.ts";

const { imports } = paths.admin.payments;

export const PAYMENT_IMPORT_ROUTES: readonly Route[] = importing({
	places: imports,
	/** Importing needs the right to verify, because the payments are verified at once. */
	gate: "payments_verify",
	area: "匯入收款",
	crumbs: IMPORT_CRUMBS,
	drafts: paymentDrafts,
	find: async (env, id) => (await readRows(env.DB, paymentImport(id)))[0][0],
	users: ({ who }) => usersOf(who, "payments.verify"),
	upload: paymentUpload,
	columns: paymentColumns,
	outcome: z
		.enum([...PAYMENT_OUTCOMES, ...WRITTEN_PAYMENTS])
		.optional()
		.catch(undefined),
	preview: paymentPreview,
	confirm: paymentConfirm,
	answers: {},
	written: { flash: "已寫入收款。", event: "payment_list.failed" },
	discarded: "已捨棄檔案，沒有寫入任何資料。",
	result: paymentResult,
	undo: { path: imports.undo, run: ({ db, by }, ref) => undoImport(db, { ...ref, by }) },
});
