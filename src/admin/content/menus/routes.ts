import type * as z from "zod";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { itemForStaff, topItems } from "#db/content/menus.ts";
import { readRows } from "#db/read.ts";
import { OrderMove } from "#domain/content/categories/form.ts";
import { createMenuItem, editMenuItem, moveMenuItem, removeMenuItem } from "#domain/content/menus/actions.ts";
import { MenuItemEdit, MenuItemInput, MenuItemRemoval } from "#domain/content/menus/form.ts";
import { paths } from "#http/paths.ts";
import { knownState } from "#http/state.ts";
import { formPage } from "#kits/form/form.ts";
import { ordered } from "#kits/steps/ordered.ts";
import { relay } from "#platform/queue.ts";
import { editItemPage, formOf, newItemPage, removeItemPage } from "./form-page.ts";
import { menuList, rowId } from "./list.ts";

const { menus } = paths.admin;
const gate = "menus";
type AskOne = Ask<z.infer<typeof IdParams>>;

/** Sends the queued messages at once, so that the website learns of the change. */
const tell = ({ c, env }: Pick<Ask, "c" | "env">): void => c.executionCtx.waitUntil(relay(env));
const hostsOf = async ({ c }: Pick<Ask, "c">) => (await knownState(c)).site;

const order = menuList.standing({}).form("sent", {
	path: menus.order(),
	form: OrderMove,
	isReversible: true,
	run: async (ask, { input }) => {
		const { move } = input;
		const moved = await moveMenuItem(ask.db, input, ask.by);
		tell(ask);
		const to = `${menus.list()}#${rowId(move.id)}`;
		return { to, ...ordered(menus.order(), { ...move, ...moved, isBack: "over" in input }) };
	},
});

const create = formPage({
	path: menus.create(),
	gate,
	form: MenuItemInput,
	about: async ({ env }) => (await readRows(env.DB, topItems()))[0],
	page: (tops, state) => newItemPage(tops, state, crypto.randomUUID()),
	run: async (ask, { input, key }) => {
		await createMenuItem(ask.db, { input, hosts: await hostsOf(ask), ...ask.by, key });
		tell(ask);
		return { to: menus.list(), flash: `已新增「${input.label}」。` };
	},
});

const edit = formPage({
	path: menus.edit(":id"),
	gate,
	params: IdParams,
	form: MenuItemEdit,
	about: async ({ env, params }: AskOne) => {
		const [[item], tops] = await readRows(env.DB, itemForStaff(params.id), topItems());
		return item ? { item, tops } : ("missing" as const);
	},
	filled: formOf,
	page: editItemPage,
	run: async (ask, { input: { version, ...input } }) => {
		await editMenuItem(ask.db, { id: ask.params.id, version }, { input, hosts: await hostsOf(ask), ...ask.by });
		tell(ask);
		return { to: menus.list(), flash: `已儲存「${input.label}」。` };
	},
});

const removal = formPage({
	path: menus.removal(":id"),
	gate,
	params: IdParams,
	form: MenuItemRemoval,
	about: async ({ env, params }: AskOne) =>
		(await readRows(env.DB, itemForStaff(params.id)))[0][0] ?? ("missing" as const),
	page: removeItemPage,
	run: async (ask, { input: { version } }) => {
		await removeMenuItem(ask.db, { id: ask.params.id, version }, ask.by);
		tell(ask);
		return { to: menus.list(), flash: "已刪除選單項目。" };
	},
});

export const MENU_ROUTES: readonly Route[] = [...menuList.routes, order, ...create, ...edit, ...removal];
