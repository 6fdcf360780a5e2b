const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const SYMBOL = /[\p{P}\p{S}]/u;
const DELIMITED = /^(\*\*|\*|~~)(?![\s*~])([^*`~\n]*(?:\n(?!\s*\n)[^*`~\n]+)*)(?<!\s)\1(?!\*)/;

/** A passage between two marks: what stands in the text, the mark, and the words. */
export type Emphasised = { raw: string; mark: "**" | "*" | "~~"; text: string };

/**
 * Returns the emphasis at the beginning of a text that CommonMark misses because of Chinese punctuation:
 * `**「開放」**的` and `**注意：**請`. Null where there is none, or CommonMark reads it.
 */
export function chineseEmphasis(src: string): Emphasised | null {
	const [raw, mark, text] = DELIMITED.exec(src) ?? [];
	if (!raw || !text || !isMissed(text, src.slice(raw.length, raw.length + 2))) return null;
	return { raw, mark: mark === "**" ? "**" : mark === "*" ? "*" : "~~", text };
}

const SPECIAL = /[\\`*~]/g;
const RUN = /^(?:\\[\s\S]?|`+|\*+|~+)/;
/** The most characters in which the end of an emphasis is looked for. */
const FAR = 4_000;

/**
 * Returns where in a passage of text such an emphasis begins, read from left to right as the renderer does: none begins
 * in what another emphasis, code or a backslash has taken.
 */
export function chineseEmphasesIn(text: string): ReadonlyMap<number, Emphasised> {
	const found = new Map<number, Emphasised>();
	SPECIAL.lastIndex = 0;
	for (let next = SPECIAL.exec(text); next; next = SPECIAL.exec(text)) {
		const at = next.index;
		const rest = text.slice(at, at + FAR);
		const emphasis = chineseEmphasis(rest);
		if (emphasis) found.set(at, emphasis);
		const run = RUN.exec(rest)?.[0] ?? "";
		const taken = emphasis?.raw ?? DELIMITED.exec(rest)?.[0] ?? codeOf(rest, run);
		SPECIAL.lastIndex = at + Math.max(1, taken.length);
	}
	return found;
}

/** Returns the code that a run of backticks begins, or the run. */
function codeOf(rest: string, run: string): string {
	const end = run.startsWith("`") ? rest.indexOf(run, run.length) : -1;
	return end < 0 ? run : rest.slice(0, end + run.length);
}

/**
 * Whether CommonMark misses an emphasis: there is punctuation at an inner edge, and Chinese in the text or directly
 * after it.
 */
function isMissed(text: string, after: string): boolean {
	const atEdge = SYMBOL.test([...text].at(0) ?? "") || SYMBOL.test([...text].at(-1) ?? "");
	return atEdge && (CJK.test(text) || CJK.test([...after].at(0) ?? ""));
}
