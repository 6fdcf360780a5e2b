/**
 * Turns text copied from Word, Google Docs, Pages, Notion or a web page into Markdown: headings, paragraphs, lists,
 * quotations, tables, footnotes, and the words in them (./rich-words.ts). The HTML is only parsed: a parsed document runs
 * nothing and loads nothing.
 */
import { BLOCKS, isBlock, isGone, isMarker, linesOf, type Marks, marksIn, PLAIN, styleOf } from "./rich-words.ts";
import { cellsIn, tableOf } from "./table-cells.ts";

/** A block; an item of a list has its depth from 0 and its mark, a number or a bullet. */
type Block = { words: string; item?: { depth: number; mark: string } };

/** A line that ends inside a paragraph ends so that Markdown sees it. */
const HARD = "  \n";
const paragraphs = (lines: readonly string[]): string[] =>
	lines
		.join("\n")
		.split(/\n{2,}/)
		.map((one) => one.replace(/^\n+|\n+$/g, "").replaceAll("\n", HARD));
const together = (lines: readonly string[]): string => lines.filter((line) => line !== "").join(HARD);

function headingOf(node: Element): number | undefined {
	const [, level] =
		/^H([1-6])$/.exec(node.tagName) ??
		/\bMsoHeading([1-6])\b/.exec(node.className) ??
		/mso-outline-level:\s*([1-6])/i.exec(styleOf(node)) ??
		[];
	if (level) return Number(level);
	return /\bMsoTitle\b/.test(node.className) ? 1 : /\bMsoSubtitle\b/.test(node.className) ? 2 : undefined;
}

const markerOf = (node: Element): string =>
	[...node.querySelectorAll("span")].find(isMarker)?.textContent?.trim() ?? "";

/** Returns the depth of a Word list paragraph, from 0, and its mark; undefined when the element is no such paragraph. */
function wordItem(node: Element): Block["item"] {
	const [, level] = /mso-list:\s*\w+\s+level(\d)/i.exec(styleOf(node)) ?? [];
	if (!level) return undefined;
	const marker = markerOf(node);
	const [, number] = /^[(（]?(\d{1,4})[.)、）]?$/.exec(marker) ?? [];
	const isOrdered = /^[(（]?(?:\p{L}{1,4})[.)、）]$/u.test(marker);
	return { depth: Number(level) - 1, mark: number ? `${Number(number)}.` : isOrdered ? "#." : "-" };
}

const isList = (node: Node): boolean => node instanceof Element && /^[UO]L$/.test(node.tagName);

function list(node: Element, depth: number): Block[] {
	let number = Number(node.getAttribute("start") ?? 1) || 1;
	return [...node.children].flatMap((child) => {
		// Google Docs puts a nested list beside its item, not inside.
		if (isList(child)) return list(child, depth + 1);
		const words = taskOf(child) + together(linesOf([...child.childNodes].filter((one) => !isList(one))));
		const mark = node.tagName === "OL" ? `${number}.` : "-";
		const own = words === "" ? [] : [{ words, item: { depth, mark } }];
		number += own.length;
		return [...own, ...[...child.children].filter(isList).flatMap((one) => list(one, depth + own.length))];
	});
}

function taskOf(node: Element): string {
	const box = node.querySelector(":scope > input[type=checkbox], :scope > label > input[type=checkbox]");
	return box ? `[${box.hasAttribute("checked") ? "x" : " "}] ` : "";
}

function table(node: HTMLTableElement): Block[] {
	// A table that only arranges a page.
	if (node.querySelector("table"))
		return [...node.rows].flatMap((row) => [...row.cells].flatMap((cell) => blocks(cell)));
	const [head = [], ...rest] = cellsIn(node, cellWords);
	if (head.length < 2) return [...node.rows].flatMap((row) => [...row.cells].flatMap((cell) => blocks(cell)));
	return [{ words: tableOf([head, ...rest]) }];
}

/** Returns the words of a table's cell, of several lines where it has several; no line of it begins a list or heading. */
export const cellWords = (cell: Element): string =>
	linesOf(cell.childNodes)
		.filter((line) => line !== "")
		.map((line) => line.replace(/^(\d{1,9})\\([.)]\s)/, "$1$2").replace(/^\\(#{1,6}\s|>|[-+]\s)/, "$1"))
		.join("\n");

function codeBlock(node: Element): Block {
	const text = (node.textContent ?? "").replace(/^\n+/, "").trimEnd();
	return { words: text && `\`\`\`\n${text}\n\`\`\`` };
}

/** Word's footnotes stand at the end, each in an element of its own. */
const notes = (node: Element): Block[] =>
	[...node.querySelectorAll("div")]
		.filter((one) => /mso-element:\s*footnote(?!-list)/i.test(styleOf(one)))
		.map((one) => ({ words: `[^${/\d+/.exec(one.id)?.[0] ?? "1"}]: ${together(linesOf(one.childNodes))}` }));

function blockOf(node: Element, marks: Marks): Block[] {
	if (/mso-element:\s*footnote-list/i.test(styleOf(node))) return notes(node);
	if (isList(node)) return list(node, 0);
	if (node instanceof HTMLTableElement) return table(node);
	if (node.tagName === "HR") return [{ words: "---" }];
	if (node.tagName === "PRE") return [codeBlock(node)];
	if (node.tagName === "BLOCKQUOTE") return [{ words: laid(blocks(node)).replace(/^/gm, "> ").replace(/^> $/gm, ">") }];
	const heading = headingOf(node);
	if (heading !== undefined) {
		const words = [markerOf(node), ...linesOf(node.childNodes)].filter((one) => one !== "").join(" ");
		return [{ words: words && `${"#".repeat(heading)} ${words.replace(/\*\*/g, "")}` }];
	}
	const item = wordItem(node);
	return item ? [{ words: together(linesOf(node.childNodes)), item }] : blocks(node, marks);
}

/** Returns the blocks of an element in order; words between block elements become paragraphs of their own. */
function blocks(parent: Element, above: Marks = PLAIN): Block[] {
	const marks = marksIn(parent, above);
	const found: Block[] = [];
	let loose: Node[] = [];
	const close = () => {
		for (const words of paragraphs(linesOf(loose, marks))) found.push({ words });
		loose = [];
	};
	for (const node of parent.childNodes) {
		const isApart =
			isBlock(node) || (node instanceof Element && node.querySelector(BLOCKS.replaceAll(" ", ",")) !== null);
		if (!isApart || !(node instanceof Element)) loose.push(node);
		else if (!isGone(node)) {
			close();
			found.push(...blockOf(node, marks));
		}
	}
	close();
	return found.filter(({ words }) => words !== "");
}

/** Writes a block, an item under the words of those that it belongs to; `marks` are those of the item before it, by depth. */
function placed({ words, item }: Block, before: readonly string[]): { text: string; marks: string[] } {
	if (!item) return { text: words, marks: [] };
	const above = Array.from({ length: item.depth }, (_, at) => before[at] ?? "-");
	const mark = numbered(item, before);
	const indent = " ".repeat(above.reduce((sum, one) => sum + one.length + 1, 0));
	const inner = `\n${indent}${" ".repeat(mark.length + 1)}`;
	return { text: `${indent}${mark} ${words.replaceAll("\n", inner)}`, marks: [...above, mark] };
}

/** A list of another kind is a list of its own. */
const isOneList = ([before]: readonly string[], [now]: readonly string[]): boolean =>
	before !== undefined && now !== undefined && /\d/.test(before) === /\d/.test(now);

/** Writes blocks one after the other, parted by empty lines but the items of a list. */
function laid(all: readonly Block[]): string {
	let text = "";
	let marks: string[] = [];
	for (const block of all) {
		const next = placed(block, marks);
		text += (text === "" ? "" : isOneList(marks, next.marks) ? "\n" : "\n\n") + next.text;
		marks = next.marks;
	}
	return text;
}

/** A mark that is a letter, or a number of another kind, goes on from the item before. */
const numbered = ({ depth, mark }: NonNullable<Block["item"]>, before: readonly string[]): string =>
	mark === "#." ? `${(Number.parseInt(before[depth] ?? "", 10) || 0) + 1}.` : mark;

/** The page's own heading is the only one of level 1: headings begin at level 2, those below them follow. */
function lowered(all: Block[]): Block[] {
	const levelOf = ({ words }: Block): number => /^#{1,6}(?= )/.exec(words)?.[0].length ?? 9;
	const by = Math.max(0, 2 - Math.min(...all.map(levelOf), 9));
	return all.map((block) => {
		const level = levelOf(block);
		if (level === 9) return block;
		return { words: `${"#".repeat(Math.min(6, level + by))}${block.words.slice(level)}` };
	});
}

/** Returns the Markdown of copied HTML; "" when it holds no words. */
export function markdownOf(html: string): string {
	const { body } = new DOMParser().parseFromString(html, "text/html");
	return laid(lowered(blocks(body)));
}
