/**
 * The style sheets of the editor's library as sheets that a script adopts: pages forbid the elements by which its own way
 * gets them in (Content-Security-Policy, `style-src 'self'`).
 */
import { StyleModule as Original } from "style-mod";

const sheet = new CSSStyleSheet();
const held = new Set<Original>();

/** Gets the text of a style sheet into the page. */
export function adopt(text: string): void {
	const own = new CSSStyleSheet();
	own.replaceSync(text);
	document.adoptedStyleSheets.push(own);
}

/** A module of styles that is mounted by adopting a sheet. */
export class StyleModule extends Original {
	static override mount(
		_root: Document | ShadowRoot | DocumentOrShadowRoot,
		modules: Original | readonly Original[],
	): void {
		for (const one of [modules].flat()) held.add(one);
		// In the layer below components, so that our own sheet has the last word.
		sheet.replaceSync(`@layer base {\n${[...held].map((one) => one.getRules()).join("\n")}\n}`);
		if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
	}
}
