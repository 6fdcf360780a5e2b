import { paths } from "#http/paths.ts";
import { SITE_GROUP } from "#ui/main-menu.ts";
import type { Crumb } from "#ui/page.ts";

/** The first breadcrumb of every staff page. */
export const HOME: Crumb = { label: "總覽", href: paths.admin.home() };
/** The breadcrumbs above the pages of four groups of the menu: 總覽, then the name of the group. */
export const SITE_CRUMBS: readonly Crumb[] = [HOME, { label: SITE_GROUP }];
export const OFFICE_CRUMBS: readonly Crumb[] = [HOME, { label: "會務" }];
export const MONEY_CRUMBS: readonly Crumb[] = [HOME, { label: "會費與收款" }];
export const SYSTEM_CRUMBS: readonly Crumb[] = [HOME, { label: "系統" }];
