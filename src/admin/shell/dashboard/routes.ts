import { type Route, view } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { dashboardPage, widgetsFor } from "./page.ts";

export const showDashboard = view({
	path: paths.admin.home(),
	gate: "staff",
	show: async ({ who, env, at }) => {
		const widgets = widgetsFor(who);
		const rows = widgets.length > 0 ? await readRows(env.DB, ...widgets.map(({ ask }) => ask(who, at))) : [];
		return dashboardPage(
			who,
			widgets.map((widget, n) => ({ widget, rows: rows[n] ?? [] })),
			at,
		);
	},
});

export const DASHBOARD_ROUTES: readonly Route[] = [showDashboard];
