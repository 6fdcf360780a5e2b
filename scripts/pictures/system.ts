import { type Picture, press, WHO } from "./picture.ts";

/** The pictures of what all users see, and of the administrator. */
export const SYSTEM_PICTURES: readonly Picture[] = [
	{
		name: "手冊/menu",
		who: WHO.admin,
		path: "/admin",
		steps: (page) => page.locator(".menu-btn:has-text('管理')").first().click(),
		height: 600,
	},
	{
		name: "手冊/search",
		who: WHO.secretary,
		path: "/admin",
		steps: async (page) => {
			await page.keyboard.press("Control+k");
			await page.keyboard.type("石國樑");
			await page.waitForTimeout(1500);
		},
		height: 620,
	},
	{ name: "手冊/account", who: WHO.cashier, path: "/account", height: 720 },
	{ name: "手冊/deputies", who: WHO.cashier, path: "/account/deputies", height: 640 },
	{ name: "手冊/user", who: WHO.admin, path: "/admin/users?q=許雅雯", steps: press("許雅雯"), height: 820 },
	{
		name: "手冊/user-disabling",
		who: WHO.admin,
		path: "/admin/users?q=許雅雯",
		steps: press("許雅雯", "停用帳號"),
		height: 900,
	},
	{ name: "手冊/settings-fees", who: WHO.admin, path: "/admin/settings/fees", height: 860 },
	{ name: "手冊/health", who: WHO.admin, path: "/admin/health", height: 900 },
	{ name: "手冊/mail", who: WHO.admin, path: "/admin/mail", height: 720 },
	{ name: "手冊/audit", who: WHO.admin, path: "/admin/audit", height: 760 },
];
