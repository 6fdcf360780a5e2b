import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { DuesStanding } from "#db/people/dues-standing.ts";
import type { MemberRow } from "#db/people/member-reads.ts";
import { EXEMPT_TYPES } from "#domain/people/members/rules.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { status } from "#ui/status.ts";

/** Draws 會費: what the member owes, and what was overpaid; for users who may see dues. */
export function duesCard({
	member,
	dues,
	who,
}: {
	member: MemberRow;
	dues: DuesStanding;
	who: Visitor;
}): VNode | false {
	if (!allows("dues_view", who)) return false;
	const { owed, items, oldest, credit, paid_year } = dues;
	const isExempt = EXEMPT_TYPES.includes(member.type_base);
	return card(
		{
			title: "會費",
			beside:
				owed > 0
					? status({ word: `未繳 ${money(owed)}`, tone: "warn" })
					: paid_year !== null && status({ word: "沒有未繳", tone: "ok" }),
			link: { href: paths.admin.dues.ofMember(member.id), label: "全部會費" },
		},
		isExempt && owed === 0
			? html`<p class="soft small">這個會員類別免繳常年會費。</p>`
			: facts([
					{ name: "常年會費繳到", value: paid_year && `${rocYear(paid_year)} 年` },
					...(oldest === null ? [] : [{ name: "未繳", value: `${figure(items)} 筆，最早是 ${rocYear(oldest)} 年` }]),
					...(credit > 0 ? [{ name: "溢繳款", value: money(credit) }] : []),
				]),
	);
}
