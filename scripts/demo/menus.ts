/** The demo website's menus, for whoever looks at the header and footer of a website. */
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { createMenuItem } from "#domain/content/menus/actions.ts";
import type { Menu } from "#domain/content/menus/schema.ts";
import { byOperator } from "#kernel/by.ts";

type Item = { label: string; target: string; below?: readonly Item[] };
const MENUS: Record<Menu, readonly Item[]> = {
	main: [
		{ label: "關於我們", target: "/about", below: [{ label: "工作團隊", target: "/about/team" }] },
		{ label: "服務項目", target: "/services" },
		{ label: "最新消息", target: "/articles" },
		{ label: "公告", target: "/announcements" },
		{ label: "加入會員", target: "/join" },
		{ label: "支持我們", target: "/donate" },
	],
	footer: [
		{ label: "聯絡我們", target: "/contact" },
		{ label: "文件下載", target: "/documents" },
		{ label: "衛生福利部社會及家庭署", target: "https://www.sfaa.gov.tw/" },
	],
};
const HOSTS = { base: "http://localhost:8787", origin: "http://localhost:3000" };

/** Makes the menus once; nothing when there is an item already. */
export async function seedDemoMenus(db: Db, at: number): Promise<void> {
	const [[any]] = await readRows(db.$client, select<{ id: number }>("SELECT id FROM menu_items LIMIT 1"));
	if (any) return;
	const make = (item: Item, place: { menu: Menu } | { parentId: number }): Promise<number> =>
		createMenuItem(db, {
			input: { label: item.label, target: item.target, place, position: null },
			hosts: HOSTS,
			key: `demo-menu-${JSON.stringify(place)}-${item.label}`,
			...byOperator(at),
		});
	for (const menu of ["main", "footer"] as const)
		for (const item of MENUS[menu]) {
			const parentId = await make(item, { menu });
			for (const child of item.below ?? []) await make(child, { parentId });
		}
}
