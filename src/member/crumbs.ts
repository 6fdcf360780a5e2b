import { paths } from "#http/paths.ts";
import type { Crumb } from "#ui/page.ts";

/** The first breadcrumb of every page of the member area, and below it the breadcrumbs of the pages of payments. */
export const HOME = { label: "我的首頁", href: paths.member.home() };
export const PAYMENTS_CRUMBS: readonly Crumb[] = [HOME, { label: "會費與繳費", href: paths.member.payments.list() }];
