import { isForOthers } from "#admin/review-queue.ts";
import { paths } from "#http/paths.ts";
import type { Children, VNode } from "#ui/html.ts";
import { islandAround } from "#ui/islands/island.ts";
import { figure } from "#ui/money.ts";
import { relativeWords } from "#ui/time.ts";
import type { ReviewPage } from "./reviewed.ts";

const { certificates } = paths.admin;

/** Draws an application that waits inside its queue. */
export const inQueue = ({ queue, place, reviewer, from, at }: ReviewPage, ...children: Children[]): VNode =>
	islandAround(
		{ name: "review-queue", by: "review-keys" },
		{
			name: "certificate",
			title: "等待審查",
			total: `${figure(place.waiting)} 件`,
			items: queue.map((one) => ({
				href: certificates.show(one.id) + (from ? `?from=${from}` : ""),
				name: one.name,
				sub: relativeWords(one.since, at),
				others: isForOthers(reviewer, one),
			})),
			keys: [
				["J K", "換一件"],
				["A", "核准"],
				["R", "退回"],
			],
		},
		...children,
	);
