import type { GroupPersonRow } from "#db/people/group-people.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { type Item, items } from "#ui/items.ts";
import { status } from "#ui/status.ts";

const { groups } = paths.admin;

type GroupsCard = {
	member: { id: number; status: string };
	rows: readonly GroupPersonRow[];
	/** Whether the user may take the member into a group, and change the days. */
	mayChange: boolean;
	/** The day of today (YYYY-MM-DD). */
	today: string;
};

/** Draws the card 群組 of a member: the groups with their days, each a link to change them. */
export const groupsCard = ({ member, rows, mayChange, today }: GroupsCard): VNode =>
	card(
		{
			title: "群組",
			flush: rows.length > 0,
			link:
				mayChange && member.status !== "deceased"
					? { href: `${groups.joiningChosen()}?ids=${member.id}`, label: "加入群組" }
					: undefined,
		},
		rows.length === 0
			? html`<p class="soft small">不在任何群組。</p>`
			: items(rows.map((row) => itemOf(row, { mayChange, today }))),
	);

const itemOf = (row: GroupPersonRow, { mayChange, today }: Pick<GroupsCard, "mayChange" | "today">): Item => ({
	title: row.group_name,
	href: mayChange ? groups.membership(row.id) : groups.of(row.group_id),
	sub: `${dayText(row.from_on)} 起${row.until_on === null ? "" : `，到 ${dayText(row.until_on)}`}`,
	side: standing(row, today),
});

function standing({ from_on, until_on }: GroupPersonRow, today: string): VNode {
	if (from_on > today) return status({ word: "還沒開始", tone: "info", icon: "clock" });
	return until_on === null || until_on >= today ? status({ word: "目前", tone: "ok" }) : status({ word: "曾經" });
}
