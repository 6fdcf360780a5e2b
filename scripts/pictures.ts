/**
 * `npm run pictures`: draws the pictures of the handbook and of the READMEs again, from the demo as `npm start` serves
 * it: a new DATA_DIR on a free port, Chromium, one row of scripts/pictures/table.ts after the other. `npm run pictures
 * -- NAME` draws the pictures whose name contains NAME; `--at http://localhost:8787` uses a demo that is already
 * running, to which some rows write, with its website on http://localhost:3000.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { CHROMIUM_ARGUMENTS, findChromium, installDebian } from "./chromium.ts";
import { DEMO_PASSWORD } from "./demo/people.ts";
import { withPalette } from "./pictures/palette.ts";
import { type Picture, pictureFile } from "./pictures/picture.ts";
import { PICTURES } from "./pictures/table.ts";
import { freePort } from "./server.ts";

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { at: { type: "string" }, help: { type: "boolean", default: false } },
});
const START_MS = 600_000;
const WEBSITE = "http://localhost:3000";
/** How many milliseconds a page may take; the first page of a new demo is slow on a busy machine. */
const PAGE_MS = 30_000;
const WIDTHS = { page: { width: 1280, height: 800 }, phone: { width: 390, height: 780 } };

if (values.help)
	console.log(
		readFileSync(import.meta.filename, "utf8")
			.split("*/")[0]
			?.replaceAll(/^\/?\*+ ?| \* /gm, ""),
	);
else {
	const asked = PICTURES.filter(
		({ name }) => positionals.length === 0 || positionals.some((one) => name.includes(one)),
	);
	const demo =
		values.at === undefined ? await startDemo() : { address: values.at, website: WEBSITE, stop: async () => {} };
	try {
		process.exitCode = await draw(demo, asked);
	} finally {
		await demo.stop();
	}
}

/**
 * Draws the pictures, those of one user one after the other; reports what failed, and returns 1 when something did,
 * otherwise 0.
 */
async function draw({ address, website }: Demo, pictures: readonly Picture[]): Promise<number> {
	// Date and time fields use the browser's own language, which is a separate package in Debian.
	if (!existsSync("/usr/lib/chromium/locales/zh-TW.pak")) installDebian("languages of Chromium", ["chromium-l10n"]);
	const browser = await chromium.launch({
		executablePath: findChromium(),
		args: CHROMIUM_ARGUMENTS,
		env: { ...process.env, LANGUAGE: "zh_TW" },
	});
	const desks = new Map<string, BrowserContext>();
	let [total, failed] = [0, 0];
	for (const picture of pictures) {
		try {
			const deskOf = async ({ who }: Pick<Picture, "who">): Promise<BrowserContext> => {
				const desk = desks.get(who) ?? (await signIn(browser, { address, who }));
				desks.set(who, desk);
				return desk;
			};
			for (const one of picture.before ?? []) await (await opened(await deskOf(one), one, address)).close();
			const bytes = await drawOne(await deskOf(picture), picture, picture.on === "website" ? website : address);
			total += bytes;
			console.log(`${picture.name}  ${Math.ceil(bytes / 1024)} KB`);
		} catch (error) {
			failed += 1;
			console.error(`${picture.name}  failed: ${error instanceof Error ? error.message : String(error)}`);
		}
	}
	await browser.close();
	console.log(
		`${pictures.length - failed} pictures, ${Math.ceil(total / 1024)} KB${failed > 0 ? `; ${failed} failed` : ""}`,
	);
	return failed > 0 ? 1 : 0;
}

async function drawOne(desk: BrowserContext, picture: Picture, address: string): Promise<number> {
	const page = await opened(desk, picture, address);
	try {
		await show(page, picture);
		const png = withPalette(await page.screenshot({ animations: "disabled", caret: "hide" }));
		const file = pictureFile(picture);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, png);
		return png.length;
	} finally {
		await page.close();
	}
}

/** Opens a page of the size of the picture, and takes its steps there. */
async function opened(
	desk: BrowserContext,
	{ path, steps, phone, height }: Pick<Picture, "path" | "steps" | "phone" | "height">,
	address: string,
): Promise<Page> {
	const page = await desk.newPage();
	page.setDefaultTimeout(PAGE_MS);
	try {
		const size = WIDTHS[phone ? "phone" : "page"];
		await page.setViewportSize({ ...size, height: height ?? size.height });
		const answer = await page.goto(address + path);
		if (answer && answer.status() >= 400) throw new Error(`${path} answered ${answer.status()}`);
		await page.waitForLoadState("networkidle");
		await steps?.(page);
		await page.waitForLoadState("networkidle");
		return page;
	} catch (error) {
		await page.close();
		throw error;
	}
}

/**
 * Scrolls to the part of the page that the picture shows, below the bar, and draws a frame around what the text beside
 * the picture mentions.
 */
async function show(page: Page, { from, mark }: Picture): Promise<void> {
	const top = from && (await page.locator(from).first().boundingBox());
	if (top) await page.evaluate(`scrollTo(0, scrollY + ${top.y - 72})`);
	const box = mark && (await page.locator(mark).first().boundingBox());
	if (box)
		await page.evaluate(`Object.assign(document.body.appendChild(document.createElement("div")).style, {
			position: "fixed", zIndex: 9, left: "${box.x - 6}px", top: "${box.y - 6}px", width: "${box.width + 12}px",
			height: "${box.height + 12}px", border: "3px solid #d9480f", borderRadius: "8px", boxSizing: "border-box",
		})`);
	// Waits for the animation of menus and notices.
	await page.waitForTimeout(400);
}

/**
 * Opens a browser context signed in as `who` by the form, as people do; "nobody" stays signed out, for pictures of the
 * sign-in pages.
 */
async function signIn(browser: Browser, { address, who }: { address: string; who: string }): Promise<BrowserContext> {
	const desk = await browser.newContext({
		baseURL: address,
		locale: "zh-TW",
		timezoneId: "Asia/Taipei",
		colorScheme: "light",
	});
	if (who === "nobody") return desk;
	const page = await desk.newPage();
	page.setDefaultTimeout(PAGE_MS);
	await page.goto("/login");
	await page.fill("[name=identifier]", who);
	await page.fill("[name=password]", DEMO_PASSWORD);
	await Promise.all([page.waitForURL((url) => url.pathname !== "/login"), page.click("main button[type=submit]")]);
	await page.close();
	return desk;
}

type Demo = { address: string; website: string; stop: () => Promise<void> };

/** Starts `npm start` with data of its own, and the website beside it; `stop` ends both and deletes the data. */
async function startDemo(): Promise<Demo> {
	const folder = mkdtempSync(join(tmpdir(), "pictures-"));
	const ports = { PORT: String(await freePort()), WEBSITE_PORT: String(await freePort()) };
	const env = { ...process.env, ...ports, API_URL: undefined, DATA_DIR: folder, SEED: "demo" };
	const children = ["scripts/start.ts", "scripts/website.ts"].map((script) =>
		spawn(process.execPath, [script], { stdio: ["ignore", "inherit", "inherit"], env }),
	);
	const stop = async () => {
		for (const child of children) if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "close");
		rmSync(folder, { recursive: true, force: true });
	};
	const website = `http://localhost:${ports.WEBSITE_PORT}`;
	const isServed = () =>
		fetch(website).then(
			({ ok }) => ok,
			() => false,
		);
	const until = Date.now() + START_MS;
	while (Date.now() < until && children.every(({ exitCode }) => exitCode === null)) {
		// The website serves when the program does.
		if (await isServed()) return { address: readFileSync(join(folder, "address"), "utf8"), website, stop };
		await wait(500);
	}
	await stop();
	throw new Error("The demo did not start; see its output above.");
}
