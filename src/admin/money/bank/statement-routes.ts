import * as z from "zod";
import type { Route } from "#auth/route.ts";
import { bankStatement } from "#db/money/bank-statements.ts";
import { readRows } from "#db/read.ts";
import { statementDrafts } from "#domain/money/bank-statements/actions.ts";
import { ROW_OUTCOMES } from "#domain/money/bank-statements/plan.ts";
import { paths } from "#http/paths.ts";
import { Checked } from "#kernel/form.ts";
import { asked } from "#kernel/query.ts";
import { importing } from "#kits/import/importing.ts";
import { statementColumns } from "./statement-columns.ts";
import { statementConfirm, statementDonePage, statementPreview } from "./statement-preview.ts";
import { statementUpload } from "./statement-upload.ts";
import { STATEMENT_CRUMBS } from "./words.ts";

const { bank } = paths.admin;

export const BANK_STATEMENT_ROUTES: readonly Route[] = importing({
	places: {
		list: bank.statements,
		show: bank.statement,
		columns: bank.columns,
		apply: bank.application,
		removal: bank.removal,
	},
	gate: "bank",
	area: "匯入銀行檔",
	crumbs: STATEMENT_CRUMBS,
	drafts: statementDrafts,
	find: async (env, id) => (await readRows(env.DB, bankStatement(id)))[0][0],
	upload: statementUpload,
	columns: statementColumns,
	outcome: asked(z.enum(ROW_OUTCOMES)),
	preview: statementPreview,
	confirm: statementConfirm,
	answers: { skip_errors: Checked, accept_balance: Checked, accept_account: Checked },
	written: { flash: "已匯入明細。", event: "statement.failed" },
	discarded: "已捨棄檔案，沒有寫入任何明細。",
	result: (_, row) => statementDonePage(row),
});
