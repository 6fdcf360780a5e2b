import { annualWith } from "#admin/books/ledger/annual-routes.ts";
import type { Ask, Route } from "#auth/route.ts";
import { approvalOf, publishedStatements } from "#db/books/statements.ts";
import { YearParams } from "#domain/books/periods/form.ts";
import { figuresOf, publishStatements, recordApproval } from "#domain/books/statements/actions.ts";
import { ApprovalForm, PublicationForm } from "#domain/books/statements/form.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { filledApproval, statementsPage } from "./page.ts";
import { publicTables } from "./tables.ts";

const { statements } = paths.admin;
type AskYear = Ask<{ year: number }, object>;

const tablesOf = async (ask: AskYear) => publicTables((await annualWith({ ...ask, query: ask.params }, []))[0]);

async function showPage(ask: AskYear, { approval: sent, publication }: Refused<"approval" | "publication">) {
	const { params, who } = ask;
	const [annual, [[approval], [published]]] = await annualWith({ ...ask, query: params }, [
		approvalOf(params.year),
		publishedStatements(params.year),
	]);
	const figures = await figuresOf(publicTables(annual));
	const isAsPassed = approval?.is_settled === 1 && approval.figures === figures;
	const of = { year: params.year, isClosed: annual.closed.year === 1, approval, published, isAsPassed, who };
	return statementsPage(of, { approval: sent ?? filledApproval(approval), publication });
}

const page = pageWithForms({
	path: statements.show(":year"),
	gate: "statements",
	params: YearParams,
	page: showPage,
});

const record = page.form("approval", {
	gate: "statements_record",
	form: ApprovalForm,
	run: async (ask, { input: { version, ...input } }) => {
		const { db, by, params } = ask;
		const tables = await tablesOf(ask);
		await recordApproval(db, { year: params.year, tables, input, version, by });
		return { to: statements.show(params.year), flash: "已登記決議。" };
	},
});

const publish = page.form("publication", {
	path: statements.publication(":year"),
	gate: "statements_publish",
	form: PublicationForm,
	run: async (ask, { input: { version } }) => {
		const { c, env, db, by, params, surroundings } = ask;
		const tables = await tablesOf(ask);
		await publishStatements(env, db, { year: params.year, tables, version, association: surroundings.fullName, by });
		c.executionCtx.waitUntil(relay(env));
		const flash = `已發布 ${rocYear(params.year)} 年度財務報表，官網馬上看得到。`;
		return { to: statements.show(params.year), flash };
	},
});

/** The routes of a year's statements: who passed them, and the press that publishes them (財務公告). */
export const STATEMENT_NOTICE_ROUTES: readonly Route[] = [page.show, record, publish];
