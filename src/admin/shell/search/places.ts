import { AREAS } from "#admin/areas.ts";
import { allows } from "#auth/permissions.ts";
import { piecesOf } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { fold, normal, queryParts } from "#kernel/tokens.ts";
import { type Found, NOTHING, offsetOf, type Wanted } from "./source.ts";

/** All entries of the menu, and the user's own pages. */
export const PLACES = [
	...AREAS,
	{
		group: "個人",
		label: "我的帳號",
		href: paths.account.show(),
		gate: "signed_in",
		words: ["變更密碼", "兩步驟驗證", "登入中的裝置", "備用碼", "手機號碼", "電子郵件", "account"],
	},
	{
		group: "財務",
		label: "會計、出納兼辦",
		href: paths.admin.concurrentPosts.list(),
		gate: "concurrent_posts",
		words: ["決議", "同一人兼辦", "兼任", "每月清單"],
	},
	{ group: "個人", label: "總覽", href: paths.admin.home(), gate: "staff", words: ["首頁", "儀表板", "dashboard"] },
] as const;

/** Searches the menu: entries whose name matches come first, then entries whose other words match. */
export function places(wanted: Wanted): Found {
	const parts = queryParts(wanted.q);
	if (parts.length === 0) return NOTHING;
	const has = (...texts: readonly string[]) => {
		const folded = texts.map((text) => normal(fold(text)));
		return parts.every((part) => folded.some((text) => text.includes(part)));
	};
	const open = PLACES.filter(({ gate }) => allows(gate, wanted.who));
	const named = open.filter(({ label }) => has(label));
	const meant = open.filter((area) => !named.includes(area) && has(area.label, area.group, ...area.words));
	const found = [...named, ...meant];
	return {
		total: found.length,
		hits: found.slice(offsetOf(wanted), offsetOf(wanted) + wanted.limit).map(({ label, group, href }) => ({
			label: piecesOf(label, wanted.q),
			sub: piecesOf(group, wanted.q),
			href,
		})),
	};
}
