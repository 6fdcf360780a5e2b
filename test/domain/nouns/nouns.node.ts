/** What nouns declare fits together where the compiler cannot say so: nothing is declared twice, no place is taken twice, and the menu leads somewhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { joined, type Noun } from "#kernel/noun.ts";
import { NOUNS } from "#nouns.ts";
import { routes } from "../../support/routes.ts";

const nouns: readonly Noun[] = Object.values(NOUNS).flat();

test("groups of one name become one, and a name that two nouns declare is refused", () => {
	const list = () => "/admin/rooms";
	const show = () => "/admin/rooms/1";
	assert.deepEqual(joined({ rooms: { list } }, { rooms: { show }, gate: ["a"] }), {
		rooms: { list, show },
		gate: ["a"],
	});
	for (const [one, other] of [
		[{ rooms: { list } }, { rooms: { list } }],
		[{ gate: ["a"] }, { gate: ["a"] }],
		[{ "room.stale": { words: "甲" } }, { "room.stale": { words: "甲" } }],
		[{ rooms: { list } }, { rooms: list }],
	] as const)
		assert.throws(() => joined(one, other), /two nouns declare/);
});

test("no two entries of a group have one place", () => {
	const places = nouns.flatMap(({ menu = [], permissions = {}, records = {}, search = {}, freeText = {} }) => [
		...menu.map(({ group, place }) => ["menu", group, place]),
		...Object.values(permissions).map(({ group, place }) => ["permissions", group, place]),
		...Object.values(records).map(({ place }) => ["records", "", place]),
		...Object.values(search).map(({ place }) => ["search", "", place]),
		...Object.values(freeText).map(({ place }) => ["free text", "", place]),
	]);
	const taken = places.filter(([, , place]) => place !== undefined).map((place) => place.join(" "));
	assert.ok(taken.length > 150);
	assert.deepEqual(
		taken.filter((place, nth) => taken.indexOf(place) !== nth),
		[],
	);
});

test("each entry of the menu leads to a page, and each place of free text to a kind that has one", () => {
	const pages = new Set(routes.filter(({ method }) => method === "GET").map(({ path }) => path));
	const leading = nouns.flatMap(({ menu = [] }) => menu.map(({ href }) => href));
	assert.deepEqual(
		leading.filter((href) => !pages.has(href)),
		[],
	);
	const shown = new Set(nouns.flatMap((noun) => Object.keys(noun.shown ?? {})));
	const named = nouns.flatMap(({ freeText = {} }) => Object.values(freeText).map((place) => place.shown));
	assert.deepEqual(
		named.filter((kind) => kind !== undefined && kind !== "none" && !shown.has(kind)),
		[],
	);
});
