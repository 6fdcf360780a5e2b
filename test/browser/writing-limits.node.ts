/** What the editors and their texts keep to: how they look, how fast a key is, and a website that cannot be told. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import * as z from "zod";
import { uploadMedia } from "#domain/content/media/actions.ts";
import { createEndpoint } from "#domain/content/webhooks/actions.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { type AdminServer, startAdmin } from "../support/admin-server.ts";
import { reloadUntil } from "../support/admin-steps.ts";
import { look } from "../support/look.ts";
import { slowness } from "../support/node-pace.ts";
import { askUntil, jsonOf } from "../support/public-answers.ts";
import { startReceiver } from "../support/receiver.ts";
import { keysWithinFrame, LONG, typist } from "../support/typist.ts";
import { give } from "../support/writing-page.ts";
import {
	append,
	awake,
	BODY,
	bodyOf,
	deskOf,
	openEditor,
	press,
	save,
	titleOf,
	when,
} from "../support/writing-steps.ts";

const EDITOR = "editor@example.org";
const DESK = { viewport: { width: 1280, height: 900 } };
const WITHIN_MS = 1_200 * slowness();
const BOX = "site";
let world: AdminServer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

before(async () => {
	receiver = await startReceiver();
	world = await startAdmin({
		prepare: async ({ db, env, secrets }) => {
			const by = byOperator(Date.now());
			const keys = { ENVIRONMENT: "development", SEALING_KEY: secrets.SEALING_KEY };
			await createEndpoint(db, keys, { url: `${receiver.origin}/${BOX}`, events: [], ...by });
			const bytes = new TextEncoder().encode("%PDF-1.7\n%%EOF\n");
			await uploadMedia(env, db, { upload: { filename: "辦法.pdf", declaredType: "", bytes }, by });
		},
	});
});
after(async () => {
	await world?.stop();
	await receiver?.close();
});

const Deliveries = z.array(z.object({ at: z.number() }));
/** Everything that the website heard, once it was called this many times. */
const heard = async (count: number) =>
	Deliveries.parse(await (await fetch(`${receiver.origin}/_received/${BOX}?n=${count}`)).json());

test("a website that hangs, then fails, is told of again; nobody who writes waits for it", async (t) => {
	const { page, errors } = await deskOf(world, EDITOR, DESK);
	await openEditor(page);
	const answers = [
		{ hold: true, drop: true },
		{ hold: true, status: 503 },
	];
	await fetch(`${receiver.origin}/_answers/${BOX}`, { method: "PUT", body: JSON.stringify(answers) });
	await titleOf(page).fill("官網聽不到的時候");
	const pressed = Date.now();
	const published = await save(page, "發布");
	await heard(1);
	await reloadUntil(page, "正在通知官網，通常一秒內更新；沒有送到會再通知。");
	await awake(page);
	await append(page, "官網沒有回應，照樣寫。");
	const again = Date.now();
	const saved = await save(page, "儲存並更新官網");
	t.diagnostic(`answered after ${published - pressed} ms and, while the website hangs, ${saved - again} ms`);
	assert.ok(published - pressed < WITHIN_MS && saved - again < WITHIN_MS);
	const latest = page
		.locator("section", { has: page.getByRole("heading", { name: "最近發布" }) })
		.locator("li")
		.first();
	await page.goto("/admin");
	assert.match((await latest.textContent()) ?? "", /官網聽不到的時候.*尚未送達/s);

	await fetch(`${receiver.origin}/_release/${BOX}`, { method: "POST" });
	const told = await heard(3);
	t.diagnostic(`heard after ${told.map(({ at }) => at - published).join(", ")} ms`);
	await reloadUntil(page, "後抵達官網");
	const words = (await latest.textContent()) ?? "";
	t.diagnostic(words.replace(/\s+/g, " "));
	assert.match(words, /官網聽不到的時候.*[0-9.]+ 秒後抵達官網/s);
	await latest.getByRole("link").click();
	await reloadUntil(page, "官網已於");
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("a key in an article of 200 KB, in the editor with everything around it, takes less than a frame", async (t) => {
	const bare = await (await world.browser.newContext(DESK)).newPage();
	await bare.setContent('<!doctype html><textarea id="bare" cols="90" rows="20"></textarea>');
	const { page, errors } = await deskOf(world, EDITOR, DESK);
	await openEditor(page);
	await titleOf(page).fill("很長的一篇");
	await bodyOf(page).fill(LONG);
	await save(page, "儲存草稿");
	await awake(page);
	const { holds, rounds } = await keysWithinFrame(await typist(bare, "#bare", LONG), await typist(page, BODY));
	for (const round of rounds) t.diagnostic(round);
	await page.locator(".autosave[data-state=kept]").waitFor();
	assert.ok(holds, rounds.join("; "));
	assert.deepEqual(errors, []);
	await bare.context().close();
	await page.context().close();
});

const PHOTO = { type: "image/jpeg", width: 1200, height: 800 };

/** An article with pictures between its paragraphs, as its readers get it. */
async function illustrated(page: Page): Promise<string> {
	await openEditor(page);
	await titleOf(page).fill("有圖的文章");
	await append(page, "第一段。\n\n");
	for (const [at, name] of ["一.jpg", "二.jpg"].entries()) {
		await give(page, "drop", { files: [{ name, ...PHOTO, height: 800 + at }], into: BODY });
		await when(page, `text.split("/api/v1/attachments/").length === ${at + 2}`);
		await append(page, `\n\n${LONG.slice(0, 900)}\n\n`);
	}
	await save(page, "發布");
	const reader = { address: world.address, from: "10.0.0.2" };
	const { answer } = await askUntil(reader, "/articles/有圖的文章", ({ status }) => status === 200);
	return z.object({ data: z.object({ body_html: z.string() }) }).parse(jsonOf(answer)).data.body_html;
}

/** How far a website's page jumps (CLS) when pictures come after its text was seen. */
async function shiftOf(html: string): Promise<number> {
	// A browser of its own, for one that drew the pictures before draws them at once. So high that every picture is in
	// sight: those that are not would be fetched later.
	const page = await (await world.browser.newContext({ viewport: { width: 1280, height: 2_400 } })).newPage();
	const address = "http://site.example/article";
	await page.route(address, (route) =>
		route.fulfill({
			contentType: "text/html; charset=utf-8",
			body: `<!doctype html><style>img { max-width: 100%; height: auto }</style><article>${html}</article>`,
		}),
	);
	await page.route("**/attachments/**", async (route) => {
		// What was never drawn cannot jump.
		await page.evaluate(`new Promise((done) => new PerformanceObserver((list) => {
			if (list.getEntriesByName("first-contentful-paint").length > 0) done();
		}).observe({ type: "paint", buffered: true }))`);
		// Chromium lets no page from elsewhere ask this machine.
		await route.fulfill({ response: await route.fetch() });
	});
	await page.goto(address);
	const shift = await page.evaluate(
		`(async () => {
			const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
			let sum = 0;
			const add = (entries) => { for (const { value } of entries) sum += value; };
			const observer = new PerformanceObserver((list) => add(list.getEntries()));
			observer.observe({ type: "layout-shift", buffered: true });
			await Promise.all([...document.images].map((image) => image.decode()));
			await frame();
			await frame();
			add(observer.takeRecords());
			return sum;
		})()`,
	);
	await page.context().close();
	return Number(shift);
}

test("a website that shows an article does not jump when its pictures come; they are kept for ever", async (t) => {
	const { page, errors } = await deskOf(world, EDITOR, DESK);
	const html = await illustrated(page);
	assert.deepEqual(errors, []);
	await page.context().close();
	const images = html.match(/<img[^>]*>/g) ?? [];
	assert.equal(images.length, 2);
	for (const [at, image] of images.entries()) {
		assert.match(image, new RegExp(`width="1200" height="${800 + at}"`));
		const answer = await fetch(/src="([^"]*)"/.exec(image)?.[1] ?? assert.fail(image));
		assert.deepEqual([answer.status, answer.headers.get("Content-Type")], [200, "image/jpeg"]);
		assert.match(answer.headers.get("Cache-Control") ?? "", /max-age=31536000.*immutable/);
	}
	const shift = await shiftOf(html);
	const without = await shiftOf(html.replace(/ (width|height)="\d+"/g, ""));
	t.diagnostic(`layout shift ${shift}; without width and height it would be ${without}`);
	assert.ok(shift < 0.01, `${shift}`);
	assert.ok(without > 0.01, `the page measures nothing: ${without}`);
});

test("every editor and list looks right on a phone and a desk, by day and by night", async () => {
	const { page, errors } = await deskOf(world, EDITOR, DESK);
	const { articles, pages, documents, media } = paths.admin;
	for (const list of [articles.list(), pages.list(), documents.list(), media.list(), paths.admin.home()]) {
		await page.goto(list);
		await look(page);
	}
	await openEditor(page);
	await look(page);
	await page.setViewportSize(DESK.viewport);
	await titleOf(page).fill("兩個人寫的");
	await append(page, "第一行\n\n第二行");
	await save(page, "儲存草稿");
	const other = await page.context().newPage();
	await openEditor(other, new URL(page.url()).pathname);
	await append(page, "，甲改的");
	await save(page, "儲存草稿");
	await awake(page);
	await look(page);
	await append(other, "，乙改的");
	assert.equal((await press(other, "儲存草稿")).status, 409);
	await awake(other);
	await look(other);
	await other.setViewportSize(DESK.viewport);
	await save(other, "儲存草稿");
	await save(other, "移到垃圾桶");
	await awake(other);
	await look(other);
	await other.goto(`${articles.list()}?state=trashed`);
	await look(other);
	assert.deepEqual(errors, []);
	await page.context().close();
});
