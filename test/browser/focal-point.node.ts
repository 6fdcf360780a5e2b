/** The focal point of a picture: set by a click on it, told by the API, and taken back by emptying its fields. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { uploadMedia } from "#domain/content/media/actions.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { type AdminServer, sessionOf, startAdmin } from "../support/admin-server.ts";
import { REAL } from "../support/pictures.ts";

let world: AdminServer;
let page: Page;

before(async () => {
	let session = "";
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "editor@example.org");
			const upload = { filename: "河.png", declaredType: "", bytes: REAL.png };
			const file = await uploadMedia(store.env, store.db, { upload, by: byOperator(Date.now()) });
			await store.env.DB.prepare(
				`INSERT INTO articles (slug, type, state, title, cover_id, published_at, created_at, updated_at)
				VALUES ('river', 'news', 'published', '河', ?, 1, 1, 1)`,
			)
				.bind(file.id)
				.run();
		},
	});
	const context = await world.browser.newContext({ baseURL: world.address, viewport: { width: 1280, height: 900 } });
	await context.addCookies([{ name: "session", value: session, url: world.address }]);
	page = await context.newPage();
});
after(() => world?.stop());

type Summary = { cover_image: { url: string; focal: { x: number; y: number } | null } | null };

/** The cover of a public article, and the address of its page in the library. */
async function aCover(): Promise<{ id: string; focal: { x: number; y: number } | null }> {
	const rev = await world.env.DB.prepare("SELECT rev FROM content_revision").first<number>("rev");
	const answer = await fetch(`${world.address}/api/v1/articles?per_page=50&min_rev=${rev}`);
	const { data } = (await answer.json()) as { data: Summary[] };
	const cover = data.find(({ cover_image: image }) => image)?.cover_image;
	assert.ok(cover);
	return { id: new URL(cover.url).pathname.split("/").at(-2) ?? "", focal: cover.focal };
}

/** Saves, and waits for the page that comes of it. */
async function saved(): Promise<void> {
	const answer = page.waitForResponse((one) => one.request().method() === "GET" && one.url().endsWith(page.url()));
	await page.getByRole("button", { name: "儲存" }).click();
	await answer;
	await page.getByText("已儲存圖片說明。").waitFor();
}

test("a click on the picture sets both numbers and the mark; the API tells them, and emptying takes them back", async () => {
	const { id } = await aCover();
	await page.goto(paths.admin.media.show(id));
	const place = page.locator(".focus-place");
	const box = await place.boundingBox();
	assert.ok(box);
	await place.click({ position: { x: box.width * 0.25, y: box.height * 0.75 } });
	const numbers = () => Promise.all(["由左算起", "由上算起"].map((label) => page.getByLabel(label).inputValue()));
	const [x, y] = (await numbers()).map(Number);
	assert.ok(Math.abs((x ?? 0) - 25) <= 4 && Math.abs((y ?? 0) - 75) <= 4);
	const mark = await page.locator(".focus-mark").boundingBox();
	assert.ok(mark && Math.abs(mark.x + mark.width / 2 - (box.x + box.width / 4)) < 4);
	await saved();
	assert.deepEqual(await numbers(), [String(x), String(y)]);
	assert.deepEqual((await aCover()).focal, { x, y });
	for (const label of ["由左算起", "由上算起"]) await page.getByLabel(label).fill("");
	assert.equal(await page.locator(".focus-mark").isVisible(), false);
	await saved();
	assert.equal((await aCover()).focal, null);
});
