import type { Page } from "playwright-core";

/** One row of the table of pictures. */
export type Picture = {
	/** Below docs/pictures, without the ending; the handbook's lie in 手冊. */
	name: string;
	/** What one signs in with; `nobody` for the doors. */
	who: string;
	path: string;
	/** What is done on the page before it is drawn. */
	steps?: (page: Page) => Promise<unknown>;
	/** 390 px wide in place of 1280. */
	phone?: true;
	/** In CSS pixels; 800, of a phone 780. */
	height?: number;
	/** What stands at the top, and around what a line is drawn: Playwright's selectors. */
	from?: string;
	mark?: string;
};

/** The demo tells of the year in which it is made; `ROC` is that of the Republic. */
export const YEAR = new Date().getFullYear();
export const ROC = YEAR - 1911;

export const pictureFile = ({ name }: Pick<Picture, "name">): string => `docs/pictures/${name}.png`;

/** As whom it is drawn. */
export const WHO = {
	nobody: "nobody",
	admin: "admin@example.org",
	secretary: "secretary@example.org",
	editor: "editor@example.org",
	applicant: "applicant@example.org",
	cashier: "cashier@example.org",
	accountant: "accountant@example.org",
	chair: "chair@example.org",
	/** 石國樑, who looks after a child; 郭子晴, who looks after nobody. */
	parent: "0922333444",
	member: "0912345678",
} as const;

/** Goes on by the first link or button of the page's own part whose words begin so. */
export const press =
	(...words: string[]) =>
	async (page: Page): Promise<void> => {
		const main = page.locator("main");
		for (const word of words) {
			const name = new RegExp(`^${word.replaceAll(/[.()]/g, "\\$&")}`);
			await main.getByRole("link", { name }).or(main.getByRole("button", { name })).first().click();
			await page.waitForLoadState("networkidle");
		}
	};

/** A file out of nothing, for a field that takes one. */
export const csvFile = (
	name: string,
	lines: readonly string[],
): { name: string; mimeType: string; buffer: Buffer } => ({
	name,
	mimeType: "text/csv",
	buffer: Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`),
});
