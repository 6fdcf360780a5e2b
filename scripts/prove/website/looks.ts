/** What a visitor finds on a website that docs/website.md made, whichever framework it stands in. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { createClient } from "../../../client/index.js";

/** What was looked for, and what was found instead, if it was. */
export type Looked = { what: string; instead: string | null };

const LONGEST_MS = 20_000;
export const MOVED = { old: "moved-away", now: "搬家後" };
export const GONE = "taken-down";
export const LED = [
	{ path: "/舊網站/關於我們", target: "/about" },
	{ path: "/articles/舊文章", target: "/contact" },
];

const at = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** Asks the website for list, texts, tree, redirects, what is not there, and a search. */
export async function look(site: string, name: string): Promise<Looked[]> {
	const pages: [what: string, path: string, statuses: number[], says: RegExp][] = [
		["header, first page", "/", [200], /<nav>.*<a href="\/articles\//s],
		["list", "/articles", [200], new RegExp(`/articles/${encodeURIComponent("秋日輕旅行")}"`)],
		["article with a Chinese slug", at("/articles/秋日輕旅行"), [200], /<h1>[^<]+<\/h1>/],
		["pictures in their copies", at("/articles/秋日輕旅行"), [200], /srcset="[^"]*w=640[^"]* 640w/i],
		["page of the tree", "/services", [200], /href="\/services\/respite"/],
		["page below it", "/services/respite", [200], /<h1>/],
		["nothing", "/articles/never-was", [404], /./],
		["nothing any more (410)", `/articles/${GONE}`, [404], /./],
		["search", `/search?q=${encodeURIComponent("輪椅")}`, [200], /<mark>輪椅<\/mark>/],
		["search for nothing that is there", "/search?q=zzzz", [200], /搜尋/],
		["draft with a token that is none", "/draft?type=article&id=1&token=x", [200, 403], /已失效/],
	];
	const moves: [what: string, path: string, to: string][] = [
		["301 of the API becomes the website's", `/articles/${MOVED.old}`, at(`/articles/${MOVED.now}`)],
		...LED.map(({ path, target }): [string, string, string] => [`old path ${path}`, at(path), target]),
	];
	const looked: Looked[] = [];
	for (const [what, path, statuses, says] of pages) {
		const answer = await fetch(site + path, { redirect: "manual" });
		const text = await answer.text();
		const isThere = statuses.includes(answer.status) && says.test(text);
		looked.push({ what: `${name}: ${what}`, instead: isThere ? null : `${answer.status} ${text.slice(0, 200)}` });
	}
	for (const [what, path, to] of moves) {
		const answer = await fetch(site + path, { redirect: "manual" });
		const [text, location] = [await answer.text(), answer.headers.get("Location")];
		// A page that was made at the build can only lead on by itself.
		const isLed = answer.status === 200 ? text.includes(`content="0;url=${to}"`) : Boolean(location?.endsWith(to));
		looked.push({
			what: `${name}: ${what}`,
			instead: isLed ? null : `${answer.status} ${location} ${text.slice(0, 200)}`,
		});
	}
	return looked;
}

/** Opens a draft and saves it `times` times; the open page must show each save. Returns the slowest, in milliseconds. */
export async function followDraft(
	browser: Browser,
	address: string,
	save: (title: string) => Promise<unknown>,
	times = 3,
): Promise<number> {
	const page = await browser.newPage();
	await page.goto(address);
	await page.getByRole("heading", { level: 1 }).waitFor();
	let slowest = 0;
	for (let n = 1; n <= times; n++) {
		const name = `草稿第 ${n} 稿 ${Date.now()}`;
		await save(name);
		const savedAt = Date.now();
		await page.getByRole("heading", { level: 1, name }).waitFor({ timeout: LONGEST_MS });
		slowest = Math.max(slowest, Date.now() - savedAt);
	}
	await page.close();
	return slowest;
}

/** Whether a static build has a page for every article and page of the API, and for every redirect. */
export async function lookAtFiles(folder: string, api: string): Promise<Looked[]> {
	const client = createClient({ baseUrl: api });
	const missing: string[] = [];
	let count = 0;
	const isThere = (path: string, says: string): void => {
		count++;
		const file = join(folder, "dist/client", path, "index.html");
		if (!existsSync(file) || !readFileSync(file, "utf8").includes(says)) missing.push(path);
	};
	for await (const { slug } of client.articles.all()) isThere(`articles/${slug}`, "<h1>");
	for await (const { path } of client.pages.all()) isThere(path, "<h1>");
	for await (const { path, target } of client.redirects.all()) isThere(path, target);
	const instead = missing.length === 0 ? null : missing.join(", ");
	return [{ what: `Astro, static: all ${count} articles, pages and redirects`, instead }];
}
