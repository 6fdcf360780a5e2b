import * as z from "zod";
import { type Route, view } from "#auth/route.ts";
import { arrearsByYear, unpaidMembers } from "#db/money/dues.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { PageNumber } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { arrearsPage } from "./arrears-page.ts";

const { dues } = paths.admin;

const showArrears = view({
	path: dues.arrears(),
	gate: "dues_view",
	query: z.strictObject({ page: PageNumber }),
	show: async ({ c, env, query: { page }, at }) => {
		const thisYear = Number(dateInTaipei(at).slice(0, 4));
		const [years, unpaid] = await readRows(env.DB, arrearsByYear(thisYear), unpaidMembers(thisYear, page));
		return arrearsPage({ years, unpaid, thisYear, page, query: c.req.query() });
	},
});

/** The route of 欠費. It comes before the routes of one item, whose ":id" would match "arrears" too. */
export const ARREARS_ROUTES: readonly Route[] = [showArrears];
