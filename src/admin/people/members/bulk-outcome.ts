import * as z from "zod";
import { type LeftMember, leftMembers } from "#db/people/member-exports.ts";
import { readRows } from "#db/read.ts";
import { BULK_KINDS, BULK_MAX, bulkStatuses } from "#domain/people/member-lists/bulk.ts";
import { paths } from "#http/paths.ts";
import { idsUpTo } from "#kernel/query.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { table } from "#ui/table.ts";
import { deciderOf } from "./asks.ts";
import { BULK_WORDS, whyLeft } from "./bulk-words.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";
import { memberList } from "./list.ts";

const { members } = paths.admin;

const Outcome = z.strictObject({
	of: z.enum([...BULK_KINDS, "group"]),
	left: idsUpTo(BULK_MAX),
	here: z.string().max(2_000).default(""),
});
type Outcome = z.infer<typeof Outcome>;

/** Returns the address of the page that says of each member whom a change left as they are why. */
export const outcomeOf = ({ of, left, here }: Outcome): string =>
	`${members.bulk("outcome")}?${new URLSearchParams({ of, left: left.join("."), ...(here && { here }) })}`;

const whyOf = ({ of }: Outcome, one: LeftMember): string => {
	if (of !== "group") return whyLeft(one, bulkStatuses(of));
	return one.status === "deceased" ? "已故" : "這段時間已經在群組裡，或已去識別化";
};

export const { show: outcome } = pageWithForms({
	path: members.bulk("outcome"),
	gate: "members",
	query: Outcome,
	page: async (ask) => {
		const { env, query } = ask;
		const { userId, onBehalfOf } = deciderOf(ask, "members.approve");
		const [rows] = await readRows(env.DB, leftMembers(query.left, [userId ?? 0, onBehalfOf ?? 0]));
		const label = query.of === "group" ? "加入群組" : BULK_WORDS[query.of].label;
		return {
			title: `${label}的結果`,
			area: "會員",
			crumbs: MEMBER_CRUMBS,
			lead: `沒有變更的有 ${figure(rows.length)} 位。`,
			slim: true,
			actions: linkButton({ label: "回到名冊", href: memberList.again(query.here) }),
			body: card(
				{ flush: true, label: "結果" },
				table<LeftMember>({
					caption: "沒有變更的會員",
					rows,
					columns: [
						{ label: "會員編號", nowrap: true, cell: ({ member_no }) => member_no ?? "—" },
						{ label: "姓名", head: true, cell: ({ id, name }) => html`<a href=${members.show(id)}>${name}</a>` },
						{ label: "原因", cell: (one) => whyOf(query, one) },
					],
				}),
			),
		};
	},
});
