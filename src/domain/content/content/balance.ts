import { own } from "#kernel/own.ts";

const VOID = new Set(["br", "col", "hr", "img", "source", "wbr"]);
const set = (names: string): Set<string> => new Set(names.split(" "));
const ENDS_PARAGRAPH = set("p");
const BLOCKS = set("address blockquote details div dl figure h1 h2 h3 h4 h5 h6 hr ol p pre table ul");

/** The elements that a start tag closes when they are still open directly above it (HTML, "optional tags"). */
const IMPLIED: Record<string, Set<string>> = {
	li: set("li p"),
	dt: set("dt dd p"),
	dd: set("dt dd p"),
	tr: set("td th tr p"),
	td: set("td th p"),
	th: set("td th p"),
	tbody: set("td th tr thead tbody tfoot caption colgroup p"),
	thead: set("td th tr thead tbody tfoot caption colgroup p"),
	tfoot: set("td th tr thead tbody tfoot caption colgroup p"),
};
/** The elements that bound the reach of end tags: `</b>` inside a cell does not close a <b> opened outside it. */
const CELLS = set("td th caption");
const OF_TABLES = set("table tbody tfoot thead tr td th caption colgroup");
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*) ?\/?>/g;

/**
 * Returns the HTML with every element closed where it was opened and no end tag without its start, so that a text can
 * neither end the element that a page puts it in nor swallow what follows. `html` comes from the sanitizer: plain tag
 * names, quoted attributes, every other '<' escaped.
 */
export function balance(html: string): string {
	const open: string[] = [];
	/**
	 * How many elements of each name an end tag may close: the first map counts those outside any cell and the table
	 * elements, the next ones those inside each open cell. An end tag without a start is thus found at once.
	 */
	const counts = [new Map<string, number>()];
	const reach = (name: string) => counts.at(OF_TABLES.has(name) ? 0 : -1);
	const count = (name: string, by: 1 | -1) => reach(name)?.set(name, (reach(name)?.get(name) ?? 0) + by);
	const closeTo = (depth: number): string => {
		let out = "";
		while (open.length > depth) {
			const name = open.pop() ?? "";
			if (CELLS.has(name)) counts.pop();
			count(name, -1);
			out += `</${name}>`;
		}
		return out;
	};
	const start = (name: string, attributes: string): string => {
		let out = "";
		const implied = own(IMPLIED, name) ?? (BLOCKS.has(name) ? ENDS_PARAGRAPH : undefined);
		for (let top = open.at(-1); top !== undefined && implied?.has(top); top = open.at(-1))
			out += closeTo(open.length - 1);
		if (!VOID.has(name)) {
			open.push(name);
			count(name, 1);
			if (CELLS.has(name)) counts.push(new Map());
		}
		return `${out}<${name}${attributes}>`;
	};
	const end = (name: string): string => (reach(name)?.get(name) ? closeTo(open.lastIndexOf(name)) : "");
	const balanced = html.replace(TAG, (_, slash: string, name: string, attributes: string) =>
		slash ? end(name) : start(name, attributes),
	);
	return balanced + closeTo(0);
}
