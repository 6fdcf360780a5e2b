/** Cuts SQL into its statements, as SQLite does: quotes, comments, and triggers that hold statements of their own. */

/** A piece of SQL: a quoted text, a comment, a word, or any other sign. */
const TOKEN =
	/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_][A-Za-z_0-9$]*|[\s\S]/g;
const IS_TRIGGER = /^\s*(?:--[^\n]*\n\s*)*CREATE\s+(?:TEMP\w*\s+)?TRIGGER\b/i;

/** The statements of a text, without the semicolons that end them. Throws where the last one is not ended. */
export function* statementsOf(text: string): Generator<string> {
	let start = 0;
	let isTrigger: boolean | undefined;
	/** The two words before, to know the END that ends a trigger from that of a CASE: only the former follows a semicolon. */
	let [before, last] = ["", ""];
	for (const { 0: token, index } of text.matchAll(TOKEN)) {
		if (/^\s|^--|^\/\*/.test(token)) continue;
		isTrigger ??= IS_TRIGGER.test(text.slice(start, start + 2_000));
		if (token === ";" && (!isTrigger || (last.toUpperCase() === "END" && before === ";"))) {
			const statement = text.slice(start, index).trim();
			if (statement !== "") yield statement;
			start = index + 1;
			isTrigger = undefined;
			[before, last] = ["", ""];
			continue;
		}
		[before, last] = [last, token];
	}
	if (
		text
			.slice(start)
			.replace(/--[^\n]*/g, "")
			.trim() !== ""
	)
		throw new Error("the last statement has no end: the text is cut off");
}
