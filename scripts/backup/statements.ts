/**
 * Cuts SQL into its statements as SQLite does, with regard to quotes, comments, and triggers, which contain statements
 * of their own.
 */
import { closeSync, openSync, readSync } from "node:fs";

const PIECE_BYTES = 1 << 20;
/** The longest statement, in characters. A row of D1 has at most 2 MB: a longer one is an unclosed quote. */
const LONGEST = 64_000_000;

/** Yields the text of a file piece by piece. Throws when it is not UTF-8. */
export function* textOf(path: string, pieceBytes = PIECE_BYTES): Generator<string> {
	const file = openSync(path, "r");
	try {
		const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
		const bytes = new Uint8Array(pieceBytes);
		for (let read = readSync(file, bytes); read > 0; read = readSync(file, bytes))
			yield decoder.decode(bytes.subarray(0, read), { stream: true });
		yield decoder.decode();
	} finally {
		closeSync(file);
	}
}

/**
 * The signs that begin a quoted text or a comment, each with the sign that ends it; a statement ends at a semicolon
 * outside them.
 */
const CLOSES: Record<string, string> = { "'": "'", '"': '"', "`": "`", "[": "]", "--": "\n", "/*": "*/" };
const OPENS_OR_ENDS = /['"`[;]|--|\/\*/g;
const IS_TRIGGER = /^\s*CREATE\s+(?:TEMP\w*\s+)?TRIGGER\b/i;
/** Matches the END of a trigger, which follows a semicolon; the END of a CASE never does. */
const TRIGGER_ENDS = /;\s*END\s*$/i;
const CUT_OFF = "the last statement has no end: the text is cut off";

/**
 * Yields the statements of a text that comes in pieces, cut anywhere, without their closing semicolons. Holds one piece
 * and one statement in memory. Throws when the last statement has no end.
 */
export function* statementsOf(pieces: Iterable<string>): Generator<string> {
	/**
	 * `statement` is what was read of the present statement; `code` is the same without the contents of its quotes and
	 * comments.
	 */
	let [statement, code] = ["", ""];
	for (const part of partsOf(pieces)) {
		if (part.code === ";" && (!IS_TRIGGER.test(code) || TRIGGER_ENDS.test(code))) {
			if (code.trim() !== "") yield statement.trim();
			[statement, code] = ["", ""];
			continue;
		}
		statement += part.text;
		code += part.code;
		if (statement.length > LONGEST) throw new Error(CUT_OFF);
	}
	if (code.trim() !== "") throw new Error(CUT_OFF);
}

/**
 * A part of a statement: a run of code, a semicolon, a sign that opens a quote or a comment, or contents of a quote or
 * comment, for which `code` is empty.
 */
type Part = { text: string; code: string };
/** Where a part ends, its code, and the sign that closes the quote or comment that is open after it. */
type Step = { end: number; code: string; closer: string };

function* partsOf(pieces: Iterable<string>): Generator<Part> {
	let [closer, held] = ["", ""];
	for (const piece of pieces) {
		const text = held + piece;
		let at = 0;
		while (at < text.length) {
			const step: Step = closer === "" ? outside(text, at) : inside(text, at, closer);
			if (step.end === at) break;
			yield { text: text.slice(at, step.end), code: step.code };
			[at, closer] = [step.end, step.closer];
		}
		held = text.slice(at);
	}
	if (held !== "") yield { text: held, code: closer === "" ? held : "" };
}

/**
 * Reads a part outside quotes and comments. When the piece ends with the first sign of `--` or `/*`, that sign waits
 * for the next piece.
 */
function outside(text: string, at: number): Step {
	OPENS_OR_ENDS.lastIndex = at;
	const found = OPENS_OR_ENDS.exec(text);
	if (found?.index === at) {
		const closer = CLOSES[found[0]] ?? "";
		return { end: at + found[0].length, code: /^(?:--|\/\*)$/.test(found[0]) ? " " : found[0], closer };
	}
	const end = found?.index ?? text.length - (/[-/]$/.test(text) ? 1 : 0);
	return { end, code: text.slice(at, end), closer: "" };
}

function inside(text: string, at: number, closer: string): Step {
	const found = text.indexOf(closer, at);
	if (found >= 0) return { end: found + closer.length, code: "", closer: "" };
	return { end: text.length - (closer === "*/" && text.endsWith("*") ? 1 : 0), code: "", closer };
}
