/**
 * Stores that fail with whatever words: readers get the last good answer or 503, a form comes back with its words, its key and
 * the names of its files, and what comes again is stored once. A mistake of ours and a rule stay what they are.
 */
import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { app } from "#app.ts";
import { isUnanswered, storageError } from "#domain/system/unanswered.ts";
import { paths } from "#http/paths.ts";
import { watchStorage } from "#platform/storage.ts";
import { breaking, brokenStore, FAILURES } from "../support/broken.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { REAL } from "../support/pictures.ts";
import { rows } from "../support/users.ts";

/** More than any of these forms takes. */
const MOST_TRIPS = 20;
let editor: Person;
beforeAll(async () => {
	for (const level of ["log", "info", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
	editor = await signIn({ roles: ["admin"] });
});

/** The hidden fields of the form that a page holds. */
const heldIn = (text: string): Record<string, string> =>
	Object.fromEntries(
		[...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
			name,
			value,
		]),
	);

describe.each(FAILURES)("a database that fails with %s", (message) => {
	test.each(["before", "after"] as const)(
		"%s it did what was asked keeps the form, which is stored once",
		async (when) => {
			for (let nth = 1, met = true; met; nth++) {
				expect(nth).toBeLessThan(MOST_TRIPS);
				const slug = `kept-${crypto.randomUUID()}`;
				const form = { name: slug, slug, _key: crypto.randomUUID() };
				const broken = breaking(nth, when, message);
				const answer = await ask(paths.admin.tags.create(), { as: editor, form, over: broken.env });
				met = broken.met();
				if (!met) expect(answer.status).toBe(303);
				else {
					const text = await answer.text();
					expect([answer.status, answer.headers.get("Retry-After"), heldIn(text)]).toEqual([503, "5", form]);
					expect(text).toContain("不會重複儲存");
					expect(text).not.toContain(message);
					expect((await ask(paths.admin.tags.create(), { as: editor, form: heldIn(text) })).status).toBe(303);
				}
				expect(await rows(`SELECT slug FROM tags WHERE slug = '${slug}'`)).toEqual([{ slug }]);
			}
		},
	);

	test("is 503 for a page and for an address of the API that nobody kept", async () => {
		const page = await ask(paths.admin.tags.list(), { as: editor, over: breaking(1, "before", message).env });
		expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "5"]);
		const api = await ask("/api/v1/tags", { over: { ...failing(message), CACHE: "off" } });
		expect([api.status, api.headers.get("Content-Type")]).toEqual([503, "application/problem+json; charset=utf-8"]);
		expect(Number(api.headers.get("Retry-After"))).toBeGreaterThan(0);
	});
});

/** Databases none of whose answers come. */
function failing(message: string) {
	const fail = async () => {
		throw new Error(message);
	};
	const statement = { bind: () => statement, first: fail, all: fail, run: fail, raw: fail };
	const database = { prepare: () => statement, batch: fail, withSession: () => database };
	return { DB: database, SEARCH: database };
}

test.each(["before", "after"] as const)(
	"a bucket that fails %s it took a file keeps the form's words and asks for its file again",
	async (when) => {
		const upload = async (FILES: R2Bucket) => {
			const body = new FormData();
			body.set("_key", `picture-${when}`);
			body.set("file", new File([REAL.jpeg], "合照.jpg", { type: "image/jpeg" }));
			const context = createExecutionContext();
			const answer = await app.fetch(
				new Request(`http://localhost:8787${paths.admin.media.list()}`, {
					method: "POST",
					headers: { Cookie: editor.cookie, "Sec-Fetch-Site": "same-origin" },
					body,
				}),
				{ ...env, FILES },
				context,
			);
			await waitOnExecutionContext(context);
			return answer;
		};
		const answer = await upload(brokenStore(when));
		const text = await answer.text();
		expect([answer.status, heldIn(text)]).toEqual([503, { _key: `picture-${when}` }]);
		expect(text).toContain("請再選一次：合照.jpg");
		expect(text).toMatch(/<form[^>]* enctype="multipart\/form-data"/);
		expect(await rows("SELECT 1 FROM attachments WHERE filename LIKE '合照%'")).toEqual([]);
		expect((await upload(env.FILES)).status).toBe(303);
		expect(await rows("SELECT 1 AS n FROM attachments WHERE filename LIKE '合照%'")).toEqual([{ n: 1 }]);
		await env.DB.prepare("DELETE FROM attachments WHERE filename LIKE '合照%'").run();
	},
);

test("a reader gets what was last good while no database answers", async () => {
	const over = { CACHE: "edge" };
	const good = await (await ask("/api/v1/categories", { over })).text();
	await env.DB.prepare(
		"INSERT INTO categories (slug, name, created_at, updated_at) VALUES ('later', '後來', 1, 1)",
	).run();
	const stale = await ask("/api/v1/categories", { over: { ...over, ...failing("internal error") } });
	expect([stale.status, await stale.text()]).toEqual([200, good]);
});

test("what SQLite says of a statement, and a binding of its arguments, is no failure of the store", async () => {
	const { DB } = watchStorage(env);
	const words = async (run: () => Promise<unknown>): Promise<boolean> =>
		Promise.resolve()
			.then(run)
			.then(
				() => Promise.reject(new Error("it was done")),
				(error: unknown) => isUnanswered(error),
			);
	expect(await words(() => DB.prepare("SELECT nothing FROM nowhere").all())).toBe(false);
	expect(await words(() => DB.prepare("INSERT INTO guard (code) VALUES ('tag.stale')").run())).toBe(false);
	expect(await words(() => DB.prepare("SELECT ?1").bind(Symbol("x")).all())).toBe(false);
	expect(await words(() => DB.batch([DB.prepare("SELECT 1"), DB.prepare("SELEC 1")]))).toBe(false);
	for (const message of FAILURES) expect(isUnanswered(storageError(new Error(message)))).toBe(true);
	const [first, second] = await DB.batch([DB.prepare("SELECT 1 AS n"), DB.prepare("SELECT ?1 AS n").bind(2)]);
	expect([first?.results, second?.results]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
});
