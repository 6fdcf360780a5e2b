import { AREAS } from "#admin/areas.ts";
import { JOBS } from "#admin/jobs.ts";
import { allows, type Gate } from "#auth/permissions.ts";
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

type Place = { label: string; sub: string; href: string; gate: Gate; words: readonly string[] };

/** Searches among names: those whose name matches come first, then those whose other words match. */
function named(all: readonly Place[], wanted: Wanted): Found {
	const parts = queryParts(wanted.q);
	if (parts.length === 0) return NOTHING;
	const has = (...texts: readonly string[]) => {
		const folded = texts.map((text) => normal(fold(text)));
		return parts.every((part) => folded.some((text) => text.includes(part)));
	};
	const open = all.filter(({ gate }) => allows(gate, wanted.who));
	const byName = open.filter(({ label }) => has(label));
	const meant = open.filter((one) => !byName.includes(one) && has(one.label, one.sub, ...one.words));
	const found = [...byName, ...meant];
	return {
		total: found.length,
		hits: found.slice(offsetOf(wanted), offsetOf(wanted) + wanted.limit).map(({ label, sub, href }) => ({
			label: piecesOf(label, wanted.q),
			sub: piecesOf(sub, wanted.q),
			href,
		})),
	};
}

const IN_MENU = PLACES.map(({ group, ...place }) => ({ ...place, sub: group }));
const TO_BEGIN = JOBS.map((job) => ({ ...job, sub: "" }));
/** Searches the menu. */
export const places = (wanted: Wanted): Found => named(IN_MENU, wanted);
/** Searches the jobs that the user may begin. */
export const jobs = (wanted: Wanted): Found => named(TO_BEGIN, wanted);
