import { html } from "#admin/html.ts";
import { view } from "#auth/route.ts";
import { paths } from "#http/paths.ts";

export const showDashboard = view({
	path: paths.admin.home(),
	gate: "staff",
	show: async () => ({ title: "總覽", body: html`<div class="stack loose"></div>` }),
});

export const DASHBOARD_ROUTES = [showDashboard];
