import type { GroupPersonRow } from "#db/people/group-people.ts";
import { MembershipEdit } from "#domain/people/groups/form.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Crumb, Page } from "#ui/page.ts";
import { GROUP_CRUMBS } from "./list.ts";

const { groups, members } = paths.admin;
const LABELS = { from_on: "加入的日期", until_on: "最後一天" } as const;
const field = fieldsOf(MembershipEdit, LABELS);

const crumbsOf = ({ group_id, group_name }: GroupPersonRow): Crumb[] => [
	...GROUP_CRUMBS,
	{ label: group_name, href: groups.of(group_id) },
];

const whoAndWhere = ({ member_id, name, member_no, group_name }: GroupPersonRow) =>
	facts([
		{
			name: "會員",
			value: html`<a href=${members.show(member_id)}>${[member_no, name].filter(Boolean).join(" ")}</a>`,
		},
		{ name: "群組", value: group_name },
	]);

export const membershipForm = ({ from_on, until_on }: GroupPersonRow): FormState =>
	freshForm({ from_on, until_on: until_on ?? "" });

/** Draws the form of the days of a membership: its end, the end taken back, or corrected days. */
export function membershipPage(row: GroupPersonRow, state: FormState, at: number): Page {
	const stored = { from_on: row.from_on, until_on: row.until_on ?? "" };
	const sides = (["from_on", "until_on"] as const).map(
		(name): Sides => ({ field: name, label: LABELS[name], mine: typed(state, name).trim(), theirs: stored[name] }),
	);
	const shown = againstStored(state, { version: row.version, fields: sides });
	const isOfToday = dateInTaipei(row.created_at) === dateInTaipei(at);
	return {
		title: `${row.name}在「${row.group_name}」的日期`,
		area: "群組",
		crumbs: crumbsOf(row),
		slim: true,
		body: card(
			{ label: "日期" },
			whoAndWhere(row),
			form(
				{
					...{ action: groups.membership(row.id), state: shown, version: row.version },
					submit: "儲存",
					cancel: groups.of(row.group_id),
					main: true,
					guard: true,
				},
				html`<div class="cols">
					${field({ name: "from_on", state: shown, type: "date", required: true, narrow: true })}
					${field({ name: "until_on", state: shown, type: "date", optional: true, narrow: true, hint: "離開就填在群組的最後一天；清空就是還在。" })}
				</div>`,
				isOfToday &&
					html`<p class="row between small">
						${linkButton({ label: "移除", tone: "danger", size: "s", href: groups.membershipRemoval(row.id) })}<span class="soft">加錯人或加錯群組，登錄當天可以移除</span>
					</p>`,
			),
		),
	};
}

/** Draws the page that asks before a membership is removed that was recorded by mistake. */
export const membershipRemovalPage = (row: GroupPersonRow, state: FormState): Page => ({
	title: "移除登錯的紀錄",
	name: `移除${row.name}在「${row.group_name}」的紀錄`,
	area: "群組",
	crumbs: crumbsOf(row),
	slim: true,
	body: card(
		{ label: "移除登錯的紀錄" },
		notice(
			{ tone: "danger", title: "移除後，就像沒有加入過" },
			"只有登錄當天可以移除，稽核紀錄與會員的歷程會留下這件事。真的在群組裡、後來離開的，請改填最後一天。",
		),
		facts([
			{ name: "會員", value: [row.member_no, row.name].filter(Boolean).join(" ") },
			{ name: "群組", value: row.group_name },
			{ name: "加入", value: dayText(row.from_on) },
			...(row.until_on === null ? [] : [{ name: "最後一天", value: dayText(row.until_on) }]),
		]),
		form({
			...{ action: groups.membershipRemoval(row.id), state, version: row.version },
			submit: "移除這筆紀錄",
			busy: "移除中...",
			cancel: groups.membership(row.id),
			danger: true,
		}),
	),
});
