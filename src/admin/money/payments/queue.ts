import { isForOthers } from "#admin/review-queue.ts";
import { paths } from "#http/paths.ts";
import type { Children, VNode } from "#ui/html.ts";
import { islandAround } from "#ui/islands/island.ts";
import { figure, money } from "#ui/money.ts";
import type { PaymentPage } from "./shown.ts";

const { payments } = paths.admin;

/** Draws a payment that waits inside its queue. */
export const inQueue = ({ queue, place, reviewer }: PaymentPage, ...children: Children[]): VNode =>
	islandAround(
		{ name: "review-queue", by: "review-keys" },
		{
			name: "payment",
			title: "等待核對",
			total: `${figure(place.waiting)} 筆`,
			items: queue.map((one) => ({
				href: payments.show(one.id),
				name: one.name,
				sub: money(one.amount),
				others: isForOthers(reviewer, one),
			})),
			keys: [
				["J K", "或左右鍵換一筆"],
				["A Enter", "核對（有黃色提醒時請看過再按按鈕）"],
				["R", "退回"],
			],
		},
		...children,
	);
