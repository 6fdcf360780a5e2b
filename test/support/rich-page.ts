/** The editor that shows what a text means, in Chromium: its text, its caret, and an input method. */
import type { CDPSession, Page } from "playwright-core";
import type { Desk, WritingServer } from "./writing-page.ts";

export const RICH = ".rich .cm-content";

/** Opens the view 文章 and waits until somebody can write in it. */
export async function asArticle(page: Page): Promise<void> {
	await page.locator("[data-view=article]").click();
	await page.locator(".panes[data-shown=article] .rich:not([hidden]) .cm-content").waitFor();
}

/** A fresh browser on the editor with a text in 文章. */
export async function openArticle(server: WritingServer, text: string): Promise<Desk> {
	const desk = await server.open();
	await asArticle(desk.page);
	await putText(desk.page, text);
	return desk;
}

/** What the form would send. */
export const sentText = (page: Page): Promise<string> =>
	page.evaluate(`(() => {
		const area = document.querySelector(".writing textarea.write");
		return new FormData(area.form).get(area.name).replaceAll("\\r\\n", "\\n");
	})()`);

/** Puts a text into the form, as a copy of this browser is taken back. */
export const putText = (page: Page, text: string): Promise<void> =>
	page.evaluate(`(() => {
		const area = document.querySelector(".writing textarea.write");
		area.value = ${JSON.stringify(text)};
		area.dispatchEvent(new Event("restore"));
	})()`);

/** The library's own view; its fields are no contract, and only tests read them. */
const VIEW = `document.querySelector("${RICH}").cmTile.view`;

export type Caret = { from: number; to: number };
export const caretOf = (page: Page): Promise<Caret> =>
	page.evaluate(`(({ from, to }) => ({ from, to }))(${VIEW}.state.selection.main)`);

export type Standing = Caret & { text: string; anchor: number; head: number };
/** The text and the selection as the editor holds them. */
export const stateOf = (page: Page): Promise<Standing> =>
	page.evaluate(`(({ doc, selection: { main } }) => ({
		text: doc.toString(), from: main.from, to: main.to, anchor: main.anchor, head: main.head,
	}))(${VIEW}.state)`);

/** Selects what stands between two places of the text, as a pointer would. */
export const selectIn = (page: Page, anchor: number, head = anchor): Promise<void> =>
	page.evaluate(`(() => {
		const view = ${VIEW};
		view.focus();
		view.dispatch({ selection: { anchor: ${anchor}, head: ${head} }, userEvent: "select.pointer" });
	})()`);

/** An input method: what is composed comes and goes, then the word stands. */
export async function inputMethod(page: Page): Promise<InputMethod> {
	return new InputMethod(await page.context().newCDPSession(page));
}
export class InputMethod {
	private readonly session: CDPSession;
	constructor(session: CDPSession) {
		this.session = session;
	}
	/** Shows what is typed so far. */
	async show(text: string): Promise<void> {
		await this.session.send("Input.imeSetComposition", {
			text,
			selectionStart: text.length,
			selectionEnd: text.length,
		});
	}
	async commit(word: string): Promise<void> {
		await this.session.send("Input.insertText", { text: word });
	}
	async type(steps: readonly string[], word: string): Promise<void> {
		for (const step of steps) await this.show(step);
		await this.commit(word);
	}
}

/** Words as 注音 and 倉頡 bring them: the keys so far, then the word. */
export const COMPOSED: readonly { steps: readonly string[]; word: string }[] = [
	{ steps: ["ㄏ", "ㄏㄨ", "ㄏㄨ", "呼", "呼ㄒ", "呼ㄒㄧ", "呼吸"], word: "呼吸" },
	{ steps: ["ㄅ", "ㄅㄧ", "ㄅㄧㄥ", "病", "病ㄧ", "病ㄧㄡ", "病友"], word: "病友" },
	{ steps: ["ㄨ", "ㄨㄛ", "我"], word: "我" },
	{ steps: ["ㄌ", "ㄌㄨ", "ㄌㄨˋ", "路", "路ㄎ", "路ㄎㄡ", "路口"], word: "路口" },
	// 倉頡: 水 E, 火 F, 木 D, 心 P.
	{ steps: ["水"], word: "水" },
	{ steps: ["日", "日月"], word: "明" },
	{ steps: ["木", "木木"], word: "林" },
	{ steps: ["人", "人心", "人心大"], word: "您" },
];
