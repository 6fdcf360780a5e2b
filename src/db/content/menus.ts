import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { orders } from "#db/orders.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import type { MenuPlace } from "#domain/content/menus/form.ts";
import type { MenuRow } from "#domain/content/menus/tree.ts";
import type { StoredTarget } from "./redirects.ts";

/** The number of items on one page of the list: both menus as a rule. */
export const ITEMS_PER_PAGE = 100;

/**
 * An item as staff see it; `parent_label` names the item that it stands below, `children` counts those below it.
 */
export type StaffItem = MenuRow & {
	position: number;
	parent_label: string | null;
	children: number;
	version: number;
	updated_at: number;
};
/** The item that an action changes: `version` is the version that staff saw. */
export type ItemRef = { id: number; version: number };
/** An item at the top of a menu, below which others may stand. */
export type TopItem = { id: number; menu: MenuRow["menu"]; label: string };
export type StoredItem = { label: string; target: StoredTarget; place: MenuPlace; position: number | null };

const TARGET = `coalesce(CASE m.resource WHEN 'article' THEN '/articles/' WHEN 'page' THEN '/' WHEN 'document' THEN '/documents/' END
	|| m.slug, '') || m.address AS target`;
const SHOWN = `m.id, m.menu, m.parent_id, m.label, m.resource, m.slug, ${TARGET}, m.is_open`;

/** Selects the items of both menus in order, also those that lead to what is not public. */
export const menuRows = (): Select<MenuRow> =>
	select(`SELECT ${SHOWN} FROM menu_items_now m WHERE m.menu IN ('main', 'footer') ORDER BY m.menu, m.position, m.id`);

const STAFF = `SELECT ${SHOWN}, m.position, m.version, m.updated_at, p.label AS parent_label,
		(SELECT count(*) FROM menu_items c WHERE c.parent_id = m.id) AS children
	FROM menu_items_now m LEFT JOIN menu_items p ON p.id = m.parent_id`;
const POSITION = ["m.menu = 'footer'", "coalesce(p.position, m.position)", "coalesce(p.id, m.id)", "p.id IS NOT NULL"];
const ORDER = orders(
	{
		position: [...POSITION, "m.position"],
		label: "m.label",
		menu: ["m.menu = 'footer'", "m.position"],
		target: "nullif(target, '')",
		state: ["NOT m.is_open", "children = 0"],
		updated_at: "m.updated_at",
	},
	"m.id",
);
export const MENU_SORTS = ORDER.sorts;
const WANTED = "(?1 = '' OR instr(lower(label), ?1) > 0)";

/** Selects the items of one page, counts those that fit and all items, as queries of one round trip. */
export function itemsSelect({
	q,
	sort,
	page,
}: {
	q: string;
	sort: (typeof MENU_SORTS)[number];
	page: number;
}): [Select<StaffItem>, Select<{ total: number; every: number }>] {
	const wanted = q.normalize("NFC").toLowerCase();
	return [
		select(
			`${STAFF} WHERE ${WANTED.replace("label", "m.label")} ${ORDER.by(sort)}
			${limitTo(ITEMS_PER_PAGE, (page - 1) * ITEMS_PER_PAGE)}`,
			wanted,
		),
		select(
			`SELECT count(*) AS total, (SELECT count(*) FROM menu_items) AS every FROM menu_items WHERE ${WANTED}`,
			wanted,
		),
	];
}

const IN_ORDER = "menu_items m LEFT JOIN menu_items p ON p.id = m.parent_id";

/** Selects the items of both menus in the order of the list: each item at the top, then those below it. */
export const itemOrder = (): Select<{ id: number; menu: MenuRow["menu"]; parent_id: number | null; label: string }> =>
	select(`SELECT m.id, m.menu, m.parent_id, m.label FROM ${IN_ORDER} ${ORDER.by("position")}`);

/**
 * Puts the items that stand beside each other in this order, at every tenth position. Refuses with `menu_item.moved` when
 * the order of the menus is another than the user saw.
 */
export const orderItems = (seen: readonly number[], siblings: readonly number[]): Write[] => [
	refuseWhere(
		"menu_item.moved",
		sql`(SELECT json_group_array(m.id ${sql.raw(ORDER.by("position"))}) FROM ${sql.raw(IN_ORDER)})
			<> ${JSON.stringify(seen)}`,
	),
	sql`UPDATE menu_items SET position = (j.key + 1) * 10, version = version + 1 FROM json_each(${JSON.stringify(siblings)}) AS j
		WHERE menu_items.id = j.value AND menu_items.position <> (j.key + 1) * 10`,
];

export const itemForStaff = (id: number): Select<StaffItem> => select(`${STAFF} WHERE m.id = ?1`, id);

/** Selects the items at the top of the menus, in order. */
export const topItems = (): Select<TopItem> =>
	select(
		`SELECT id, menu, label FROM menu_items WHERE menu IN ('main', 'footer') AND parent_id IS NULL
		ORDER BY menu = 'footer', position, id`,
	);

const menuOf = (place: MenuPlace): SQL =>
	"menu" in place
		? sql`${place.menu}`
		: sql`coalesce((SELECT p.menu FROM menu_items p WHERE p.id = ${place.parentId}), 'main')`;
const parentOf = (place: MenuPlace): number | null => ("menu" in place ? null : place.parentId);

/** Inserts an item, without a position after the others beside it; the triggers of its table refuse what it may not be. */
export const insertItem = ({ label, target, place, position }: StoredItem, at: number): Write =>
	sql`INSERT INTO menu_items (menu, parent_id, position, label, resource, resource_id, address, created_at, updated_at)
		SELECT ${menuOf(place)}, ${parentOf(place)}, coalesce(${position}, (
				SELECT min(999, coalesce(max(position), 0) + 10) FROM menu_items
				WHERE menu = ${menuOf(place)} AND parent_id IS ${parentOf(place)}
			)), ${label}, ${target.resource}, ${target.resourceId}, ${target.address}, ${at}, ${at}`;

/** Changes an item and raises its version. Refuses with `menu_item.stale` when another user changed it meanwhile. */
export const updateItem = (
	{ id, version }: ItemRef,
	{ label, target, place, position }: StoredItem & { position: number },
	at: number,
): Write[] => [
	sql`UPDATE menu_items SET menu = ${menuOf(place)}, parent_id = ${parentOf(place)}, position = ${position},
			label = ${label}, resource = ${target.resource}, resource_id = ${target.resourceId}, address = ${target.address},
			version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("menu_item.stale"),
];

/** Deletes an item. Refuses with `menu_item.stale` when another user changed it meanwhile. */
export const deleteItem = ({ id, version }: ItemRef): Write[] => [
	sql`DELETE FROM menu_items WHERE id = ${id} AND version = ${version}`,
	guard("menu_item.stale"),
];
