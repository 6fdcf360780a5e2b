import { MOST_SHOWN } from "#admin/review-queue.ts";
import { paths } from "#http/paths.ts";
import type { Children, VNode } from "#ui/html.ts";
import { islandAround } from "#ui/islands/island.ts";
import type { FinanceShow } from "./shown.ts";
import { amountOf } from "./words.ts";

const { finance } = paths.admin;

/** Draws a request that waits for the current user inside the queue. */
export function inQueue({ queue, document, files }: FinanceShow, ...children: Children[]): VNode {
	const at = Math.max(
		0,
		queue.findIndex(({ id }) => id === document.id),
	);
	return islandAround(
		{ name: "review-queue", by: "review-keys" },
		{
			name: "finance",
			title: "等我處理",
			total: `${queue.length} 件`,
			items: [...queue.slice(at), ...queue.slice(0, at)].slice(0, MOST_SHOWN).map(({ id, title, net }) => ({
				href: finance.show(id),
				name: title,
				sub: amountOf({ net }),
			})),
			keys: [
				["J K", "下一件、上一件"],
				...(files.length > 0 ? VOUCHER_KEYS : []),
				["A", "核准"],
				["R", "寫退回的原因"],
			],
		},
		...children,
	);
}

const VOUCHER_KEYS: [string, string][] = [
	["← →", "上一張、下一張憑證"],
	["+ −", "放大、縮小"],
];
