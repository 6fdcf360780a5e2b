import * as z from "zod";
import { refusalWords } from "#admin/refusal-words.ts";
import type { Ask, Route } from "#auth/route.ts";
import { bulkDocuments, waitingDocuments, withheldDocuments } from "#db/books/finance-waiting.ts";
import { readRows } from "#db/read.ts";
import { MOST_AT_ONCE } from "#domain/books/finance/bulk.ts";
import { approveSeveral } from "#domain/books/finance/bulk-actions.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import type { Page } from "#ui/page.ts";
import { advanceList } from "./advances-list.ts";
import { financeReviewersOf, readerOf, viewerOf } from "./asks.ts";
import { financeList } from "./list.ts";
import { MOST_WAITING } from "./queue.ts";
import { waitingPage } from "./waiting-page.ts";

const { finance } = paths.admin;

async function waitingShown({ env, who, at }: Pick<Ask, "env" | "who" | "at">, { sent }: Refused): Promise<Page> {
	const viewer = viewerOf(who, at);
	const [rows, withheld, bulk] = await readRows(
		env.DB,
		waitingDocuments(viewer, MOST_WAITING),
		withheldDocuments(viewer, MOST_WAITING),
		bulkDocuments(viewer),
	);
	// Who sees only their own requests is told of no other's.
	return waitingPage({ rows, withheld: readerOf(who).seesAll ? withheld : [], bulk, who, at, refused: sent });
}

/** The page 等我處理. */
const waiting = pageWithForms({ path: finance.waiting(), gate: "finance", page: waitingShown });

/** A request as it was seen: "12.4" is the version 4 of request 12. */
const Seen = z
	.string()
	.regex(/^[1-9]\d{0,14}\.\d{1,9}$/)
	.transform((text) => {
		const [id = 0, version = 0] = text.split(".").map(Number);
		return { id, version };
	});

const approveMany = waiting.form("sent", {
	path: finance.approvals(),
	gate: "finance_review",
	fresh: true,
	form: z.strictObject({ seen: z.array(Seen).min(1, "請先勾選要核准的申請。").max(MOST_AT_ONCE) }),
	many: ["seen"],
	run: async ({ c, env, db, who, by }, { input: { seen } }) => {
		const reviewers = financeReviewersOf(who);
		const { done, refused } = await approveSeveral(db, { refs: seen, reviewers, by: { ...by, userId: who.userId } });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		const why = [...new Set(refused.map(({ code }) => refusalWords(new Refusal(code))))].join("");
		if (refused.length === 0) return { to: finance.waiting(), flash: `已核准 ${done} 件。` };
		const said = `${done > 0 ? `已核准 ${done} 件；` : ""}有 ${refused.length} 件沒有核准：${why}`;
		return { to: finance.waiting(), flash: said, tone: "warn" as const };
	},
});

/**
 * The routes of the lists of 支出申請. They come before the routes of one request, whose ":id" would match "waiting"
 * too.
 */
export const FINANCE_LIST_ROUTES: readonly Route[] = [
	...financeList.routes,
	waiting.show,
	approveMany,
	...advanceList.routes,
];
