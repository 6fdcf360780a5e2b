/** What every answer carries, of every address that app.ts mounts; those of pages are in test/auth/matrix.test.ts. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { app } from "#app.ts";
import { breaking } from "../support/broken.ts";
import { ask, insertArticle, page } from "../support/content.ts";
import { createPage, insertDocument } from "../support/rows.ts";

const HSTS = "max-age=63072000; includeSubDomains";
/** Mounted beside the surfaces; patterns of middleware are none. */
const MOUNTED = [
	...new Set(
		app.routes.filter(({ path }) => /^\/(?:api|hooks)\//.test(path) && !path.includes("*")).map(({ path }) => path),
	),
];

beforeAll(async () => {
	for (const level of ["log", "info", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
	await insertArticle({ slug: "shown" });
	await insertArticle({ slug: "gone", state: "archived" });
	await createPage(page(1, "about"));
	await insertDocument({ id: 1, slug: "bylaws", category: "", visibility: "public" });
	await env.FILES.put("documents/1", "0123456789");
});

const addressOf = (path: string): string =>
	path
		.replace("/articles/:slug", "/articles/shown")
		.replace(/\/pages\/:path.*/, "/pages/about")
		.replace("/documents/:slug", "/documents/bylaws")
		.replace(/:\w+(?:\{[^}]*\})?/g, "nothing");

async function expectGuarded(answer: Response, of: string): Promise<void> {
	const { headers } = answer;
	const policy = headers.get("Content-Security-Policy") ?? "";
	expect([of, headers.get("Strict-Transport-Security"), headers.get("X-Content-Type-Options")]).toEqual([
		of,
		HSTS,
		"nosniff",
	]);
	expect([of, policy.startsWith("default-src 'none'"), headers.get("Referrer-Policy") !== null]).toEqual([
		of,
		true,
		true,
	]);
	// Framing is for files alone, which are shut up in a sandbox.
	expect([of, /frame-ancestors 'none'|sandbox/.test(policy)]).toEqual([of, true]);
	expect([of, headers.get("Server"), headers.get("X-Powered-By")]).toEqual([of, null, null]);
	expect([of, headers.getSetCookie()]).toEqual([of, []]);
	if (answer.body && (await answer.text()) !== "")
		expect([of, headers.get("Content-Type") ?? ""]).toEqual([
			of,
			expect.stringMatching(/charset=utf-8$|^(?:image|application)\/(?!json|xml|problem)/i),
		]);
}

/** A shared cache may keep what everybody may read; what failed, nobody. */
function expectCaching(answer: Response, of: string): void {
	const said = answer.headers.get("Cache-Control") ?? "";
	if (answer.status >= 500 || [400, 403, 405, 406, 413].includes(answer.status))
		expect([of, said]).toEqual([of, "no-store"]);
	else expect([of, said]).toEqual([of, expect.stringMatching(/^(?:public, max-age=|no-store$|private)/)]);
}

describe.each(MOUNTED)("%s", (path) => {
	test.each(["GET", "HEAD", "OPTIONS", "POST", "DELETE"])("%s", async (method) => {
		const of = `${method} ${path}`;
		const answer = await ask(addressOf(path), { method, ...(method === "POST" ? { body: "{}" } : {}) });
		expect([of, answer.status < 500]).toEqual([of, true]);
		// Nothing changes by a method that only reads; nothing here but a signed hook takes another.
		if (["POST", "DELETE"].includes(method))
			expect([of, answer.status]).toEqual([of, path.startsWith("/api/") ? 405 : 404]);
		expectCaching(answer, of);
		await expectGuarded(answer, of);
	});

	test("while the database is away", async () => {
		const away = { DB: breaking(1, "before").env.DB };
		const answer = await ask(`${addressOf(path)}?x=${crypto.randomUUID()}`, {}, away);
		expectCaching(answer, path);
		await expectGuarded(answer, path);
	});
});

test.each([
	"/api/v1/nothing",
	"/api/v1/articles/gone",
	"/api/v1/articles?page=x",
	"/api/v2/articles",
	"/api/v1/",
	"/hooks/nobody",
	"/nothing",
	"/.git/config",
	"/.env",
	"/wrangler.toml",
	"/api/v1/..%2f..%2fetc/passwd",
])("%s is guarded and tells nothing", async (path) => {
	const answer = await ask(path);
	expect([path, [303, 400, 404, 410].includes(answer.status)]).toEqual([path, true]);
	await expectGuarded(answer, path);
});
