import type { Children } from "#admin/html.ts";
import { card } from "#admin/ui/card.ts";
import { items } from "#admin/ui/items.ts";
import { status } from "#admin/ui/status.ts";
import { dayText } from "#admin/users/words.ts";
import type { WaitingRequests } from "#db/privacy.ts";
import { paths } from "#http/paths.ts";

/** Requests about personal data, with their legal clock; nothing where none waits. */
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
