import { expect, test } from "vitest";
import {
	branch,
	mayGoBelow,
	moved,
	pathOf,
	placeAfter,
	placeBeside,
	SHIFTS,
	type TreeNode,
	waysOf,
} from "#domain/content/pages/rules.ts";

/** A tree by its lines: an id behind as many dots as it is deep. */
function grow(...lines: string[]): TreeNode[] {
	const path: number[] = [];
	return lines.map((line) => {
		const depth = line.lastIndexOf(".") + 2;
		const id = Number(line.replaceAll(".", ""));
		path.splice(depth - 1, path.length, id);
		return { id, parent_id: path[depth - 2] ?? null, depth };
	});
}
const lines = (tree: TreeNode[]): string[] => tree.map(({ id, depth }) => ".".repeat(depth - 1) + id);
const TREE = grow("1", ".2", "..3", ".4", "5");

test("the address follows from the parent's", () => {
	expect([pathOf(null, "關於"), pathOf("a/b", "c")]).toEqual(["關於", "a/b/c"]);
});

test("a branch is a page with all below it", () => {
	expect([1, 2, 4, 5, 9].map((id) => branch(TREE, id).map((one) => one.id))).toEqual([
		[1, 2, 3, 4],
		[2, 3],
		[4],
		[5],
		[],
	]);
});

test.each([
	[1, [null, { parentId: null, position: 1 }, null, null]],
	[2, [null, { parentId: 1, position: 1 }, { parentId: null, position: 1 }, null]],
	[3, [null, null, { parentId: 1, position: 1 }, null]],
	[4, [{ parentId: 1, position: 0 }, null, { parentId: null, position: 1 }, { parentId: 2, position: 1 }]],
	[5, [{ parentId: null, position: 0 }, null, null, { parentId: 1, position: 2 }]],
	[9, [null, null, null, null]],
])("where the shifts of %i lead: up, down, out, in", (id, places) => {
	expect(SHIFTS.map((shift) => placeAfter(TREE, id, shift))).toEqual(places);
});

test("the ways of all at once are those of each", () => {
	const six = grow("1", ".2", "..3", "...4", "....5", ".....6", ".7", "..8", "..9", "...10", "11", ".12");
	for (const tree of [TREE, six, grow("1"), []])
		for (const { id } of tree)
			expect([id, SHIFTS.filter((shift) => waysOf(tree).get(id)?.has(shift))]).toEqual([
				id,
				SHIFTS.filter((shift) => placeAfter(tree, id, shift) !== null),
			]);
});

test("six levels and no more, with what comes along", () => {
	const deep = grow("1", ".2", "..3", "...4", "....5", ".....6", "7", ".8");
	expect([3, 4, 5, 6].map((parent) => mayGoBelow(deep, 7, parent))).toEqual([true, true, false, false]);
	expect([4, 5, 6].map((parent) => mayGoBelow(deep, 8, parent))).toEqual([true, true, false]);
	expect(placeAfter(grow("1", ".2", "..3", "...4", "....5", ".....6", ".....7"), 7, "in")).toBe(null);
});

test("moved with all below it: between, at the end, at the top, into one that was empty", () => {
	expect(lines(moved(TREE, 2, { parentId: 5, position: 0 }))).toEqual(["1", ".4", "5", ".2", "..3"]);
	expect(lines(moved(TREE, 2, { parentId: 1, position: 1 }))).toEqual(["1", ".4", ".2", "..3", "5"]);
	expect(lines(moved(TREE, 3, { parentId: null, position: 1 }))).toEqual(["1", ".2", ".4", "3", "5"]);
	expect(lines(moved(TREE, 5, { parentId: 3, position: 0 }))).toEqual(["1", ".2", "..3", "...5", ".4"]);
	expect(lines(moved(TREE, 1, { parentId: null, position: 9 }))).toEqual(["5", "1", ".2", "..3", ".4"]);
	expect(lines(moved(TREE, 9, { parentId: null, position: 0 }))).toEqual(["1", ".2", "..3", ".4", "5"]);
});

test.each([
	[
		5,
		2,
		[
			{ parentId: 1, position: 0 },
			{ parentId: 1, position: 1 },
			{ parentId: 2, position: 1 },
		],
	],
	[
		2,
		4,
		[
			{ parentId: 1, position: 0 },
			{ parentId: 1, position: 1 },
			{ parentId: 4, position: 0 },
		],
	],
	[
		3,
		1,
		[
			{ parentId: null, position: 0 },
			{ parentId: null, position: 1 },
			{ parentId: 1, position: 2 },
		],
	],
	[1, 3, [null, null, null]],
	[1, 1, [null, null, null]],
])("%i let go before, after and into %i", (id, over, places) => {
	const edges = ["before", "after", "into"] as const;
	expect(edges.map((edge) => placeBeside(TREE, id, { id: over, edge }))).toEqual(places);
});
