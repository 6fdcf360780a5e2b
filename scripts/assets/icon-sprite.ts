/** Puts the drawings of icons that the pages use into one SVG; colour, size and stroke come from `.icon`. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ICONS } from "../../src/ui/icon-names.ts";

const inside = (svg: string): string =>
	(/<svg[^>]*>([\s\S]*)<\/svg>/.exec(svg)?.[1] ?? "")
		.replace(/<title>.*<\/title>/, "")
		.replaceAll(/\s+/g, " ")
		.replaceAll("> <", "><")
		.replaceAll(" />", "/>")
		.trim();

/** Returns the sprite's text: a symbol for every name of ICONS, and the association's mark. */
export async function iconSprite(root: string): Promise<string> {
	const sources = [
		["mark", "src/ui/styles/mark.svg"] as const,
		...Object.entries(ICONS).map(
			([name, drawing]) => [name, `node_modules/lucide-static/icons/${drawing}.svg`] as const,
		),
	];
	const symbols = await Promise.all(
		sources.map(async ([name, path]) => {
			const drawing = inside(await readFile(join(root, path), "utf8"));
			if (!drawing) throw new Error(`${path} holds no drawing`);
			return `<symbol id="${name}" viewBox="0 0 24 24">${drawing}</symbol>`;
		}),
	);
	return `<svg xmlns="http://www.w3.org/2000/svg"><!-- Lucide, ISC licence -->${symbols.join("")}</svg>`;
}
