import type { MemberRow } from "#db/people/member-reads.ts";
import type { RepresentativeRow } from "#db/people/representatives.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { html, type VNode } from "#ui/html.ts";
import { type Item, items } from "#ui/items.ts";
import { status } from "#ui/status.ts";

const { organisations, members } = paths.admin;

type RepresentativesCard = {
	member: MemberRow;
	rows: readonly RepresentativeRow[];
	mayChange: boolean;
	today: string;
};

/** Draws what only an organisation has: 統一編號, how many representatives it may have, and who they are and were. */
export const organisationCard = ({ member, rows, mayChange, today }: RepresentativesCard): VNode =>
	card(
		{
			title: "團體",
			link: mayChange ? { href: organisations.edit(member.id), label: "修改" } : undefined,
		},
		facts([
			{ name: "統一編號", value: member.tax_id ?? status({ word: "未填", tone: "warn" }) },
			{
				name: "代表人數",
				value: member.seats === null ? status({ word: "未填", tone: "warn" }) : `${member.seats} 位`,
			},
		]),
		html`<h3>代表</h3>`,
		rows.length === 0
			? html`<p class="soft small">還沒有指派代表。</p>`
			: items(rows.map((row) => itemOf(row, { mayChange, today, title: row.name }))),
		mayChange &&
			member.seats !== null &&
			html`<div class="row">${linkButton({ label: "指派代表", size: "s", href: organisations.naming(member.id) })}</div>`,
	);

/** Draws which organisations a person represents, for a member who represents any; else nothing. */
export const representingCard = ({ rows, mayChange, today }: Omit<RepresentativesCard, "member">): VNode | null =>
	rows.length === 0
		? null
		: card(
				{ title: "代表的團體", flush: true },
				items(rows.map((row) => itemOf(row, { mayChange, today, title: row.organisation }))),
			);

const itemOf = (
	row: RepresentativeRow,
	{ mayChange, today, title }: { mayChange: boolean; today: string; title: string },
): Item => ({
	title,
	...(mayChange
		? { href: organisations.representative(row.id) }
		: row.member_id !== null && { href: members.show(row.organisation_id) }),
	sub: `${dayText(row.from_on)} 起${row.until_on === null ? "" : `，到 ${dayText(row.until_on)}`}`,
	side: standing(row, today),
});

function standing({ from_on, until_on }: RepresentativeRow, today: string): VNode {
	if (from_on > today) return status({ word: "還沒開始", tone: "info", icon: "clock" });
	return until_on === null || until_on >= today ? status({ word: "目前", tone: "ok" }) : status({ word: "曾經" });
}
