import { type Partners, partnersOf } from "./partners.ts";
import { linesOf } from "./words-apart.ts";

/** The words around the two versions of a passage that both users changed; the user deletes them while editing. */
export const MERGE_WORDS = { mine: "【您的版本】", theirs: "【對方的版本】", end: "【以上兩段請留一段】" } as const;

/**
 * A text with the changes of both users. Where both changed the same lines (`conflicts` counts these places), `mine`
 * has this user's version, `theirs` the other user's, and `both` one after the other; without such places the three
 * texts are equal.
 */
export type Merged = { mine: string; theirs: string; both: string; conflicts: number };

type Part = { was: string; mine: string; theirs: string };

/**
 * Merges two changes of one text line by line, as diff3 does (Khanna, Kunal, Pierce, "A Formal Investigation of Diff3",
 * 2007): a change by only one user is taken, an equal change by both is taken once.
 */
export function merge3(base: string, mine: string, theirs: string): Merged {
	const merged: Merged = { mine: "", theirs: "", both: "", conflicts: 0 };
	const add = (own: string, other = own, joined = own): void => {
		merged.mine += own;
		merged.theirs += other;
		merged.both += joined;
	};
	for (const part of partsOf(base, mine, theirs)) {
		if (part.theirs === part.was || part.theirs === part.mine) add(part.mine);
		else if (part.mine === part.was) add(part.theirs);
		else {
			add(part.mine, part.theirs, both(part));
			merged.conflicts++;
		}
	}
	return merged;
}

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
const both = ({ mine, theirs }: Part): string =>
	`${MERGE_WORDS.mine}\n\n${ended(mine)}\n${MERGE_WORDS.theirs}\n\n${ended(theirs)}\n${MERGE_WORDS.end}\n`;

/**
 * Cuts the three texts at the lines that all of them have, and returns, in order, those lines and the parts between
 * them.
 */
function partsOf(base: string, mine: string, theirs: string): Part[] {
	const [was, left, right] = [linesOf(base), linesOf(mine), linesOf(theirs)];
	const [inMine, inTheirs] = [partnersOf(was, left), partnersOf(was, right)];
	const parts: Part[] = [];
	let [i, j, k] = [0, 0, 0];
	const cut = (to: number, atMine: number, atTheirs: number): void => {
		const part = [was.slice(i, to), left.slice(j, atMine), right.slice(k, atTheirs)].map((lines) => lines.join(""));
		const [old = "", own = "", other = ""] = part;
		if (old + own + other !== "") parts.push({ was: old, mine: own, theirs: other });
	};
	for (let at = 0; at < was.length; at++) {
		const [ownAt, otherAt] = [placeIn(inMine, at), placeIn(inTheirs, at)];
		if (ownAt < 0 || otherAt < 0) continue;
		cut(at, ownAt, otherAt);
		const line = was[at] ?? "";
		parts.push({ was: line, mine: line, theirs: line });
		[i, j, k] = [at + 1, ownAt + 1, otherAt + 1];
	}
	cut(was.length, left.length, right.length);
	return parts;
}

const placeIn = (partners: Partners, at: number): number => partners[at] ?? -1;
