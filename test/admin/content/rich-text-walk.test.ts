/**
 * Whatever somebody does to a text in the editor that shows what it means, in any order: no mark comes into sight, a key
 * takes one character at most, a selection takes what it shows, the caret stands in what is seen, and undo brings
 * everything back.
 */
import { expect, test } from "vitest";
import { nested } from "#ui/islands/client/writing/rich/nesting.ts";
import { type Chance, chances, newSeed, one, stepsOf, WALK_MS } from "../../support/chances.ts";
import { Writer } from "../../support/rich-text.ts";

const WORDS = ["天", "地", "水", "火", "a", "b", "病友"];
const TYPED = [...WORDS, "，", "「", ".", "%"];
const words = ({ a, b }: Chance): string => `${one(WORDS, a)}${one(WORDS, b)}`;
const INLINE: ((chance: Chance) => string)[] = [
	words,
	(chance) => `**${words(chance)}**`,
	(chance) => `*${words(chance)}*`,
	(chance) => `~~${words(chance)}~~`,
	(chance) => `${one(WORDS, chance.c)} \`${words(chance)}\` ${words(chance)}`,
	(chance) => `${one(WORDS, chance.c)}[${words(chance)}](/articles/x)${words(chance)}`,
	(chance) => `${one(WORDS, chance.c)}**${words(chance)} *${words(chance)}* ${words(chance)}**${words(chance)}`,
	(chance) => `${words(chance)} **${words(chance)}：**${words(chance)}`,
];
const line = (chance: Chance): string =>
	`${words(chance)}${one(INLINE, chance.b)(chance)}${words(chance)}${one(INLINE, chance.c)(chance)}`;
const BLOCKS: ((chance: Chance) => string)[] = [
	line,
	line,
	(chance) => `## ${line(chance)}`,
	(chance) => `### ${words(chance)}`,
	(chance) => `- ${line(chance)}\n- ${words(chance)}\n  - ${words(chance)}`,
	(chance) => `1. ${line(chance)}\n2. ${words(chance)}`,
	(chance) => `> ${line(chance)}\n>\n> ${words(chance)}`,
	() => "---",
	() => "[水火](/articles/y)",
];
const textOf = (all: readonly Chance[]): string => all.map((chance) => one(BLOCKS, chance.step)(chance)).join("\n\n");

/** The letters that are seen, whatever parts them. */
const letters = (seen: string): string => seen.replace(/[^天地水火ab病友]/g, "");
/** The marks that are in sight. A rule and a card are drawn, and no text. */
const marksIn = (seen: string): string =>
	seen
		.replace(/^(?:---|\[[^\]\n]*\]\(\/articles\/[xy]\))$/gm, "")
		.replace(/^(?:\d+\.|[-+*]) ?/gm, "")
		.replace(/[^*~`#>[\]()]/g, "");

/**
 * Presses Tab where no line comes to stand four columns in: when a deletion ends the list before such lines they are code,
 * of which all marks are seen. Nor where it parts lines: @lezer/markdown ends an item whose first line has lost its words
 * at the next empty line, where the website does not.
 */
function tabbed(writer: Writer, way: "in" | "out"): void {
	const made = nested(writer.state, way);
	const text = made && writer.state.update(made).newDoc;
	if (text && text.lines === writer.state.doc.lines && !/^ {4}/m.test(text.toString())) writer.tab(way);
}

const STEPS: Record<string, (writer: Writer, chance: Chance) => void> = {
	select: (writer, { a }) => writer.select(a % (writer.text.length + 1)),
	"select a range": (writer, { a, b }) =>
		writer.select(
			a % (writer.text.length + 1),
			Math.min(writer.text.length, (a % (writer.text.length + 1)) + (b % 12)),
		),
	"select a range backwards": (writer, { a, b }) =>
		writer.select(a % (writer.text.length + 1), Math.max(0, (a % (writer.text.length + 1)) - (b % 12))),
	type: (writer, chance) => writer.type(one(TYPED, chance.a)),
	compose: (writer, chance) => writer.compose(one(TYPED, chance.a)),
	"compose nothing": (writer) => writer.compose(""),
	space: (writer) => writer.type(" "),
	enter: (writer) => writer.enter(),
	backspace: (writer) => writer.backspace(),
	delete: (writer) => writer.delete(),
	nest: (writer) => tabbed(writer, "in"),
	"take out": (writer) => tabbed(writer, "out"),
	undo: (writer) => writer.undo(),
	redo: (writer) => writer.redo(),
};

const shown = ({ text, caret: { from, to } }: Writer): string =>
	`${JSON.stringify(text.slice(0, from))} ¦ ${JSON.stringify(text.slice(from, to))} ¦ ${JSON.stringify(text.slice(to))}`;

/** Takes steps in a text, and everything back again; returns the text after them. */
function walked(text: string, steps: readonly Chance[]): string {
	const writer = new Writer(text);
	expect([text, marksIn(writer.seen)]).toEqual([text, ""]);
	for (const chance of steps) {
		const [name, step] = one(Object.entries(STEPS), chance.step);
		const { text: before, seen } = writer;
		const { from, to } = writer.caret;
		const was = shown(writer);
		step(writer, chance);
		const lost = letters(seen).length - letters(writer.seen).length;
		const most =
			from !== to ? letters(before.slice(from, to)).length : name === "backspace" || name === "delete" ? 1 : 0;
		const least = name === "type" || name === "compose" ? -letters(one(TYPED, chance.a)).length : 0;
		const here = `${name}: ${was}`;
		expect([writer.isSeen, marksIn(writer.seen)], `${here} → ${shown(writer)}`).toEqual([true, ""]);
		if (name === "undo" || name === "redo") continue;
		expect(lost, here).toBeGreaterThanOrEqual(least);
		expect(lost, here).toBeLessThanOrEqual(most + least);
	}
	const { text: last } = writer;
	for (const _ of steps) writer.undo();
	expect(writer.text).toBe(text);
	for (const _ of steps) if (writer.text !== last) writer.redo();
	expect(writer.text).toBe(last);
	return last;
}

test.each([newSeed(), newSeed(), newSeed()])("a walk of keys, seed %i", { timeout: WALK_MS }, (seed) => {
	for (let nth = 0; nth < stepsOf(5); nth++) {
		const fresh = textOf(chances(6, seed + nth));
		const once = walked(fresh, chances(60, seed + nth + 1));
		walked(once, chances(60, seed + nth + 2));
	}
});
