/**
 * An editor's hour: an article with two pictures, a table copied from Excel, a video, a file, three links and a quotation is
 * written, published, corrected, taken down and put back, by keys and mouse, each counted under its part.
 */
import type { Locator, Page } from "playwright-core";
import { createArticle } from "#domain/content/articles/actions.ts";
import { byOperator } from "#kernel/by.ts";
import { type AdminServer, openTab, type Store, sessionOf } from "./admin-server.ts";
import { articleInput } from "./articles.ts";
import { type Count, countOn, nothingYet } from "./keystrokes.ts";
import { RICH } from "./rich-page.ts";
import { SHEETS } from "./sheets.ts";
import { give } from "./writing-page.ts";
import { paper } from "./writing-steps.ts";

export const TITLE = "冬天的肺，怎麼照顧";
const OXYGEN = "居家氧氣使用須知";
const VISITS = "居家訪視怎麼申請";
const SOCIETY = "https://www.example.org/lungs";
const VIDEO = "https://youtu.be/M7lc1UVf-VE";
const PHOTOS = ["散步.jpg", "圍巾.jpg"].map((name, at) => ({
	name,
	type: "image/jpeg",
	width: 1600,
	height: 900 + at,
}));

/** Publishes the two texts that the article leads to. */
export async function textsToLinkTo({ db }: Store): Promise<void> {
	for (const title of [OXYGEN, VISITS]) {
		const input = articleInput({ title, body: "內文。", excerpt: "一句話。" });
		await createArticle(db, { input, move: { step: "publish" }, key: title, ...byOperator(Date.now()) });
	}
}

/** Somebody who writes: what they press and type is counted, and how long they wait for a page. */
class Writer {
	readonly page: Page;
	readonly parts = new Map<string, Count>();
	private count = nothingYet();
	constructor(page: Page) {
		this.page = page;
	}
	begin(part: string): void {
		this.count = nothingYet();
		this.parts.set(part, this.count);
	}
	async click(what: Locator): Promise<void> {
		await what.click();
		countOn(this.count, { presses: 1 });
	}
	async press(...keys: string[]): Promise<void> {
		for (const key of keys) await this.page.keyboard.press(key);
		countOn(this.count, { presses: keys.length });
	}
	/** Puts words in as an input method does, at once after whatever was pressed. */
	async type(words: string): Promise<void> {
		await this.page.keyboard.insertText(words);
		countOn(this.count, { typed: words.length });
	}
	/** Pastes an address into a field. */
	async pasteInto(field: Locator, address: string): Promise<void> {
		await field.fill(address);
		countOn(this.count, { presses: 1 });
	}
	/** Pastes what was copied elsewhere into the text, which is one press. */
	async paste(of: Omit<Parameters<typeof give>[2], "into">): Promise<void> {
		await give(this.page, "paste", { ...of, into: RICH });
		countOn(this.count, { presses: 1 });
	}
	/** Chooses a file in the dialog that a field opens: the field, the file, and that it is the one. */
	async choose(field: Locator, file: ReturnType<typeof paper>): Promise<void> {
		await field.setInputFiles(file);
		countOn(this.count, { presses: 3 });
	}
	/** Does what leads to something that is waited for; `pages` of it are read. */
	async wait(until: () => Promise<unknown>, act: () => Promise<void>, pages = 0): Promise<void> {
		const began = performance.now();
		await Promise.all([until(), act()]);
		countOn(this.count, { pages, waited: performance.now() - began });
	}
	/** Clicks what leads to another page. */
	async lead(what: Locator): Promise<void> {
		await this.wait(
			() => this.page.waitForEvent("load"),
			() => this.click(what),
			1,
		);
	}
	button(name: string): Locator {
		return this.page.getByRole("button", { name, exact: true });
	}
	tool(name: string): Locator {
		return this.page.getByRole("toolbar", { name: "格式" }).getByRole("button", { name, exact: true });
	}
	/** The paragraph in which one writes on, below everything. */
	get end(): Locator {
		return this.page.locator(`${RICH} > .cm-line`).last();
	}
}

/** Waits until somebody can write in the text. */
const opened = (page: Page): Promise<void> =>
	page.locator(".panes[data-shown=article] .rich:not([hidden]) .cm-content").waitFor();

/** The styles of what is pasted are read and never used; the policy of the pages says that it refuses them. */
const REFUSED = /^Applying inline style/;

/** What each part took, and what else the page complained of. */
export type Hour = { parts: ReadonlyMap<string, Count>; errors: readonly string[] };

/** Works through the hour; `look` is called after each change of what is public. */
export async function editorsHour(world: AdminServer, look: (done: Done) => Promise<void>): Promise<Hour> {
	const session = await sessionOf(world, "editor@example.org");
	const viewport = { width: 1280, height: 900 };
	const { page, errors } = await openTab(world, { cookies: { session }, viewport });
	await page.goto("/admin/articles");
	const writer = new Writer(page);
	await begin(writer);
	await words(writer);
	await pictures(writer);
	await table(writer);
	await video(writer);
	await file(writer);
	await links(writer);
	await quotation(writer);
	for (const done of DONE) {
		await PUBLIC[done](writer);
		await look(done);
	}
	await page.context().close();
	return { parts: writer.parts, errors: errors.filter((one) => !REFUSED.test(one)) };
}

async function begin(writer: Writer): Promise<void> {
	const { page } = writer;
	writer.begin("Begin, and the title");
	await writer.lead(page.getByRole("link", { name: "新增文章", exact: true }).first());
	await opened(page);
	await writer.click(page.getByRole("textbox", { name: "標題", exact: true }));
	await writer.type(TITLE);
}

async function words(writer: Writer): Promise<void> {
	writer.begin("Three paragraphs and a heading");
	await writer.click(writer.page.locator(RICH));
	await writer.type("清晨的冷空氣最容易引起咳嗽。");
	await writer.press("Enter");
	await writer.click(writer.tool("標題"));
	await writer.type("出門前的三件事");
	await writer.press("Enter");
	await writer.type("戴好口罩，帶著急救藥，走平常走的路。");
	await writer.press("Enter");
}

async function pictures(writer: Writer): Promise<void> {
	const { page } = writer;
	writer.begin("Two pictures, with what they show");
	const shown = page.locator(".text-picture");
	await writer.wait(
		() => shown.nth(PHOTOS.length - 1).waitFor(),
		() => writer.paste({ files: PHOTOS }),
	);
	for (const [at, alt] of ["兩個人在河邊散步", "圍好圍巾的長輩"].entries()) {
		await writer.click(shown.nth(at).locator(".picture-note"));
		await writer.type(alt);
	}
	await writer.click(writer.end);
}

async function table(writer: Writer): Promise<void> {
	const { page } = writer;
	writer.begin("A table from Excel, and a cell of it");
	await writer.paste({ data: SHEETS.Excel?.data ?? {} });
	await writer.click(page.locator(".grid tr").nth(2).locator("textarea").nth(1));
	await writer.type("800");
	await writer.click(writer.end);
}

async function video(writer: Writer): Promise<void> {
	const { page } = writer;
	writer.begin("A video");
	await writer.paste({ data: { "text/plain": VIDEO } });
	const card = page.locator(".text-card").last();
	await writer.click(card.locator(".card-face"));
	await writer.press("Enter", "Control+a");
	await writer.type("拍痰示範");
	await writer.click(writer.end);
}

async function file(writer: Writer): Promise<void> {
	const { page } = writer;
	writer.begin("A file");
	await writer.type("/檔案");
	await writer.press("Enter");
	const card = page.locator(".text-card[data-kind=file]");
	await writer.wait(
		() => card.waitFor(),
		() => writer.choose(page.locator("#block-file"), paper("紀錄表.pdf")),
	);
	await writer.click(card.locator(".card-face"));
	await writer.press("Enter", "Control+a");
	await writer.type("拍痰紀錄表");
	await writer.click(writer.end);
}

async function links(writer: Writer): Promise<void> {
	const { page } = writer;
	writer.begin("Three links");
	const dialog = page.getByRole("dialog");
	const found = async (title: string, typed: string): Promise<void> => {
		await writer.press("Control+k");
		await dialog.waitFor();
		await writer.wait(
			() => dialog.getByRole("option", { name: title }).waitFor(),
			() => writer.type(typed),
		);
		await writer.press("ArrowDown", "Enter", "Enter");
	};
	await writer.type("延伸閱讀：");
	await found(OXYGEN, "氧氣");
	await writer.type("、");
	await found(VISITS, "訪視");
	await writer.type("，以及");
	await writer.press("Control+k");
	await dialog.waitFor();
	await writer.pasteInto(dialog.getByRole("combobox"), SOCIETY);
	await writer.press("Tab");
	await writer.type("肺的學會");
	await writer.press("Enter");
	await writer.type("的說明。");
}

async function quotation(writer: Writer): Promise<void> {
	writer.begin("A quotation");
	await writer.press("Enter");
	await writer.click(writer.tool("引用"));
	await writer.type("慢慢走，也是在走。");
}

async function publish(writer: Writer): Promise<void> {
	const { page } = writer;
	writer.begin("Publish, past what there is to look at");
	await writer.wait(
		() => page.locator("#look-title:focus").waitFor(),
		() => writer.click(writer.button("發布")),
	);
	await writer.lead(writer.button("仍要發布"));
	await page.getByText("已發布。", { exact: true }).waitFor();
	await opened(page);
}

async function correct(writer: Writer): Promise<void> {
	const { page } = writer;
	writer.begin("Correct a word");
	// Beside the words of the paragraph, which is at its end.
	await writer.click(page.locator(`${RICH} > .cm-line`).first());
	await writer.press("Backspace");
	await writer.type("和氣喘。");
	await writer.wait(
		() => page.locator("#look-title:focus").waitFor(),
		() => writer.click(writer.button("儲存並更新官網")),
	);
	await writer.lead(writer.button("仍要更新官網"));
	await page.getByText("已儲存。", { exact: true }).waitFor();
}

async function takeDown(writer: Writer): Promise<void> {
	writer.begin("Take it down");
	await writer.lead(writer.button("下架"));
	await writer.page.getByText("已回到草稿，官網上看不到。").waitFor();
}

async function putBack(writer: Writer): Promise<void> {
	writer.begin("Put it back");
	await writer.lead(writer.page.locator(".notice, .flash").getByRole("button", { name: "復原" }));
}

/** What changes what is public. */
const PUBLIC = { publish, correct, takeDown, putBack };
const DONE = ["publish", "correct", "takeDown", "putBack"] as const;
export type Done = (typeof DONE)[number];
