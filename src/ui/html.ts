/**
 * This file is the only one that joins htm to Preact: markup is written with the tagged template `html`, and components
 * with hooks are made with the function `use`.
 */
import htm from "htm";
import {
	type Attributes,
	type ComponentChildren,
	type ComponentType,
	h,
	renderToString,
	type VNode,
} from "./preact.js";

/** What may stand inside an element: nodes, texts, numbers, nothing (null, undefined, booleans), or lists of these. */
export type Children = ComponentChildren;
export type { VNode };

const template = htm.bind<unknown>(h);

const isNode = (made: unknown): made is VNode =>
	typeof made === "object" && made !== null && !Array.isArray(made) && "props" in made;

/**
 * Makes a Preact node of a template. The renderer escapes every value. Throws unless the template has exactly one root
 * element, because htm otherwise silently returns an array, a text or nothing. htm knows no HTML entities: write the
 * character itself.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode {
	const made = template(strings, ...values);
	if (!isNode(made)) throw new Error(`A template needs exactly one root element: ${strings.join("...").slice(0, 120)}`);
	return made;
}

/**
 * Makes a node of a component with hooks, `use(Notes, { id: 3 })`, with its props checked by type (htm's own
 * `<${Notes}>` checks none).
 */
export const use = <P>(component: ComponentType<P>, props: P & Attributes, ...children: Children[]): VNode =>
	h(component, props, ...children);

/** Returns the HTML text of a node, without a doctype. */
export const toHtml = (node: VNode): string => renderToString(node);
