import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { DUES_PER_PAGE, type DuesListRow, type DuesTotals } from "#db/money/dues-lists.ts";
import { DUES_KIND_LABELS, DUES_KINDS, DUES_STATUS_LABELS, DUES_STATUSES } from "#domain/money/dues/labels.ts";
import { ALL_MEMBERSHIP_TYPES } from "#domain/people/members/codes.ts";
import { MEMBERSHIP_TYPE_LABELS } from "#domain/people/membership.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { type Filter, filters } from "#ui/filters.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { island } from "#ui/islands/island.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { table } from "#ui/table.ts";
import { type Here, sortOf } from "#ui/url-state.ts";
import { DUES_FORM, duesColumns } from "./list-columns.ts";
import { conditionsOf, isNarrowed } from "./list-query.ts";
import { yearWords } from "./words.ts";

const { dues } = paths.admin;

export type DuesList = {
	rows: DuesListRow[];
	totals: DuesTotals;
	/** The years of which there are items. */
	years: readonly number[];
	page: number;
	/** What the address asks for. */
	query: Record<string, string>;
	who: Visitor;
};

/** 應繳會費: every item, or those that fit the conditions, with what they come to. */
export function duesListPage(list: DuesList): Page {
	const { rows, totals, page, query, who } = list;
	const here: Here = { path: dues.list(), query };
	const canWaive = allows("dues", who);
	return {
		title: "應繳會費",
		area: "會費與收款",
		crumbs: MONEY_CRUMBS,
		lead: leadOf(list),
		actions: headActions(list),
		body: card(
			{ flush: true, label: "應繳會費" },
			filters({ here, search: { placeholder: "姓名、會員編號", label: "搜尋會費" }, fields: fieldsOf(list.years) }),
			rows.length > 0 && canWaive && band(totals.items, query),
			table({
				caption: "應繳會費",
				cards: true,
				columns: duesColumns({ withMember: true, withBoxes: canWaive }),
				rows,
				sorted: { here, now: sortOf(here, "number") },
				empty: nothing(list, here),
			}),
			rows.length > 0 && pager({ here, page, size: DUES_PER_PAGE, total: totals.items, unit: "筆" }),
		),
	};
}

const leadOf = ({ totals, query }: DuesList): string =>
	[
		`${isNarrowed(query) ? "符合條件的有" : "共"} ${figure(totals.items)} 筆`,
		`應收 ${money(totals.due)}`,
		`已收 ${money(totals.paid)}`,
		`未繳 ${money(totals.owed)}。`,
	].join("，");

/** What can be done to the chosen ones. */
const band = (total: number, query: Record<string, string>): Children => [
	island("bulk-select", {
		id: DUES_FORM,
		unit: "筆",
		total,
		query: conditionsOf(query),
		actions: [{ label: "免繳", action: dues.waiversChoice() }],
	}),
	html`<input type="hidden" form=${DUES_FORM} name="here" value=${new URLSearchParams(query).toString()} />`,
];

function headActions({ totals, query, who }: DuesList): Children {
	return [
		actionsMenu(
			{ label: "更多" },
			html`<a class="btn quiet block" href=${dues.arrears()}>欠費與理事會名單</a>`,
			totals.items > 0 && allows("dues", who) && exportLinks(dues.export, query),
		),
		allows("dues", who) && assessButton("primary"),
	];
}

const assessButton = (tone: "plain" | "primary"): VNode =>
	linkButton({ label: "產生應繳會費", icon: "plus", tone, href: dues.assessment() });

function nothing({ totals, query, who }: DuesList, here: Here): VNode {
	if (totals.items > 0) return pastTheEnd(here, "列表已經變短", "會費");
	if (isNarrowed(query)) return noMatch({ title: "找不到符合的會費", clearHref: here.path });
	return noneYet({
		title: "還沒有應繳會費",
		text: "核准入會時會自動產生；每年產生常年會費後，也會列在這裡。",
		actions: allows("dues", who) && assessButton("plain"),
	});
}

const options = <C extends string>(codes: readonly C[], labels: Record<C, string>) =>
	codes.map((value) => ({ value, label: labels[value] }));

const fieldsOf = (years: readonly number[]): Filter[] => [
	{ name: "year", label: "年度", options: years.map((year) => ({ value: String(year), label: yearWords(year) })) },
	{ name: "kind", label: "種類", options: options(DUES_KINDS, DUES_KIND_LABELS) },
	{
		name: "status",
		label: "狀態",
		options: [{ value: "owed", label: "未繳清" }, ...options(DUES_STATUSES, DUES_STATUS_LABELS)],
	},
	{ name: "type", label: "會員類別", options: options(ALL_MEMBERSHIP_TYPES, MEMBERSHIP_TYPE_LABELS) },
];
