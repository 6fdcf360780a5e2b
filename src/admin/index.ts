import { AUDIT_ROUTES } from "#admin/audit/routes.ts";
import { DASHBOARD_ROUTES } from "#admin/dashboard/routes.ts";
import { DEAD_LETTER_ROUTES } from "#admin/dead-letters/routes.ts";
import { MAIL_ROUTES } from "#admin/mail/routes.ts";
import { SITE_GROUP } from "#admin/ui/main-menu.ts";
import type { Gate } from "#auth/permissions.ts";
import type { Route } from "#auth/route.ts";
import { paths } from "#http/paths.ts";

/** An entry of the menu, shown to whom its gate opens. */
type Area = { group: string; label: string; href: string; gate: Gate };

/** THE list of admin areas: the menu's groups and entries, in their order. */
export const AREAS: readonly Area[] = [
	{ group: "系統", label: "使用者", href: paths.admin.users.list(), gate: "users" },
	{ group: "系統", label: "角色", href: paths.admin.roles.list(), gate: "roles" },
	{ group: "系統", label: "設定", href: paths.admin.settings.show(), gate: "settings" },
	{ group: "系統", label: "郵件", href: paths.admin.mail.list(), gate: "mail" },
	{ group: "系統", label: "稽核紀錄", href: paths.admin.audit.list(), gate: "audit" },
	{ group: "系統", label: "處理失敗項目", href: paths.admin.deadLetters.list(), gate: "operations" },
	{ group: SITE_GROUP, label: "Webhook", href: paths.admin.webhooks.list(), gate: "webhooks" },
];

/** Every page and action of the staff. */
export const ADMIN_ROUTES: readonly Route[] = [
	...DASHBOARD_ROUTES,
	...AUDIT_ROUTES,
	...MAIL_ROUTES,
	...DEAD_LETTER_ROUTES,
];
