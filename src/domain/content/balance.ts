const VOID = new Set(["br", "col", "hr", "img", "source", "wbr"]);
const set = (names: string): Set<string> => new Set(names.split(" "));
const ENDS_PARAGRAPH = set("p");
const BLOCKS = set("address blockquote details div dl figure h1 h2 h3 h4 h5 h6 hr ol p pre table ul");

/** What a start tag closes when it is still open directly above it (HTML, "optional tags"). */
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
/** An end tag inside a cell does not reach what was opened outside the table. */
const CELLS = set("td th caption");
const OF_TABLES = set("table tbody tfoot thead tr td th caption colgroup");
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+(?:="[^"]*")?)*) ?\/?>/g;

/**
 * The same HTML with every element closed where it was opened and no end tag without its start, so that a text can
 * neither end the element that a page puts it in nor swallow what follows. `html` is the sanitizer's: tags of plain
 * names, quoted attributes, every other '<' escaped.
 */
export function balance(html: string): string {
	const open: string[] = [];
	const closeTo = (depth: number): string => {
		let out = "";
		while (open.length > depth) out += `</${open.pop()}>`;
		return out;
	};
	const start = (name: string, attributes: string): string => {
		let out = "";
		const implied = IMPLIED[name] ?? (BLOCKS.has(name) ? ENDS_PARAGRAPH : undefined);
		for (let top = open.at(-1); top !== undefined && implied?.has(top); top = open.at(-1))
			out += closeTo(open.length - 1);
		if (!VOID.has(name)) open.push(name);
		return `${out}<${name}${attributes}>`;
	};
	const end = (name: string): string => {
		for (let depth = open.length - 1; depth >= 0; depth--) {
			const here = open[depth] ?? "";
			if (here === name) return closeTo(depth);
			if (CELLS.has(here) && !OF_TABLES.has(name)) return "";
		}
		return "";
	};
	const balanced = html.replace(TAG, (_, slash: string, name: string, attributes: string) =>
		slash ? end(name) : start(name, attributes),
	);
	return balanced + closeTo(0);
}
