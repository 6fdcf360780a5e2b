import type { Group } from "#domain/system/settings/schema.ts";
import type { Permission } from "#permissions.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import { type Step, steps } from "#ui/thread.ts";
import type { GroupView } from "./read.ts";
import { namesBy, namesOf } from "./who-page.ts";

type Link = { title: string; permission: Permission };

/** The steps of an expense request in their order; the secretary's is left out when the settings have none. */
const chainOf = (hasSecretary: boolean, boardFrom: number): Link[] => [
	{ title: "申請人送出", permission: "finance.submit" },
	{ title: "出納審核", permission: "finance.review.cashier" },
	{ title: "會計審核", permission: "finance.review.accountant" },
	...(hasSecretary ? [{ title: "秘書長審核", permission: "finance.review.secretary" } as const] : []),
	{
		title: `理事長核准${boardFrom > 0 ? `（達 ${money(boardFrom)} 附理事會決議）` : ""}`,
		permission: "finance.review.chair",
	},
	{ title: "出納付款", permission: "finance.pay" },
	{ title: "會計入帳", permission: "ledger.post" },
];

/** Draws the chain of approval as it is stored, with who takes each step today. */
export function chainCard({ values, holders }: GroupView<Group>): VNode[] {
	const { secretary, board_from: boardFrom }: Record<string, unknown> = Object(values);
	const named = namesBy(holders);
	const list = chainOf(secretary === true, Number(boardFrom)).map(
		({ title, permission }): Step => ({ title, state: "todo", who: namesOf([permission], named) }),
	);
	const lacks = secretary === true && !named.has("finance.review.secretary");
	return [
		card(
			{ title: "目前的流程" },
			lacks &&
				notice(
					{ tone: "warn", title: "還沒有人可以做秘書長審核" },
					"請先到「角色」勾選「秘書長審核」的權限，再把那個角色給秘書長；在那之前，會計審核過的申請會停在這一關。",
				),
			steps(list),
			html`<p class="hint">申請人不能核准自己的申請，同一個人不能核兩關（會計、出納兼辦的決議除外）。</p>`,
		),
	];
}
