import * as z from "zod";
import { type Route, view } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { sentBy } from "#db/shell/waits.ts";
import { paths } from "#http/paths.ts";
import { asked } from "#kernel/query.ts";
import { dashboardPage, widgetsFor } from "./page.ts";
import { mostShown, WAIT_CODES, waitKindsFor, waitsOf } from "./waits.ts";

export const showDashboard = view({
	path: paths.admin.home(),
	gate: "staff",
	query: z.strictObject({ wait: asked(z.enum(WAIT_CODES)) }),
	show: async ({ who, env, at, query }) => {
		const [kinds, widgets] = [waitKindsFor(who), widgetsFor(who)];
		const wait = ["all", ...kinds.map(({ code }) => code)].find((code) => code === query.wait);
		const most = mostShown(wait);
		const [[sent], ...rows] = await readRows(
			env.DB,
			sentBy(who.userId),
			...kinds.map(({ ask }) => ask(who, at, most)),
			...widgets.map(({ ask }) => ask(who, at)),
		);
		return dashboardPage(
			who,
			{
				waits: waitsOf(
					kinds.map((kind, n) => ({ kind, rows: rows[n] ?? [] })),
					{ who, at, asked: wait, sent: sent?.many ?? 0 },
				),
				widgets: widgets.map((widget, n) => ({ widget, rows: rows[kinds.length + n] ?? [] })),
			},
			at,
		);
	},
});

export const DASHBOARD_ROUTES: readonly Route[] = [showDashboard];
