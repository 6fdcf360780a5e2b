/** What editors do from the first word to the website, in Chromium against the running program. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import * as z from "zod";
import { patiently } from "#db/commit.ts";
import { createCategory } from "#domain/content/categories/actions.ts";
import { createEndpoint } from "#domain/content/webhooks/actions.ts";
import { byOperator } from "#kernel/by.ts";
import { slashed } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type AdminServer, openTab, startAdmin } from "../support/admin-server.ts";
import { button, field, link, reloadUntil, signIn, tabTo } from "../support/admin-steps.ts";
import { slowness } from "../support/node-pace.ts";
import { ask, askUntil, jsonOf } from "../support/public-answers.ts";
import { startReceiver } from "../support/receiver.ts";
import { give } from "../support/writing-page.ts";
import {
	awake,
	BODY,
	bodyOf,
	deskOf,
	NEW_ARTICLE,
	paper,
	picture,
	save,
	titleOf,
	when,
	write,
} from "../support/writing-steps.ts";

const EDITOR = "editor@example.org";
const DESK = { viewport: { width: 1280, height: 900 } };
const MINUTE = 60_000;
/** To write and publish an article by a script's hands. */
const MOST_MS = 3 * MINUTE * slowness();
const DAY = 1_440 * MINUTE;
const WITHIN_MS = 1_200 * slowness();
const BOX = "site";
let world: AdminServer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

before(async () => {
	receiver = await startReceiver();
	world = await startAdmin({
		prepare: async ({ db, secrets }) => {
			const by = byOperator(Date.now());
			const keys = { ENVIRONMENT: "development", SEALING_KEY: secrets.SEALING_KEY };
			await createEndpoint(db, keys, { url: `${receiver.origin}/${BOX}`, events: [], ...by });
			await createCategory(db, { name: "衛教", slug: "care", description: "" }, { ...by, key: "care" });
		},
	});
});
after(async () => {
	await world?.stop();
	await receiver?.close();
});

const Article = z.object({
	data: z.object({
		title: z.string(),
		excerpt: z.string(),
		body_html: z.string(),
		toc: z.array(z.object({ text: z.string() })),
		cover_image: z.object({ url: z.string(), alt: z.string(), width: z.int(), height: z.int() }).nullable(),
		attachments: z.array(z.object({ filename: z.string(), description: z.string() })),
		categories: z.array(z.object({ slug: z.string() })),
		tags: z.array(z.object({ name: z.string() })),
	}),
});
const reader = () => ({ address: world.address, from: "10.0.0.1" });
const isThere = ({ status }: { status: number }) => status === 200;
const articleOf = async (slug: string) => {
	const { answer } = await askUntil(reader(), `/articles/${slug}`, isThere);
	return Article.parse(jsonOf(answer)).data;
};
const imagesIn = (html: string): string[] => html.match(/<img[^>]*>/g) ?? [];

/** Puts the caret behind the last place where a mark stands in the text and writes there. */
async function writeInto(page: Page, mark: string, words: string): Promise<void> {
	await bodyOf(page).evaluate((area, before) => {
		const at = String(Reflect.get(area, "value")).lastIndexOf(before) + before.length;
		Reflect.apply(Reflect.get(area, "setSelectionRange"), area, [at, at]);
	}, mark);
	await write(page, words);
}

/** The day of a moment as its field holds it. */
const rocOf = (at: number): string => slashed(dateInTaipei(at), "roc");

test("who has never seen it publishes an article with two pictures and a file within three minutes", async (t) => {
	const { page, errors } = await openTab(world, DESK);
	const begun = Date.now();
	await signIn(page, EDITOR);
	await button(page, "官網管理").click();
	await link(page, "文章").click();
	await link(page, "新增文章").first().click();
	await awake(page);
	await titleOf(page).fill("冬天出門，先讓空氣暖起來");
	await bodyOf(page).click();
	await write(page, "清晨的冷空氣最容易引起咳嗽。");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Enter");
	await page.getByRole("toolbar", { name: "格式" }).getByRole("button", { name: "標題" }).click();
	await write(page, "出門前的三件事");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Enter");
	await page.getByRole("button", { name: "項目清單" }).click();
	await write(page, "戴上口罩");
	await page.keyboard.press("Enter");
	await write(page, "圍巾包住口鼻");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Enter");
	for (const [at, act] of (["drop", "paste"] as const).entries()) {
		const photo = { name: ["散步.jpg", "圍巾.jpg"][at] ?? "", type: "image/jpeg", width: 1600, height: 900 + at };
		await give(page, act, { files: [photo], into: BODY });
		await when(page, `text.split("](/api/v1/attachments/").length === ${at + 2}`);
		await writeInto(page, "![", ["兩個人在河邊散步", "圍好圍巾的長輩"][at] ?? "");
		await page.keyboard.press("Control+End");
		await page.keyboard.press("Enter");
	}
	await field(page, "加入附件").setInputFiles(paper("冬季保養手冊.pdf"));
	await page.getByLabel("標籤", { exact: true }).fill("冬季");
	await page.getByLabel("標籤", { exact: true }).press("Enter");
	await field(page, "衛教").check();
	await button(page, "從媒體庫選擇").click();
	await page.getByRole("dialog").getByRole("button", { name: /散步/ }).click();
	await field(page, "替代文字").fill("河邊的步道");
	const slug = "冬天出門-先讓空氣暖起來";
	await page.getByText(`/articles/${slug}`).first().waitFor();
	assert.equal((await ask(reader(), `/articles/${slug}`)).status, 404);
	const answered = await save(page, "發布");
	const took = Date.now() - begun;
	const { at } = await askUntil(reader(), `/articles/${slug}`, isThere);
	await fetch(`${receiver.origin}/_received/${BOX}?n=1`);
	await reloadUntil(page, "官網已於");
	const words = (await page.getByText(/官網已於 [0-9.]+ 秒後更新。/).textContent()) ?? "";
	t.diagnostic(`${took} ms by a script's hands; public after ${at - answered} ms; ${words}`);
	assert.ok(took < MOST_MS, `${took} ms`);
	assert.ok(at - answered <= WITHIN_MS, `public after ${at - answered} ms`);

	const { body_html: html, ...article } = await articleOf(slug);
	assert.deepEqual(
		imagesIn(html).map((image) => [/alt="([^"]*)"/.exec(image)?.[1], /width="1600" height="90[01]"/.test(image)]),
		[
			["兩個人在河邊散步", true],
			["圍好圍巾的長輩", true],
		],
	);
	assert.match(html, /<li>戴上口罩<\/li>/);
	assert.deepEqual(
		article.toc.map(({ text }) => text),
		["出門前的三件事"],
	);
	assert.deepEqual([article.cover_image?.alt, article.cover_image?.width], ["河邊的步道", 1600]);
	assert.deepEqual(article.attachments, [{ filename: "冬季保養手冊.pdf", description: "" }]);
	assert.deepEqual([article.categories, article.tags], [[{ slug: "care" }], [{ name: "冬季" }]]);
	assert.deepEqual(errors, []);
	await page.context().close();
});

const NO_SCRIPT = { javaScriptEnabled: false, viewport: DESK.viewport };

test("without JavaScript: the same by plain forms, then planned, taken down, copied, thrown away and back", async () => {
	const { page } = await deskOf(world, EDITOR, NO_SCRIPT);
	await page.goto(NEW_ARTICLE);
	await titleOf(page).fill("居家氧氣的日常");
	await bodyOf(page).fill("## 通風\n\n窗戶留一道縫。");
	await page.locator("[name=cover_file]").setInputFiles(picture("窗邊.png"));
	await field(page, "替代文字").fill("窗邊的氧氣機");
	await page.locator("[name=pictures]").setInputFiles([picture("機器.png"), picture("管線.png")]);
	await field(page, "加入附件").setInputFiles([paper("用氧紀錄表.pdf"), paper("聯絡電話.pdf")]);
	await field(page, "衛教").check();
	await page.getByLabel("標籤", { exact: true }).fill("居家、氧氣");
	await save(page, "發布");
	await page.getByText("已發布。", { exact: true }).waitFor();

	const rows = page.locator(".attached");
	assert.equal(await rows.count(), 2);
	for (const [name, words, place] of [
		["用氧紀錄表.pdf", "每天填寫", "2"],
		["聯絡電話.pdf", "貼在機器旁", "1"],
	] as const) {
		await field(page, `${name}的說明`).fill(words);
		await field(page, `${name}的順序`).fill(place);
	}
	const end = rocOf(Date.now() + 9 * DAY);
	await page.locator("[name=unpublish_at]").fill(end);
	await field(page, "下架時間（幾點幾分）").fill("晚上8點");
	await save(page, "儲存並更新官網");
	assert.equal(await page.locator("[name=unpublish_at]").inputValue(), end);
	assert.equal(await field(page, "下架時間（幾點幾分）").inputValue(), "20:00");
	const shown = await articleOf("居家氧氣的日常");
	assert.equal(imagesIn(shown.body_html).length, 2);
	assert.equal(shown.cover_image?.alt, "窗邊的氧氣機");
	assert.deepEqual(shown.attachments, [
		{ filename: "聯絡電話.pdf", description: "貼在機器旁" },
		{ filename: "用氧紀錄表.pdf", description: "每天填寫" },
	]);
	assert.deepEqual(shown.tags.map(({ name }) => name).toSorted(), ["居家", "氧氣"].toSorted());

	const isGone = ({ status }: { status: number }) => status === 404;
	await save(page, "下架");
	await askUntil(reader(), "/articles/居家氧氣的日常", isGone);
	const start = rocOf(Date.now() + 2 * DAY);
	await page.getByText("排程", { exact: true }).click();
	await field(page, "發布時間").fill(start);
	await field(page, "發布時間（幾點幾分）").fill("930");
	await save(page, "排程發布");
	await page.getByText("已排程，時間到了會自動發布。").waitFor();
	assert.equal(await field(page, "發布時間").inputValue(), start);
	assert.equal(await field(page, "發布時間（幾點幾分）").inputValue(), "09:30");
	await save(page, "取消排程");
	await save(page, "建立複本");
	assert.equal(await titleOf(page).inputValue(), "居家氧氣的日常（複本）");
	assert.equal(await rows.count(), 2);
	await save(page, "移到垃圾桶");
	await page.getByText("這篇文章在垃圾桶裡").waitFor();
	await save(page, "還原為草稿");
	await save(page, "發布");
	assert.equal((await articleOf("居家氧氣的日常-複本")).attachments.length, 2);
	await page.context().close();
});

test("by keyboard alone: written, published, archived from the list; a page changes its place", async () => {
	const add = world.env.DB.prepare(
		`INSERT INTO pages (position, slug, path, title, state, published_at, created_at, updated_at)
		VALUES (?1, ?2, ?2, ?3, 'published', 1, 1, 1)`,
	);
	await patiently(() => world.env.DB.batch([add.bind(1, "about", "關於我們"), add.bind(2, "join", "加入我們")]));
	const { page, errors } = await deskOf(world, EDITOR, DESK);
	const { keyboard } = page;
	const onLink = (words: string) =>
		`document.activeElement.matches("a") && document.activeElement.textContent.trim() === "${words}"`;
	const onButton = (words: string) =>
		`document.activeElement.matches("button") && document.activeElement.innerText.trim() === "${words}"`;
	await page.goto("/admin/articles");
	await tabTo(page, onLink("新增文章"));
	await keyboard.press("Enter");
	await page.waitForURL(/\/new$/);
	await awake(page);
	await tabTo(page, "document.activeElement.name === 'title'");
	await write(page, "只用鍵盤");
	await tabTo(page, "document.activeElement.name === 'body'");
	await write(page, "重點");
	await keyboard.press("Shift+Home");
	await tabTo(page, "'tool' in document.activeElement.dataset", "Shift+Tab");
	await keyboard.press("ArrowRight");
	await keyboard.press("ArrowRight");
	await keyboard.press("Enter");
	await when(page, 'text === "**重點**"');
	await tabTo(page, onButton("發布"), "Shift+Tab");
	await keyboard.press("Enter");
	await page.locator("#look-title:focus").waitFor();
	await tabTo(page, onButton("仍要發布"));
	await Promise.all([page.waitForURL(/\/\d+$/), keyboard.press("Enter")]);
	await page.getByText("已發布。", { exact: true }).waitFor();
	await askUntil(reader(), "/articles/只用鍵盤", isThere);

	await tabTo(page, onLink("文章"), "Shift+Tab");
	await Promise.all([page.waitForURL(/\/admin\/articles$/), keyboard.press("Enter")]);
	await tabTo(
		page,
		"document.activeElement.closest('tr')?.textContent.includes('只用鍵盤') && document.activeElement.type === 'checkbox'",
	);
	await keyboard.press("Space");
	await page.getByText("已選 1 篇").waitFor();
	await tabTo(page, onButton("封存"), "Shift+Tab");
	await keyboard.press("Enter");
	await page.getByText("已封存 1 篇。").waitFor();
	await askUntil(reader(), "/articles/只用鍵盤", ({ status }) => status === 410);

	await tabTo(page, "document.activeElement.textContent.trim() === '官網管理'");
	await keyboard.press("Enter");
	await tabTo(page, onLink("單頁"));
	await keyboard.press("Enter");
	await page.locator("x-island[name=page-tree][data-state=ready]").waitFor();
	await tabTo(page, "document.activeElement.textContent.trim() === '下移：關於我們'");
	await keyboard.press("Enter");
	await page.getByText("「關於我們」在最上層的第 2 個，共 2 個。").waitFor();
	await tabTo(page, "'grip' in document.activeElement.dataset", "Shift+Tab");
	await keyboard.press("Alt+ArrowUp");
	await page.getByText("「關於我們」在最上層的第 1 個，共 2 個。").waitFor();
	assert.deepEqual(errors, []);
	await page.context().close();
});
