/** The editor's parts in Chromium, with the addresses behind them answered here: what is asked of them is the contract. */
import { readFileSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page, type Route } from "playwright-core";
import { CHROMIUM_ARGUMENTS, findChromium } from "../../scripts/chromium.ts";
import { PATIENCE_MS } from "./node-pace.ts";
import { serveUi } from "./ui-server.ts";
import { asSource } from "./writing-steps.ts";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

export type Draft = { fields: Record<string, string | string[]>; seen: number };
/** What was asked, and what is answered. */
export type Behind = {
	drafts: Draft[];
	/** How the next drafts are answered: a status, or "offline". */
	draftsAnswer: number | "offline";
	previews: string[];
	preview: { html: string; checks: { kind: string; words: string; excerpt?: string }[] };
	uploads: Buffer[];
	/** How an upload with this file name in it is refused. */
	refused: Record<string, string>;
};
export type Desk = { page: Page; behind: Behind; errors: string[] };
export type WritingServer = {
	open(options?: BrowserContextOptions): Promise<Desk>;
	browser: Browser;
	stop(): Promise<void>;
};

const LINKS = [
	{ kind: "article", title: "居家氧氣使用須知", address: "/articles/居家氧氣", state: "published" },
	{ kind: "page", title: "關於我們", address: "/about", state: "draft" },
];
const STORED = {
	id: "c".repeat(26),
	filename: "庫.jpg",
	alt: "窗邊的熱水",
	url: "/api/v1/attachments/x/庫.jpg",
	width: 8,
	height: 6,
};

/** Starts Chromium and the pages; `open` gives a fresh browser on the editor. */
export async function startWriting(): Promise<WritingServer> {
	const server = await serveUi();
	const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGUMENTS });
	const open = async (options: BrowserContextOptions = {}): Promise<Desk> => {
		const page = await (await browser.newContext({ locale: "zh-TW", ...options })).newPage();
		const errors: string[] = [];
		page.on("pageerror", (error) => errors.push(String(error)));
		page.setDefaultTimeout(PATIENCE_MS);
		const behind = await answer(page);
		await page.goto(`${server.address}/writing`);
		if (options.javaScriptEnabled !== false) {
			for (const name of ["markdown-editor", "autosave", "slug"])
				await page.locator(`x-island[name=${name}][data-state=ready]`).waitFor({ state: "attached" });
			await asSource(page);
		}
		return { page, behind, errors };
	};
	const stop = async () => {
		await browser.close();
		server.stop();
	};
	return { open, browser, stop };
}

async function answer(page: Page): Promise<Behind> {
	const behind: Behind = {
		drafts: [],
		draftsAnswer: 200,
		previews: [],
		preview: { html: "<p>預覽</p>", checks: [] },
		uploads: [],
		refused: {},
	};
	await page.route("**/admin/articles/styleguide/draft", (route) => {
		const { draftsAnswer } = behind;
		if (draftsAnswer === "offline") return route.abort("internetdisconnected");
		if (draftsAnswer !== 200) return route.fulfill({ status: draftsAnswer, json: { message: "no" } });
		const { fields, seen } = route.request().postDataJSON();
		behind.drafts.push({ fields: JSON.parse(fields), seen });
		return route.fulfill({ json: { data: { version: seen + 1, saved_at: 0, label: "10:27" } } });
	});
	await page.route("**/admin/writing/preview", (route) => {
		behind.previews.push(new URLSearchParams(route.request().postData() ?? "").get("body") ?? "");
		return route.fulfill({ json: { data: { ...behind.preview, minutes: 1, characters: 2 } } });
	});
	await page.route("**/admin/writing/links?*", (route) => {
		const query = new URL(route.request().url()).searchParams;
		const kind = query.get("kind");
		return route.fulfill({ json: { data: LINKS.filter((one) => !kind || one.kind === kind) } });
	});
	await page.route(/\/admin\/media(\?|$)/, (route) => media(route, behind));
	await page.route("**/files/**", (route) => route.fulfill({ contentType: "image/png", body: PIXEL }));
	return behind;
}

const PIXEL = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
	"base64",
);

function media(route: Route, behind: Behind): Promise<void> {
	const request = route.request();
	if (request.method() === "GET")
		return route.fulfill({ json: { data: [STORED], meta: { current_page: 1, last_page: 1, total: 1 } } });
	const body = request.postDataBuffer() ?? Buffer.alloc(0);
	behind.uploads.push(body);
	const [, name = ""] = /filename="([^"]*)"/.exec(body.toString("utf8")) ?? [];
	const refused = behind.refused[name];
	if (refused) return route.fulfill({ status: 422, json: { message: refused, errors: { file: [refused] } } });
	const data = { id: "d".repeat(26), filename: name, alt: "", url: `/api/v1/attachments/d/${name}` };
	return route.fulfill({ status: 201, json: { data } });
}

/** What axe finds, by rule. */
export const found = (page: Page): Promise<unknown> =>
	page.evaluate(
		`${AXE}; axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
			.then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))`,
	);

/** Types as an input method does: the syllables come and go, then the word stands. */
export async function compose(page: Page, syllables: string[], word: string): Promise<void> {
	const session = await page.context().newCDPSession(page);
	for (const text of syllables)
		await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
	if (word) await session.send("Input.insertText", { text: word });
	await session.detach();
}

/** Pastes or drops files that the page makes into a field, and what else the clipboard holds. */
export const give = (
	page: Page,
	kind: "paste" | "drop",
	{ files = [], data = {}, into = "#write-body" }: { files?: Given[]; data?: Record<string, string>; into?: string },
): Promise<void> =>
	page.evaluate(
		`(async () => {
			const transfer = new DataTransfer();
			for (const { name, type, width, height } of ${JSON.stringify(files)}) {
				let body = new Uint8Array(9);
				if (width) {
					const canvas = new OffscreenCanvas(width, height);
					canvas.getContext("2d").fillRect(0, 0, width, height);
					body = await canvas.convertToBlob({ type });
				}
				transfer.items.add(new File([body], name, { type }));
			}
			for (const [type, text] of Object.entries(${JSON.stringify(data)})) transfer.setData(type, text);
			const event = ${JSON.stringify(kind)} === "paste"
				? new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true })
				: new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
			document.querySelector(${JSON.stringify(into)}).dispatchEvent(event);
		})()`,
	);
type Given = { name: string; type: string; width?: number; height?: number };
