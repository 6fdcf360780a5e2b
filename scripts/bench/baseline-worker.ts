/**
 * The baseline of the benchmark: a bare Hono app that answers a fixed body, a hit of the edge cache, the finished bytes
 * out of one row of D1, or one whole row as JSON.
 */
import { Hono } from "hono";

const app = new Hono<{ Bindings: { DB: D1Database } }>();
const bodies = new Map<string, unknown>();
const bodyOf = (size: string): unknown => {
	const known = bodies.get(size) ?? { data: "x".repeat(Math.max(0, Number(size) - 11)) };
	bodies.set(size, known);
	return known;
};

app.get("/fixed/:size", (c) => c.json(bodyOf(c.req.param("size"))));

app.get("/edge/:size", async (c) => {
	const key = `https://baseline.invalid${c.req.path}`;
	const hit = await caches.default.match(key);
	if (hit) return hit;
	const fill = Response.json(bodyOf(c.req.param("size")), { headers: { "Cache-Control": "public, max-age=86400" } });
	await caches.default.put(key, fill.clone());
	return fill;
});

app.get("/finished/:name", async (c) => {
	const body = await c.env.DB.prepare("SELECT body FROM finished WHERE name = ?")
		.bind(c.req.param("name"))
		.first<string>("body");
	return body === null ? c.notFound() : c.body(body, 200, { "Content-Type": "application/json" });
});

app.get("/select/:slug", async (c) =>
	c.json(await c.env.DB.prepare("SELECT * FROM articles WHERE slug = ?").bind(c.req.param("slug")).first()),
);

export default app;
