/** A draft in two tabs: what is saved in one is shown in the other, on a page of the program and on a website of its own look. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { paths } from "#http/paths.ts";
import { type AdminServer, sessionOf, startAdmin } from "../support/admin-server.ts";

let world: AdminServer;
let context: BrowserContext;
let id = 0;

before(async () => {
	let session = "";
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "editor@example.org");
		},
	});
	context = await world.browser.newContext({ baseURL: world.address });
	await context.addCookies([{ name: "session", value: session, url: world.address }]);
	const editor = await context.newPage();
	await editor.goto(paths.admin.articles.create());
	await save(editor, "第一個標題");
	id = Number(new URL(editor.url()).pathname.split("/").at(-1));
	await editor.close();
});
after(() => world?.stop());

/** Opens the editor and its preview, as a press on 官網預覽 does: a tab of its own. */
async function pressed(): Promise<{ editor: Page; preview: Page }> {
	const editor = await context.newPage();
	await editor.goto(paths.admin.articles.show(id));
	const [preview] = await Promise.all([
		context.waitForEvent("page"),
		editor.getByRole("link", { name: "官網預覽", exact: true }).click(),
	]);
	return { editor, preview };
}

async function save(editor: Page, title: string): Promise<void> {
	await editor.getByRole("textbox", { name: "標題", exact: true }).fill(title);
	await editor.getByRole("button", { name: "儲存草稿" }).first().click();
	await editor.getByText("已儲存草稿。").waitFor();
}

test("the preview of this service shows what is saved, while it stays open", async () => {
	const { editor, preview } = await pressed();
	await preview.getByRole("heading", { level: 1 }).waitFor();
	await save(editor, "改過一次的標題");
	await preview.getByRole("heading", { level: 1, name: "改過一次的標題" }).waitFor();
	await save(editor, "再改一次的標題");
	await preview.getByRole("heading", { level: 1, name: "再改一次的標題" }).waitFor();
	await editor.close();
	await preview.close();
});

test("so does a website that draws drafts in its own look with the client", async () => {
	const website = await startWebsite(world.address);
	await world.env.DB.prepare("INSERT INTO settings (key, value, updated_at) VALUES ('PREVIEW_URL', ?1, 1)")
		.bind(`${website.origin}/draft?type={type}&id={id}&token={token}`)
		.run();
	try {
		const { editor, preview } = await pressed();
		await preview.getByRole("heading", { level: 1, name: "再改一次的標題" }).waitFor();
		assert.ok(preview.url().startsWith(`${website.origin}/draft?type=article&id=${id}&token=`));
		await save(editor, "官網上的標題");
		await preview.getByRole("heading", { level: 1, name: "官網上的標題" }).waitFor();
		assert.equal(await preview.evaluate("document.referrer.includes('/admin')"), false);
		await editor.close();
		await preview.close();
	} finally {
		website.close();
	}
});

/** A website of one page, which shows a draft with the client and draws it again when it is saved. */
async function startWebsite(api: string): Promise<{ origin: string; close: () => void }> {
	const client = readFileSync("client/index.js");
	const page = `<!doctype html><meta charset="utf-8"><title>草稿</title><h1></h1><script type="module">
		import { createClient, watchDraft } from "/client.js";
		const { type, id, token } = Object.fromEntries(new URLSearchParams(location.search));
		const draft = await createClient({ baseUrl: "${api}" }).preview[type](id, token);
		document.querySelector("h1").textContent = draft.data.title;
		watchDraft({ baseUrl: "${api}", type, id, token }, () => location.reload());
	</script>`;
	const server = createServer((request, response) => {
		const isScript = request.url === "/client.js";
		response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html; charset=utf-8");
		response.end(isScript ? client : page);
	});
	await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
	const close = () => {
		server.close();
		server.closeAllConnections();
	};
	return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, close };
}
