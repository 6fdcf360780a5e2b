import { expect, test, vi } from "vitest";

vi.resetModules(); // an isolate that knows no revision yet
const { ask, insertArticle, sql } = await import("../support/content.ts");

const feed = async (format: string) => (await ask(`/api/v1/feeds/articles.${format}`, {}, { CACHE: "edge" })).text();
const titles = async () => {
	const rss = await feed("rss");
	const json: { title: string; home_page_url: string; items: { url: string }[] } = JSON.parse(await feed("json"));
	return {
		rss: /<channel>\s*<title>([^<]*)<\/title>\s*<link>([^<]*)<\/link>/.exec(rss)?.slice(1),
		atom: /<title>([^<]*)<\/title>/.exec(await feed("atom"))?.[1],
		json: [json.title, json.home_page_url, json.items[0]?.url],
	};
};
const address = "https://www.example.org/";

test("feeds bear the website's own name and addresses, and follow the name within a second", async () => {
	await insertArticle({ slug: "one" });
	expect(await titles()).toEqual({
		rss: ["www.example.org", address],
		atom: "www.example.org",
		json: ["www.example.org", address, `${address}articles/one`],
	});
	await sql("INSERT INTO settings (key, value, updated_at) VALUES ('association.name', '漣漪 & 病友協會', 1)");
	await vi.waitUntil(async () => (await titles()).atom !== "www.example.org", { timeout: 1_000, interval: 20 });
	expect(await titles()).toEqual({
		rss: ["漣漪 &amp; 病友協會", address],
		atom: "漣漪 &amp; 病友協會",
		json: ["漣漪 & 病友協會", address, `${address}articles/one`],
	});
});
