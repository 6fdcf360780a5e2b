import manifest from "#dist/manifest.json" with { type: "json" };
import { toHtml, type VNode } from "./html.ts";
import type { Sheet } from "./page.ts";
import type { Theme } from "./theme.ts";

/**
 * The addresses of the script chunks that each island (a part of a page that a script takes over) needs, by the
 * island's name; the build wrote them into the manifest.
 */
const CHUNKS: Record<string, string[]> = manifest.islands;
const SHEETS: Record<Sheet, string> = manifest.sheets;

const escaped = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/**
 * Returns preload links for the chunks of the islands in the HTML `body` that start by themselves; an island with
 * `when="touched"` fetches its chunks when it is touched, and so does one that a part starts (`by`).
 */
function preloads(body: string): string {
	const names = [...body.matchAll(/<x-island name="([a-z-]+)"(?: by="([a-z-]+)")?( when="touched")?/g)]
		.filter(([, , , waits]) => !waits)
		.map(([, name = "", by]) => by ?? name);
	const chunks = new Set(names.flatMap((name) => CHUNKS[name] ?? []));
	return [...chunks].map((href) => `<link rel="modulepreload" href="${href}">`).join("");
}

export type Document = {
	/** The parts of the window's title, the most specific first: 頁名, 區域, 協會名. */
	titles: (string | undefined)[];
	theme: Theme;
	body: VNode;
	/** The value of the attribute `class` of the element `<body>`. */
	kind?: string | undefined;
	/** Style sheets of this page, besides the one that every page has. */
	sheets?: readonly Sheet[] | undefined;
};

const sheetLink = (href: string): string => `<link rel="stylesheet" href="${href}">`;

/** Returns a whole HTML document without inline scripts and styles, for the strictest content security policy. */
export function documentHtml({ titles, theme, body, kind, sheets = [] }: Document): string {
	const inside = toHtml(body);
	const title = titles.filter((part, at) => part && titles.indexOf(part) === at).join("｜");
	const chosen = theme === "system" ? "" : ` data-theme="${theme}"`;
	return (
		`<!doctype html><html lang="zh-Hant-TW"${chosen}><head><meta charset="utf-8">` +
		'<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
		`<meta name="color-scheme" content="${theme === "system" ? "light dark" : theme}">` +
		`<title>${escaped(title)}</title><link rel="icon" href="${manifest.mark}" type="image/svg+xml">` +
		`${sheetLink(manifest.css)}${sheets.map((name) => sheetLink(SHEETS[name])).join("")}<script type="module" src="${manifest.client}"></script>` +
		`${preloads(inside)}</head><body${kind ? ` class="${kind}"` : ""}>${inside}</body></html>`
	);
}
