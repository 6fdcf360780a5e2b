/** Where a page's code is found by its address: in the module that declares it, and there the route that all of them together would give. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Hono } from "hono";
import type { Bindings } from "#env.ts";
import type { App } from "#http/context.ts";
import { mountSurfaces, SURFACES } from "#surfaces.ts";

const routes = (await Promise.all(SURFACES.map(({ load }) => load()))).flat();
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

/** Says which route answers. */
function answering(of: readonly { method: string; path: string }[]): Hono<App> {
	const app = new Hono<App>();
	for (const route of of) app.on(route.method, route.path, (c) => c.text(nameOf(route)));
	return app;
}
const places = new Hono<App>();
mountSurfaces(places, async ({ load }) => answering(await load()));
const all = answering(routes);

const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
const answerOf = async (app: Hono<App>, path: string, method: string): Promise<string> =>
	(await app.request(path, { method }, {} as Bindings, context)).text();

/**
 * Addresses of a route: each place for an id as one, and as every word that another route of the same length has there, so
 * that whatever two patterns could dispute is asked.
 */
function* addressesOf(path: string): Generator<string> {
	const parts = path.split("/");
	const alike = routes.map((other) => other.path.split("/")).filter((other) => other.length === parts.length);
	const words = parts.map((part, n) =>
		part.startsWith(":")
			? new Set(["7", ...alike.flatMap((other) => other[n] ?? []).filter((word) => !word.startsWith(":"))])
			: new Set([part]),
	);
	const isPossible = (begun: string[]): boolean =>
		alike.some((other) => begun.every((word, n) => other[n] === word || other[n]?.startsWith(":")));
	let begun: string[][] = [[]];
	for (const choice of words)
		begun = begun.flatMap((one) => [...choice].map((word) => [...one, word])).filter(isPossible);
	for (const one of begun) yield one.join("/");
}

const asked = new Set(routes.flatMap(({ method, path }) => [...addressesOf(path)].map((one) => `${method} ${one}`)));

test("an address is answered by the route that all modules together would give, and each route at its own", async () => {
	const wrong: string[] = [];
	for (const address of asked) {
		const [method = "", path = ""] = address.split(" ");
		const [found, expected] = await Promise.all([answerOf(places, path, method), answerOf(all, path, method)]);
		if (found !== expected) wrong.push(`${address}: ${found}, not ${expected}`);
	}
	assert.deepEqual(wrong, []);
	for (const { method, path } of routes)
		assert.equal(await answerOf(places, path.replaceAll(/:\w+/g, "7"), method), nameOf({ method, path }));
});

test("what no route has is answered by none", async () => {
	for (const path of ["/nothing", "/admin/nothing", "/admin/members/7/nothing", "/login/nothing", "/member/nothing"])
		assert.equal(await answerOf(places, path, "GET"), "404 Not Found");
});
