import { paths } from "#http/paths.ts";

/** Where every way of the member area begins. */
export const HOME = { label: "我的首頁", href: paths.member.home() };
