/** The files of a website that docs/website.md tells: each block of code whose first line is a comment with its path. */
import { readFileSync } from "node:fs";

/** A block by its path, and where there are two of them by what follows it: "src/pages/articles/[slug].astro, on request". */
export type Blocks = Record<string, string>;

/** Returns every block that names its file, without that line. */
export function blocksOfDocument(): Blocks {
	const markdown = readFileSync("docs/website.md", "utf8");
	const found = markdown.matchAll(
		/^```(?:ts|tsx|js|astro)\n((?:---\n)?)\/\/ (\S+\.\w+(?:, [a-z ]+)?)\n([\s\S]*?)^```$/gm,
	);
	return Object.fromEntries(Array.from(found, ([, fence = "", path = "", code = ""]) => [path, fence + code]));
}

/** The blocks of a website in Next.js, by their paths. */
export const nextBlocks = (): Blocks => only((path) => /^(app|lib)\//.test(path));

/** The blocks of a website in Astro; with "on request" its articles are made when they are asked for. */
export function astroBlocks(articles: "static" | "on request"): Blocks {
	const { "src/pages/articles/[slug].astro, on request": onRequest = "", ...rest } = only((path) =>
		path.startsWith("src/"),
	);
	return articles === "static" ? rest : { ...rest, "src/pages/articles/[slug].astro": onRequest };
}

const only = (belongs: (path: string) => boolean): Blocks =>
	Object.fromEntries(Object.entries(blocksOfDocument()).filter(([path]) => belongs(path)));
