/** The largest depth of the tree: as deep as the website's menus go. */
export const MAX_DEPTH = 6;
/** The largest number of pages that the tree shows; with more, pages are found by searching. */
export const SHOWN_PAGES = 500;
/** The largest length of a path in code points, as the table accepts it (migrations/0006). */
export const PATH_MAX = 600;

/** The data of a page that the rules of the tree need. `depth` is 1 at the top. */
export type TreeNode = { id: number; parent_id: number | null; depth: number };
/** The place of a page: its parent, or null at the top; `position` counts from 0 among the other pages there. */
export type Place = { parentId: number | null; position: number };

/**
 * The four moves by a button or key: before the sibling above, after the one below, out of the parent, into the sibling
 * above.
 */
export const SHIFTS = ["up", "down", "out", "in"] as const;
export type Shift = (typeof SHIFTS)[number];

/** Returns the path of a page on the website. */
export const pathOf = (parentPath: string | null, slug: string): string =>
	parentPath === null ? slug : `${parentPath}/${slug}`;

/** Returns a page and everything below it. `tree` is in reading order: each page before those below it. */
export function branch<T extends TreeNode>(tree: readonly T[], id: number): T[] {
	const from = tree.findIndex((one) => one.id === id);
	const top = tree[from];
	if (!top) return [];
	const after = tree.slice(from + 1).findIndex((one) => one.depth <= top.depth);
	return tree.slice(from, after < 0 ? undefined : from + 1 + after);
}

/** Returns the pages directly below a parent, in order; those at the top for null. */
export const childrenOf = <T extends TreeNode>(tree: readonly T[], parentId: number | null): T[] =>
	parentId === null ? tree.filter(({ depth }) => depth === 1) : tree.filter(({ parent_id }) => parent_id === parentId);

/** Whether a page may be moved below `parentId`: not below itself, and no page of its branch deeper than MAX_DEPTH. */
export function mayGoBelow(tree: readonly TreeNode[], id: number, parentId: number | null): boolean {
	const own = branch(tree, id);
	if (own.some((one) => one.id === parentId)) return false;
	const height = own.length === 0 ? 1 : 1 + Math.max(...own.map(({ depth }) => depth)) - (own[0]?.depth ?? 1);
	return parentDepth(tree, parentId) + height <= MAX_DEPTH;
}

const parentDepth = (tree: readonly TreeNode[], parentId: number | null): number =>
	tree.find(({ id }) => id === parentId)?.depth ?? 0;

/** Returns the place to which a shift moves a page; null when there is none. */
export function placeAfter(tree: readonly TreeNode[], id: number, shift: Shift): Place | null {
	const page = tree.find((one) => one.id === id);
	if (!page) return null;
	const parent = page.depth === 1 ? undefined : tree.find((one) => one.id === page.parent_id);
	const parentId = parent?.id ?? null;
	const siblings = childrenOf(tree, parentId);
	const at = siblings.indexOf(page);
	const above = siblings[at - 1];
	switch (shift) {
		case "up":
			return above ? { parentId, position: at - 1 } : null;
		case "down":
			return at < siblings.length - 1 ? { parentId, position: at + 1 } : null;
		case "out":
			return parent ? behind(tree, parent) : null;
		case "in":
			return above && mayGoBelow(tree, id, above.id)
				? { parentId: above.id, position: childrenOf(tree, above.id).length }
				: null;
	}
}

/**
 * Returns the possible shifts of every page at once, as `placeAfter` gives them, but without four calls for each page.
 */
export function waysOf(tree: readonly TreeNode[]): Map<number, Set<Shift>> {
	const ways = new Map(tree.map(({ id, depth }) => [id, new Set<Shift>(depth > 1 ? ["out"] : [])]));
	const deepest = deepestIn(tree);
	/** The last page at each depth, below the present parent. */
	let above: (number | undefined)[] = [];
	for (const { id, depth } of tree) {
		const sibling = above[depth];
		if (sibling !== undefined) {
			ways.get(sibling)?.add("down");
			ways.get(id)?.add("up");
			if ((deepest.get(id) ?? depth) < MAX_DEPTH) ways.get(id)?.add("in");
		}
		above = above.slice(0, depth);
		above[depth] = id;
	}
	return ways;
}

/** Returns the depth of the deepest page of each branch. */
function deepestIn(tree: readonly TreeNode[]): Map<number, number> {
	const deepest = new Map<number, number>();
	let below: number[] = [];
	for (const { id, depth } of tree.toReversed()) {
		const own = Math.max(depth, below[depth + 1] ?? 0);
		deepest.set(id, own);
		below = below.slice(0, depth + 1);
		below[depth] = Math.max(own, below[depth] ?? 0);
	}
	return deepest;
}

/** Returns the place directly after a page, below the same parent. */
function behind(tree: readonly TreeNode[], page: TreeNode): Place {
	const parentId = page.depth === 1 ? null : page.parent_id;
	return { parentId, position: childrenOf(tree, parentId).findIndex(({ id }) => id === page.id) + 1 };
}

/** Where a dragged page is dropped in relation to another page. */
export type Edge = "before" | "after" | "into";

/**
 * Returns the place of a page that is dropped before, after or into the page `over.id`; null when it may not go there.
 */
export function placeBeside(tree: readonly TreeNode[], id: number, over: { id: number; edge: Edge }): Place | null {
	const own = branch(tree, id);
	const rest = tree.filter((one) => !own.includes(one));
	const target = rest.find((one) => one.id === over.id);
	if (!target) return null;
	const after = behind(rest, target);
	const place =
		over.edge === "into"
			? { parentId: target.id, position: childrenOf(rest, target.id).length }
			: { ...after, position: after.position - (over.edge === "before" ? 1 : 0) };
	return mayGoBelow(tree, id, place.parentId) ? place : null;
}

/** Returns the tree with a page at its new place, and everything below it moved along. */
export function moved<T extends TreeNode>(tree: readonly T[], id: number, { parentId, position }: Place): T[] {
	const own = branch(tree, id);
	const [top] = own;
	if (!top) return [...tree];
	const rest = tree.filter((one) => !own.includes(one));
	const deeper = parentDepth(rest, parentId) + 1 - top.depth;
	const carried = own.map((one) => ({
		...one,
		depth: one.depth + deeper,
		parent_id: one === top ? parentId : one.parent_id,
	}));
	const next = childrenOf(rest, parentId)[position];
	const below = parentId === null ? rest : branch(rest, parentId);
	const last = below.at(-1);
	const at = next ? rest.indexOf(next) : last ? rest.indexOf(last) + 1 : 0;
	return [...rest.slice(0, at), ...carried, ...rest.slice(at)];
}
