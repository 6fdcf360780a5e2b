import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import { PERMISSION_GROUP_WORDS, PERMISSION_WORDS } from "#admin/words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { HolderRow } from "#db/system/holders.ts";
import { type Moves, SECOND_PERSONS, type SecondPerson } from "#domain/system/second-persons/rules.ts";
import { DEPUTISED, PERMISSION_GROUPS, type Permission } from "#permissions.ts";
import { card } from "#ui/card.ts";
import { lined } from "#ui/facts.ts";
import { type Children, html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";
import { settingTabs } from "./words.ts";

const MOVES: Record<Moves, string> = { right: "權限", sealed: "密封資料", money: "錢" };
const ALWAYS = "confirmations.decide" satisfies Permission;

/**
 * Draws the page 誰可以辦: the rules about second persons with the names of today's users, and who has which
 * permission.
 */
export function whoPage(holders: readonly HolderRow[], who: Visitor): Page {
	const named = namesBy(holders);
	return {
		title: "誰可以辦",
		area: "設定",
		crumbs: SYSTEM_CRUMBS,
		tabs: allows("settings", who) ? settingTabs("who") : undefined,
		lead: "動到錢、權限或密封資料的事要有第二個人；提出的人、當事人與家人都不能確認。",
		body: html`<div class="stack">
			${card(
				{ flush: true, title: "要有第二個人的事" },
				table({
					caption: "要有第二個人的事",
					cards: true,
					columns: ruleColumns(named),
					rows: [...SECOND_PERSONS],
				}),
			)}
			${card(
				{ flush: true, title: "誰有什麼權限" },
				table({
					caption: "誰有什麼權限",
					cards: true,
					columns: permissionColumns(named),
					rows: GROUPED,
				}),
			)}
		</div>`,
	};
}

type Names = ReadonlyMap<string, string[]>;

/** Returns the names of the users who have each permission, deputies with whose place they take. */
export function namesBy(holders: readonly HolderRow[]): Names {
	const names = new Map<string, string[]>();
	for (const { permission, name, instead_of } of holders) {
		// A deputy gets only the permissions for approvals and postings.
		if (instead_of !== null && !DEPUTISED.some((one) => one === permission)) continue;
		const list = names.get(permission) ?? [];
		list.push(instead_of === null ? name : `${name}（代理${instead_of}）`);
		names.set(permission, list);
	}
	return names;
}

/** Draws the names of the users who have any of some permissions. */
export const namesOf = (permissions: readonly Permission[], names: Names): Children => {
	const all = [...new Set(permissions.flatMap((one) => names.get(one) ?? []))];
	return all.length > 0 ? all.join("、") : html`<span class="soft">目前沒有人</span>`;
};

const seconds = ({ second, always }: SecondPerson): readonly Permission[] =>
	always === true ? [...second, ALWAYS] : second;
const ALSO = { true: "理事長與監事一定可以", stranded: "這些人都不能辦時，理事長與監事可以代為處理" };

const ruleColumns = (names: Names): Column<SecondPerson>[] => [
	{
		label: "事情",
		head: true,
		cell: ({ act, moves }) => [act, html`<small>動到${MOVES[moves]}</small>`],
	},
	{ label: "誰提出", sheet: "line", cell: ({ first }) => namesOf(first, names) },
	{
		label: "誰可以是第二人",
		sheet: "line",
		cell: (rule) =>
			lined(
				[namesOf(seconds(rule), names), rule.always && html`<small>${ALSO[`${rule.always}`]}</small>`].filter(Boolean),
			),
	},
	{ label: "沒有人處理時", sheet: "line", cell: ({ otherwise }) => otherwise },
];

type Row = { permission: Permission; group: string };
const GROUPED: Row[] = Object.entries(PERMISSION_GROUPS).flatMap(([group, codes]) =>
	group === "self" ? [] : codes.map((permission: Permission) => ({ permission, group: groupWords(group) })),
);
function groupWords(group: string): string {
	return Object.entries(PERMISSION_GROUP_WORDS).find(([code]) => code === group)?.[1] ?? group;
}

const permissionColumns = (names: Names): Column<Row>[] => [
	{
		label: "權限",
		head: true,
		cell: ({ permission }) => PERMISSION_WORDS[permission],
	},
	{ label: "類別", sheet: "corner", bare: true, nowrap: true, cell: ({ group }) => group },
	{ label: "誰", sheet: "line", bare: true, cell: ({ permission }) => namesOf([permission], names) },
];
