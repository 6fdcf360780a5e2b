import type { Page } from "playwright-core";

/** An entry of the table of pictures. */
export type Picture = {
	/** The file's path below docs/pictures, without its ending; the handbook's pictures are in 手冊. */
	name: string;
	/** The name that the user signs in with; `nobody` for the sign-in pages. */
	who: string;
	path: string;
	/** The page is one of the demo association's website, in place of the program. */
	on?: "website";
	/** What others do before, each on a page of their own. */
	before?: readonly Pick<Picture, "who" | "path" | "steps">[];
	/** The actions on the page before the picture is taken. */
	steps?: (page: Page) => Promise<unknown>;
	/** The page is 390 px wide in place of 1280. */
	phone?: true;
	/** The height in CSS pixels; by default 800, on a phone 780. */
	height?: number;
	/** Playwright's selectors: `from` is what stands at the top of the picture, `mark` what a frame is drawn around. */
	from?: string;
	mark?: string;
};

/** The year in which the demo is made, whose data are of that year; `ROC` is the year in the ROC calendar. */
export const YEAR = new Date().getFullYear();
export const ROC = YEAR - 1911;

export const pictureFile = ({ name }: Pick<Picture, "name">): string => `docs/pictures/${name}.png`;

/** The sign-in names of the users as whom pictures are drawn. */
export const WHO = {
	nobody: "nobody",
	admin: "admin@example.org",
	secretary: "secretary@example.org",
	editor: "editor@example.org",
	applicant: "applicant@example.org",
	cashier: "cashier@example.org",
	accountant: "accountant@example.org",
	chair: "chair@example.org",
	/** 石國樑, a parent who is the guardian of a child; `member` is 郭子晴, who is nobody's guardian. */
	parent: "0922333444",
	member: "0912345678",
} as const;

/** Returns a step that presses, for each of `words`, the first link or button whose text begins with it. */
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

/** Makes a CSV file in memory, for a file field. */
export const csvFile = (
	name: string,
	lines: readonly string[],
): { name: string; mimeType: string; buffer: Buffer } => ({
	name,
	mimeType: "text/csv",
	buffer: Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`),
});
