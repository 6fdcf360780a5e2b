import { dayText } from "#admin/system/index.ts";
import type { WaitingRequests } from "#db/people/index.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import type { Children } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { status } from "#ui/status.ts";

/** Draws the requests about personal data with their legal deadline; nothing when none waits. */
export const drawRequests = ([row]: WaitingRequests[]): Children =>
	row !== undefined &&
	row.due_on !== null &&
	card(
		{ title: "個人資料申請", count: row.waiting, due: true, flush: true },
		items([
			{
				title: row.overdue > 0 ? `${row.overdue} 件已逾期` : "等候答覆",
				href: paths.admin.members.privacy.list(),
				sub: `最近的期限 ${dayText(row.due_on)}`,
				side:
					row.overdue > 0
						? status({ word: "逾期", tone: "danger" })
						: status({ word: `${row.waiting} 件`, tone: "warn" }),
			},
		]),
	);
