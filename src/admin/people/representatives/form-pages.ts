import type { OrganisationRow, RepresentativeRow } from "#db/people/representatives.ts";
import { Naming, OrganisationForm, RepresentativeEdit } from "#domain/people/representatives/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Crumb, Page } from "#ui/page.ts";
import { ORGANISATION_CRUMBS } from "./list.ts";

const { organisations, members } = paths.admin;
const LABELS = {
	member_no: "會員編號",
	name: "姓名",
	phone: "電話",
	email: "電子郵件",
	from_on: "第一天",
	until_on: "最後一天",
} as const;
const naming = fieldsOf(Naming, LABELS);
const editing = fieldsOf(RepresentativeEdit, LABELS);
const field = fieldsOf(OrganisationForm, { tax_id: "統一編號", seats: "代表人數" });

const crumbsOf = (of: { id: number; name: string }): Crumb[] => [
	...ORGANISATION_CRUMBS,
	{ label: of.name, href: members.show(of.id) },
];

const days = (state: FormState): VNode => html`<div class="cols">
	${editing({ name: "from_on", state, type: "date", required: true, narrow: true })}
	${editing({ name: "until_on", state, type: "date", optional: true, narrow: true, hint: "換人時填最後一天；清空就是還在。" })}
</div>`;

/** Draws the page that names a representative. `key`: the idempotency key, so that sending the form twice names one. */
export const namingPage = (of: { row: OrganisationRow; key: string }, state: FormState): Page => ({
	title: `指派「${of.row.name}」的代表`,
	name: "指派代表",
	area: "團體會員",
	crumbs: crumbsOf(of.row),
	lead: `目前 ${of.row.representatives} 位，最多 ${of.row.seats ?? 0} 位。一位代表一權；代表自己也是會員時，另有自己的一權，被選舉權只有一個。`,
	slim: true,
	body: card(
		{ label: "指派代表" },
		form(
			{
				...{ action: organisations.naming(of.row.id), state, key: of.key },
				submit: "指派",
				busy: "處理中...",
				cancel: members.show(of.row.id),
				main: true,
				guard: true,
			},
			naming({ name: "member_no", state, optional: true, autocomplete: "off", hint: "代表也是會員時，只填會員編號。" }),
			naming({ name: "name", state, optional: true, autocomplete: "off", hint: "代表不是會員時，填姓名。" }),
			html`<div class="cols two">
				${naming({ name: "phone", state, optional: true, type: "tel", autocomplete: "off" })}
				${naming({ name: "email", state, optional: true, type: "email", autocomplete: "off" })}
			</div>`,
			days(state),
		),
	),
});

export const representativeForm = (row: RepresentativeRow): FormState =>
	freshForm({
		name: row.member_id === null ? row.name : "",
		phone: row.member_id === null ? (row.phone ?? "") : "",
		email: row.member_id === null ? (row.email ?? "") : "",
		from_on: row.from_on,
		until_on: row.until_on ?? "",
	});

/** Draws the form of a representative: the days, and of one who is no member the name and how to reach them. */
export function representativePage(row: RepresentativeRow, state: FormState): Page {
	const stored = { from_on: row.from_on, until_on: row.until_on ?? "" };
	const sides = (["from_on", "until_on"] as const).map(
		(name): Sides => ({ field: name, label: LABELS[name], mine: typed(state, name).trim(), theirs: stored[name] }),
	);
	const shown = againstStored(state, { version: row.version, fields: sides });
	return {
		title: `「${row.organisation}」的代表${row.name}`,
		name: row.name,
		area: "團體會員",
		crumbs: crumbsOf({ id: row.organisation_id, name: row.organisation }),
		slim: true,
		body: card(
			{ label: "代表" },
			form(
				{
					...{ action: organisations.representative(row.id), state: shown, version: row.version },
					submit: "儲存",
					cancel: members.show(row.organisation_id),
					main: true,
					guard: true,
				},
				row.member_id === null ? ownName(shown) : ofMember(row, row.member_id),
				days(shown),
				html`<p class="row between small">
					${linkButton({ label: "刪除", tone: "danger", size: "s", href: organisations.representativeRemoval(row.id) })}<span class="soft">登錯了，或當事人要求不再保留</span>
				</p>`,
			),
		),
	};
}

const ownName = (state: FormState): VNode => html`<div class="stack">
	${editing({ name: "name", state, required: true, autocomplete: "off" })}
	<div class="cols two">
		${editing({ name: "phone", state, optional: true, type: "tel", autocomplete: "off" })}
		${editing({ name: "email", state, optional: true, type: "email", autocomplete: "off" })}
	</div>
</div>`;

const ofMember = ({ member_no, name }: RepresentativeRow, id: number): VNode => html`<div>
	${facts([{ name: "會員", value: html`<a href=${members.show(id)}>${[member_no, name].filter(Boolean).join(" ")}</a>` }])}
	${(["name", "phone", "email"] as const).map((one) => html`<input type="hidden" name=${one} value="" />`)}
</div>`;

/** Draws the page that asks before a representative is deleted. */
export const representativeRemovalPage = (row: RepresentativeRow, state: FormState): Page => ({
	title: "刪除代表",
	name: `刪除${row.name}`,
	area: "團體會員",
	crumbs: crumbsOf({ id: row.organisation_id, name: row.organisation }),
	slim: true,
	body: card(
		{ label: "刪除代表" },
		notice(
			{ tone: "danger", title: "刪除後，姓名與聯絡方式都不再保留" },
			"換人了請改填最後一天，紀錄會留著。只有登錯，或當事人要求刪除個人資料時才刪除。",
		),
		form({
			...{ action: organisations.representativeRemoval(row.id), state, version: row.version },
			submit: "刪除這位代表",
			busy: "刪除中...",
			cancel: organisations.representative(row.id),
			danger: true,
		}),
	),
});

export const organisationForm = ({ tax_id, seats }: OrganisationRow): FormState =>
	freshForm({ tax_id: tax_id ?? "", seats: seats === null ? "" : String(seats) });

/** Draws the form of what only an organisation has: 統一編號 and the number of representatives. */
export function organisationPage(row: OrganisationRow, state: FormState): Page {
	const stored = { tax_id: row.tax_id ?? "", seats: String(row.seats ?? "") };
	const sides: Sides[] = [
		{ field: "tax_id", label: "統一編號", mine: typed(state, "tax_id").trim(), theirs: stored.tax_id },
		{ field: "seats", label: "代表人數", mine: typed(state, "seats").trim(), theirs: stored.seats },
	];
	const shown = againstStored(state, { version: row.version, fields: sides });
	return {
		title: `「${row.name}」的統一編號與代表人數`,
		name: "統一編號與代表人數",
		area: "團體會員",
		crumbs: crumbsOf(row),
		slim: true,
		body: card(
			{ label: "團體" },
			form(
				{
					...{ action: organisations.edit(row.id), state: shown, version: row.version },
					submit: "儲存",
					cancel: members.show(row.id),
					main: true,
					guard: true,
				},
				field({
					name: "tax_id",
					state: shown,
					optional: true,
					narrow: true,
					inputmode: "numeric",
					autocomplete: "off",
					hint: "8 位數字，會印在收據的抬頭後面；還不知道可以先留空。",
				}),
				field({
					name: "seats",
					state: shown,
					narrow: true,
					inputmode: "numeric",
					hint: "依章程，同一時間最多幾位代表。",
				}),
			),
		),
	};
}
