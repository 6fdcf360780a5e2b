import * as z from "zod";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { importRow } from "#db/people/roster-reads.ts";
import { readRows } from "#db/read.ts";
import { rosterDrafts, settleDoubts } from "#domain/people/roster/import-actions.ts";
import { doubtful } from "#domain/people/roster/plan-row.ts";
import { rowNumber } from "#domain/people/roster/writing.ts";
import { paths } from "#http/paths.ts";
import { PageNumber } from "#kernel/query.ts";
import { Refusal } from "#kernel/refusal.ts";
import { elsewhere, formPage } from "#kits/form/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { DoubtsForm, decisionsAfter, fieldOfRow } from "./imports-doubts-form.ts";
import { type Doubts, doubtsPage } from "./imports-doubts-page.ts";

const { imports } = paths.admin.members;
const DoubtsQuery = z.strictObject({ page: PageNumber });

type AskDoubts = Ask<{ id: number }, { page: number }>;

/** Returns a draft with its plan; undefined when there is none, it was written, or its file cannot be read. */
async function planned({ env, db, by, params, query }: AskDoubts): Promise<Doubts | undefined> {
	const [[row]] = await readRows(env.DB, importRow(params.id));
	if (row?.state !== "draft") return undefined;
	try {
		return { row, plan: await rosterDrafts.plan(env, db, { draft: row, by }), page: query.page };
	} catch (error) {
		// The page of the draft says why its file cannot be read, and how to change that.
		if (error instanceof Refusal) return undefined;
		throw error;
	}
}

/** The page on which the doubtful rows of a draft are settled. */
export const DOUBT_ROUTES: readonly Route[] = formPage({
	...{ path: imports.doubts(":id"), gate: "members_manage", params: IdParams, query: DoubtsQuery },
	form: DoubtsForm,
	about: async (ask) => (await planned(ask)) ?? elsewhere({ to: imports.show(ask.params.id) }),
	filled: ({ plan }) =>
		freshForm(Object.fromEntries(doubtful(plan.rows).map((one) => [fieldOfRow(one), one.doubt.decision ?? ""]))),
	page: doubtsPage,
	run: async (ask, { input }) => {
		const found = await planned(ask);
		if (!found) return "missing";
		const { row, plan, page } = found;
		const options = rosterDrafts.optionsOf(row);
		const rows = doubtful(plan.rows);
		const settled = decisionsAfter(options.settled, input, rows);
		const isDone = rows.every((one) => settled[String(rowNumber(one))] !== undefined);
		await settleDoubts(ask.db, {
			ref: { id: row.id, version: input.version },
			options: { ...options, settled },
			by: ask.by,
		});
		const to = isDone ? imports.show(row.id) : `${imports.doubts(row.id)}?page=${page}`;
		return { to, flash: "已儲存決定。" };
	},
});
