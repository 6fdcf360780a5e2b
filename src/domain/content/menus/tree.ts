import { asLocation } from "#domain/content/redirects/old-paths.ts";
import type { Menu, Menus } from "./schema.ts";

/** A stored item and where it leads now; `target` is a path on the website or an address, empty for a heading. */
export type MenuRow = {
	id: number;
	menu: Menu;
	parent_id: number | null;
	label: string;
	resource: "article" | "page" | "document" | null;
	slug: string | null;
	target: string;
	is_open: 0 | 1;
};

type Link = Menus[Menu][number]["children"][number];

/**
 * Returns the menus as the website shows them, from rows in order. What leads to a text that is not public is left out; it
 * stays as a heading while something public stands below it.
 */
export function menusOf(rows: readonly MenuRow[], origin: string): Menus {
	const below = (menu: Menu, parent: number | null): MenuRow[] =>
		rows.filter((row) => row.menu === menu && row.parent_id === parent);
	const menu = (name: Menu): Menus[Menu] =>
		below(name, null).flatMap((row) => {
			const children = below(name, row.id).flatMap((child) => (child.is_open ? [linkOf(child, origin)] : []));
			if (!row.is_open && children.length === 0) return [];
			return [{ ...linkOf(row.is_open ? row : heading(row), origin), children }];
		});
	return { main: menu("main"), footer: menu("footer") };
}

const heading = (row: MenuRow): MenuRow => ({ ...row, resource: null, slug: null, target: "" });

function linkOf({ label, resource, slug, target }: MenuRow, origin: string): Link {
	const isHeading = target === "";
	const isPath = target.startsWith("/");
	return {
		label,
		kind: resource ?? (isHeading ? "heading" : "address"),
		slug,
		url: isHeading ? null : isPath ? origin + asLocation(target) : target,
		external: !isHeading && !isPath,
	};
}
