/** An element of parsed HTML: its attributes, the names of the elements around it, and the text inside it. */
export type Element = { name: string; attributes: Record<string, string>; inside: string[]; text: string };

const VOID = new Set(["meta", "link", "input", "br", "hr", "img"]);
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9-]*)((?:[^>"]|"[^"]*")*?)(\/?)>/g;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;

const attributesOf = (source: string): Record<string, string> =>
	Object.fromEntries([...source.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]) => [name, value]));

/**
 * The elements of HTML that we have rendered ourselves, in their order. Throws where a tag is closed that is not open or
 * one stays open: this is a check of our templates, not a browser's forgiving parser.
 */
export function parse(html: string): Element[] {
	const elements: Element[] = [];
	const open: Element[] = [];
	let end = 0;
	for (const tag of html.matchAll(TAG)) {
		const [whole, closing, name = "", attributes = "", selfClosing] = tag;
		const text = html.slice(end, tag.index).trim();
		for (const element of open) element.text += text;
		end = tag.index + whole.length;
		if (closing) {
			const last = open.pop();
			if (last?.name !== name)
				throw new Error(`</${name}> closes <${last?.name}> near ${html.slice(tag.index - 60, end)}`);
			continue;
		}
		const element = { name, attributes: attributesOf(attributes), inside: open.map((one) => one.name), text: "" };
		elements.push(element);
		if (!selfClosing && !VOID.has(name)) open.push(element);
	}
	if (open.length > 0) throw new Error(`<${open.at(-1)?.name}> stays open`);
	return elements;
}
