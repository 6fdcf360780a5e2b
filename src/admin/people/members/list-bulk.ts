import { allows, type Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { BULK_KINDS } from "#domain/people/member-lists/bulk.ts";
import { paths } from "#http/paths.ts";
import { bulkBand as chosenBand } from "#kits/list/chosen.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { type Children, html } from "#ui/html.ts";
import { BULK_WORDS } from "./bulk-words.ts";
import { PRINT_KINDS, PRINT_WORDS } from "./print-words.ts";

const { members } = paths.admin;

/** The id of the form that the checkboxes of the rows belong to. */
export const BULK_FORM = "members-bulk";

/**
 * An action on chosen members. The form sends to `action` the ticked `ids`, or in `all` the list's conditions ("*" when
 * it has none), and in `here` the list's query, to which the user returns.
 */
export type MemberBulkAction = { label: string; action: string; gate: Gate; danger?: boolean };
/** The only list of actions on chosen members. */
export const MEMBER_BULK_ACTIONS: readonly MemberBulkAction[] = [
	...BULK_KINDS.map((kind) => {
		const { label, place, gate, danger = false } = BULK_WORDS[kind];
		return { label, action: members.bulk(place), gate, danger };
	}),
	{ label: "寫備忘錄", action: members.bulk("note"), gate: "notes" },
	{ label: "寫公告、寄信", action: members.bulk("announcement"), gate: "announcements_for_chosen" },
	{ label: "加入群組", action: members.bulk("group"), gate: "members_manage" },
	{ label: "產生應繳會費", action: members.bulk("dues"), gate: "dues" },
	{ label: "地址標籤", action: members.bulk("labels"), gate: "members" },
	{ label: "匯出", action: members.bulk("export"), gate: "members_manage" },
];

/** An export of the list as it is shown: an address to which the list's conditions are added. */
export type MemberExport = { label: string; href: string; gate: Gate };
/** The only list of exports and prints. */
export const MEMBER_EXPORTS: readonly MemberExport[] = [
	{ label: "下載 Excel 或 CSV", href: members.exports(), gate: "members_manage" },
	...PRINT_KINDS.map((kind) => ({ label: PRINT_WORDS[kind], href: members.print(kind), gate: "members" as const })),
];

/** Returns the actions that the user may take on chosen members. */
export const bulkActionsFor = (who: Visitor): MemberBulkAction[] =>
	MEMBER_BULK_ACTIONS.filter(({ gate }) => allows(gate, who));

type Band = { who: Visitor; total: number | string; query: Record<string, string>; conditions: string };

/** Draws the bar over the table with the actions on chosen rows; nothing when the user may take none. */
export function bulkBand({ who, total, query, conditions }: Band): Children {
	const actions = bulkActionsFor(who);
	return actions.length > 0 && chosenBand({ form: BULK_FORM, unit: "位", total, conditions, here: query, actions });
}

/** Draws the menu 匯出與列印: exports of the list with its conditions, order and columns, all pages of it. */
export function exportsMenu({ who, query, conditions }: Omit<Band, "total">): Children {
	const open = MEMBER_EXPORTS.filter(({ gate }) => allows(gate, who));
	if (open.length === 0) return null;
	const asked = new URLSearchParams(conditions);
	for (const name of ["sort", "cols"]) if (query[name]) asked.set(name, query[name]);
	const behind = asked.size > 0 ? `?${asked}` : "";
	return actionsMenu(
		{ label: "匯出與列印" },
		open.map(({ label, href }) => html`<a class="btn quiet block" href=${`${href}${behind}`}>${label}</a>`),
	);
}
