import { auditSlug } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import {
	deleteItem,
	type ItemRef,
	insertItem,
	itemForStaff,
	itemOrder,
	orderItems,
	updateItem,
} from "#db/content/menus.ts";
import type { StoredTarget } from "#db/content/redirects.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import type { Ordered, OrderMove } from "#domain/content/categories/form.ts";
import { changedWords } from "#domain/content/categories/names.ts";
import { besideOf, reorder } from "#domain/content/categories/rules.ts";
import type { Hosts } from "#domain/content/content/addresses.ts";
import { storedTarget } from "#domain/content/redirects/target-actions.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { MenuItemInput, MenuPlace } from "./form.ts";

/*
 * After every action the caller queues the message `content.changed`. How deep and how long a menu may be is refused by
 * the triggers of its table.
 */

type Change = By & { input: MenuItemInput; hosts: Hosts };

/**
 * Inserts an item into a menu and returns its id; once per form `key`. Refuses `menu_item.bad_target` and
 * `menu_item.no_target`, and what the triggers refuse.
 */
export async function createMenuItem(db: Db, { input, hosts, key, ...by }: Change & { key: string }): Promise<number> {
	const target = await targetOf(db, input.target, hosts);
	return commitOnce(db, { key, at: by.at }, [
		insertItem({ ...input, target }, by.at),
		...auditSlug(db, "menu_item", {
			id: madeBy(key),
			slug: input.label,
			action: "create",
			changes: { target: input.target },
			...by,
		}),
	]);
}

/** Changes an item. Refuses `menu_item.stale` (changed meanwhile), and what `createMenuItem` refuses. */
export async function editMenuItem(db: Db, ref: ItemRef, { input, hosts, ...by }: Change): Promise<void> {
	const [[before]] = await readRows(db.$client, itemForStaff(ref.id));
	if (before?.version !== ref.version) throw new Refusal("menu_item.stale");
	const { label, target, position } = before;
	const place = input.position ?? position;
	const changes = changedWords(
		{ label, target, place: String(before.parent_id ?? before.menu), position: String(position) },
		{ label: input.label, target: input.target, place: placeText(input.place), position: String(place) },
	);
	if (Object.keys(changes).length === 0) return;
	const stored = await targetOf(db, input.target, hosts);
	await commit(db, [
		...updateItem(ref, { ...input, position: place, target: stored }, by.at),
		...auditSlug(db, "menu_item", { id: ref.id, slug: input.label, action: "edit", changes, ...by }),
	]);
}

/**
 * Moves an item one place up or down among those beside it, in the order of both menus that the user saw, or back over the
 * one with which it changed places; what stands below it comes along. Refuses `menu_item.moved` when the order is another
 * by now, or the two stand beside each other no more.
 */
export async function moveMenuItem(db: Db, input: OrderMove, by: By): Promise<Ordered> {
	const [items] = await readRows(db.$client, itemOrder());
	const { move } = input;
	const moved = items.find(({ id }) => id === move.id);
	if (!moved) throw new Refusal("menu_item.moved");
	const siblings = items.filter((item) => item.menu === moved.menu && item.parent_id === moved.parent_id);
	const ids = siblings.map(({ id }) => id);
	const over = besideOf(ids, move);
	if ("over" in input && over !== input.over) throw new Refusal("menu_item.moved");
	const { label } = moved;
	if (over === undefined) return { name: label, over };
	const from = ids.indexOf(move.id) + 1;
	const changes = { position: { from, to: from + move.by } };
	await commit(db, [
		...orderItems("seen" in input ? input.seen : items.map(({ id }) => id), reorder(ids, move)),
		...auditSlug(db, "menu_item", { id: move.id, slug: label, action: "move", changes, ...by }),
	]);
	return { name: label, over };
}

/** Deletes an item; what stands below it moves up. Refuses `menu_item.stale` when it changed meanwhile. */
export async function removeMenuItem(db: Db, ref: ItemRef, by: By): Promise<void> {
	const [[before]] = await readRows(db.$client, itemForStaff(ref.id));
	if (before?.version !== ref.version) throw new Refusal("menu_item.stale");
	const { label, target } = before;
	await commit(db, [
		...deleteItem(ref),
		...auditSlug(db, "menu_item", { id: ref.id, slug: label, action: "remove", changes: { target }, ...by }),
	]);
}

export const placeText = (place: MenuPlace): string => ("menu" in place ? place.menu : String(place.parentId));

/** Finds where an item is to lead; a heading leads nowhere. */
const targetOf = async (db: Db, typed: string, hosts: Hosts): Promise<StoredTarget> =>
	typed === ""
		? { resource: null, resourceId: null, address: "" }
		: storedTarget(db, { typed, hosts, of: "menu_item" });
