/** Somebody at a desk: a browser that counts what they press and type, by the part of the month. */
import type { Locator, Page } from "playwright-core";
import { type AdminServer, openTab, sessionOf } from "../../../test/support/admin-server.ts";
import { type Count, countOn, nothingYet, report as tell } from "../../../test/support/keystrokes.ts";

export type People = Record<"secretary" | "applicant" | "cashier" | "accountant" | "chair", Desk>;
/** Resolves when a queue has put another page in the place of the present one. */
const SWAPPED = "new Promise((done) => document.addEventListener('swapped', () => done(), { once: true }))";

const PATIENCE_MS = 20_000;

export class Desk {
	static readonly parts = new Map<string, Count>();
	static part = "";
	readonly page: Page;
	private constructor(page: Page) {
		this.page = page;
	}

	static async open(world: AdminServer, email: string): Promise<Desk> {
		const session = await sessionOf(world, email);
		const { page } = await openTab(world, {
			cookies: { session },
			viewport: { width: 1280, height: 860 },
			acceptDownloads: true,
		});
		page.setDefaultTimeout(PATIENCE_MS);
		return new Desk(page);
	}

	/** Begins a part of the month, under which everything is counted from now on. */
	static begin(part: string): void {
		Desk.part = part;
		Desk.parts.set(part, nothingYet());
		console.log(part);
	}

	private count(more: Partial<Count>): void {
		const count = Desk.parts.get(Desk.part);
		if (!count) throw new Error("no part of the month has begun");
		countOn(count, more);
	}

	/** Opens a page as one does from the menu or a bookmark: two presses. */
	async go(path: string): Promise<void> {
		const at = performance.now();
		await this.page.goto(path);
		this.count({ presses: 2, pages: 1, waited: performance.now() - at });
	}

	/** Presses what leads to another page, and waits until that is there: loaded, or put in the place of the one before. */
	async press(what: string | Locator): Promise<void> {
		const at = performance.now();
		const target = typeof what === "string" ? this.named(what) : what;
		try {
			const shown = Promise.any([this.page.waitForEvent("load"), this.page.evaluate(SWAPPED)]);
			await Promise.all([shown, target.click()]);
		} catch (error) {
			throw new Error(`${Desk.part}: ${what} on ${this.page.url()}\n${await this.page.locator("main").textContent()}`, {
				cause: error,
			});
		}
		this.count({ presses: 1, pages: 1, waited: performance.now() - at });
		if (await this.page.locator(".error-summary").isVisible())
			throw new Error(`${Desk.part}: ${this.page.url()} says\n${await this.page.locator("main").textContent()}`);
	}

	/** Presses what stays on the page: a box, a disclosure. */
	async tick(what: Locator): Promise<void> {
		await what.click();
		this.count({ presses: 1 });
	}

	async choose(name: string, option: { label: string } | { value: string }): Promise<void> {
		await this.page.locator(`main select[name="${name}"]`).first().selectOption(option);
		this.count({ presses: 2 });
	}

	/** Fills a field that chooses an account by its code, or chooses it where the field is a list. */
	async account(name: string, code: string): Promise<void> {
		const field = this.page.locator(`[name="${name}"]:visible`).first();
		if ((await field.evaluate((one) => one.tagName)) === "SELECT") {
			const value = await field.locator("option", { hasText: code }).first().getAttribute("value");
			await field.selectOption(value);
			this.count({ presses: 2 });
		} else await this.type(field, code);
	}

	async type(field: string | Locator, text: string): Promise<void> {
		await (typeof field === "string" ? this.page.locator(`main [name="${field}"]`).first() : field).fill(text);
		this.count({ presses: 1, typed: text.length });
	}

	/** Pastes what was copied elsewhere: one press, and Ctrl and V. */
	async paste(field: string, text: string): Promise<void> {
		await this.page.locator(`main [name="${field}"]`).first().fill(text);
		this.count({ presses: 1, typed: 2 });
	}

	async upload(name: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
		await this.page.locator(`main [name="${name}"]`).setInputFiles(file);
		this.count({ presses: 3 });
	}

	/** A button of this name, else a link. */
	named(name: string): Locator {
		const button = this.page.getByRole("button", { name, exact: true });
		return button.or(this.page.getByRole("link", { name, exact: true })).first();
	}
}

/** Tells what each part took, and the whole month. */
export const report = (): void => tell(Desk.parts, "The month", "Minutes");
