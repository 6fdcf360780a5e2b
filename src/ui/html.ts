/** The one place where htm meets Preact: markup by tagged template, stateful components by a typed call. */
import htm from "htm";
import {
	type Attributes,
	type ComponentChildren,
	type ComponentType,
	h,
	renderToString,
	type VNode,
} from "./preact.js";

/** What may stand inside an element. */
export type Children = ComponentChildren;
export type { VNode };

const template = htm.bind<unknown>(h);

const isNode = (made: unknown): made is VNode =>
	typeof made === "object" && made !== null && !Array.isArray(made) && "props" in made;

/**
 * Markup as a Preact node. Every value is escaped by the renderer. Throws unless the template has exactly one root
 * element, because htm otherwise returns an array, text or nothing without a word. htm knows no HTML entities: write
 * the character.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode {
	const made = template(strings, ...values);
	if (!isNode(made)) throw new Error(`A template needs exactly one root element: ${strings.join("...").slice(0, 120)}`);
	return made;
}

/** `use(Notes, { id: 3 })`: a component with hooks, its props checked by type (htm's own `<${Notes}>` checks none). */
export const use = <P>(component: ComponentType<P>, props: P & Attributes, ...children: Children[]): VNode =>
	h(component, props, ...children);

/** The HTML text of a node, without a doctype. */
export const toHtml = (node: VNode): string => renderToString(node);
