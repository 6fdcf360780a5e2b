import { allows, type Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { FirstSteps } from "#db/shell/first-steps.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import type { Children } from "#ui/html.ts";
import { type Item, items } from "#ui/items.ts";
import { status } from "#ui/status.ts";

const { settings, users, members, ledger } = paths.admin;
type Step = { of: keyof FirstSteps; title: string; sub: string; href: string; gate: Gate };

/** The steps of setting up, in an order in which each step has what it needs from the steps before. */
const STEPS: readonly Step[] = [
	{
		of: "named",
		title: "填寫協會資料",
		sub: "名稱、會址與統一編號會印在收據和信件上",
		href: settings.group("association"),
		gate: "settings",
	},
	{
		of: "with_people",
		title: "邀請同仁",
		sub: "每個人用自己的帳號，並依工作給角色",
		href: users.create(),
		gate: "users",
	},
	{
		of: "with_members",
		title: "匯入會員名冊",
		sub: "匯入前會先檢查，也可以復原",
		href: members.imports.list(),
		gate: "members_manage",
	},
	{ of: "opened", title: "開帳", sub: "由會計輸入各科目的期初餘額", href: ledger.opening(), gate: "ledger" },
];

/** Draws 開始使用 for a new association, until it has its name, staff and members. */
export function drawFirstSteps([row]: FirstSteps[], _at: number, who: Visitor): Children {
	if (row === undefined || (row.named && row.with_people && row.with_members)) return null;
	return card(
		{ title: "開始使用", flush: true },
		items(
			STEPS.map(({ of, title, sub, href, gate }): Item => {
				const isOpen = row[of] === 0;
				return {
					title,
					sub,
					href: isOpen && allows(gate, who) ? href : undefined,
					side: isOpen ? status({ word: "待完成" }) : status({ word: "完成", tone: "ok" }),
				};
			}),
		),
	);
}
