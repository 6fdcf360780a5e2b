import type { PageNodeRow } from "#db/content/index.ts";
import type { PageNode } from "#domain/content/index.ts";

/**
 * Returns rows as a tree, in which siblings keep the order of the rows. A page whose parent is not published stands at
 * the root, so that no public page disappears with a hidden parent.
 */
export function pageTree(rows: PageNodeRow[]): PageNode[] {
	const nodes = new Map(
		rows.map((row): [number, PageNode] => [row.id, { slug: row.slug, title: row.title, path: row.path, children: [] }]),
	);
	const roots: PageNode[] = [];
	for (const row of rows) {
		const node = nodes.get(row.id);
		const parent = row.parent_id === null ? undefined : nodes.get(row.parent_id);
		if (node) (parent?.children ?? roots).push(node);
	}
	return roots;
}
