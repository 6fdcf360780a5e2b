import { closeSync, openSync, readSync, statSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { SaxesParser } from "saxes";
import { BadFile } from "../read/bad-file.ts";

/** The most bytes of an export, and the most characters of one of its values. */
const FILE_LIMIT = 1_000_000_000;
const VALUE_LIMIT = 20_000_000;
const CHUNK = 65_536;
/** Matches the control characters that XML forbids, which plug-ins of WordPress write all the same. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

export type WordPressTerm = { domain: string; slug: string; name: string };

/** A post, a page, an attachment or anything else of an export; `fields` are its simple elements by name. */
export type Item = {
	fields: Map<string, string>;
	meta: Map<string, string>;
	terms: WordPressTerm[];
	comments: number;
	/** The line of the export at which it begins. */
	line: number;
};

export type WordPressExport = {
	fields: Map<string, string>;
	/** The names of the authors by their logins. */
	authors: Map<string, string>;
	items: Item[];
};

/**
 * Reads an export of WordPress (WXR) piece by piece. A document type is refused, so that no entity is ever expanded.
 * Throws BadFile with the line of what is no XML, or no export.
 */
export function readWxr(path: string): WordPressExport {
	if (statSync(path).size > FILE_LIMIT) throw new BadFile(`is over ${FILE_LIMIT / 1e6} MB: export it in parts`);
	const reader = newReader();
	const file = openSync(path, "r");
	const decoder = new StringDecoder("utf8");
	const bytes = Buffer.alloc(CHUNK);
	try {
		for (let read = readSync(file, bytes); read > 0; read = readSync(file, bytes))
			reader.write(decoder.write(bytes.subarray(0, read)));
		return reader.end();
	} finally {
		closeSync(file);
	}
}

type Author = { login: string; name: string };
type Open = { item: Item | null; author: Author | null; meta: string; term: WordPressTerm | null; text: string[] };

function newReader() {
	const parser = new SaxesParser();
	const found: WordPressExport = { fields: new Map(), authors: new Map(), items: [] };
	const open: Open = { item: null, author: null, meta: "", term: null, text: [] };
	let length = 0;
	parser.on("error", (error) => {
		throw new BadFile(`is no well-formed XML: ${error.message.replace(/^\d+:\d+: /, "")}`, parser.line);
	});
	parser.on("doctype", () => {
		throw new BadFile("has a DOCTYPE: exports of WordPress have none, and entities are not expanded", parser.line);
	});
	parser.on("opentag", ({ name, attributes }) => {
		open.text = [];
		length = 0;
		if (name === "item") open.item = newItem(parser.line);
		if (name === "wp:author") open.author = { login: "", name: "" };
		if (name === "category") open.term = { domain: attributes.domain ?? "", slug: attributes.nicename ?? "", name: "" };
	});
	const take = (text: string): void => {
		length += text.length;
		if (length > VALUE_LIMIT) throw new BadFile(`has a value of more than ${VALUE_LIMIT / 1e6} MB`, parser.line);
		open.text.push(text);
	};
	parser.on("text", take);
	parser.on("cdata", take);
	parser.on("closetag", ({ name }) => {
		close(found, open, name, open.text.join(""));
		open.text = [];
	});
	return {
		write: (text: string): unknown => parser.write(text.replace(FORBIDDEN, "")),
		end: (): WordPressExport => {
			parser.close();
			if (!found.fields.has("wp:wxr_version")) throw new BadFile("is no export of WordPress: it has no wp:wxr_version");
			return found;
		},
	};
}

const newItem = (line: number): Item => ({ fields: new Map(), meta: new Map(), terms: [], comments: 0, line });

/** Takes the value of an element that ends; elements of comments are passed over. */
function close(found: WordPressExport, open: Open, name: string, text: string): void {
	if (name === "item" && open.item) {
		found.items.push(open.item);
		open.item = null;
	} else if (name === "wp:author" && open.author) {
		found.authors.set(open.author.login, open.author.name);
		open.author = null;
	} else if (open.author) {
		if (name === "wp:author_login") open.author.login = text.trim();
		if (name === "wp:author_display_name") open.author.name = text.trim();
	} else if (open.item) closeInItem(open, open.item, name, text);
	else if (!found.fields.has(name)) found.fields.set(name, text.trim());
}

function closeInItem(open: Open, item: Item, name: string, text: string): void {
	if (name === "wp:comment") item.comments++;
	else if (name === "wp:meta_key") open.meta = text;
	else if (name === "wp:meta_value") item.meta.set(open.meta, text);
	else if (name === "category" && open.term) item.terms.push({ ...open.term, name: text.trim() });
	else if (!/^wp:comment/.test(name) && !item.fields.has(name)) item.fields.set(name, text);
}
