import { type Route, view } from "#auth/route.ts";
import { waitingDocuments } from "#db/books/finance-waiting.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { advanceList } from "./advances-list.ts";
import { viewerOf } from "./asks.ts";
import { financeList } from "./list.ts";
import { MOST_WAITING } from "./queue.ts";
import { waitingPage } from "./waiting-page.ts";

const { finance } = paths.admin;

/** The page 等我處理. */
const listWaiting = view({
	path: finance.waiting(),
	gate: "finance",
	show: async ({ env, who, at }) => {
		const [rows] = await readRows(env.DB, waitingDocuments(viewerOf(who, at), MOST_WAITING));
		return waitingPage({ rows, who, at });
	},
});

/**
 * The routes of the lists of 支出申請. They come before the routes of one request, whose ":id" would match "waiting"
 * too.
 */
export const FINANCE_LIST_ROUTES: readonly Route[] = [...financeList.routes, listWaiting, ...advanceList.routes];
