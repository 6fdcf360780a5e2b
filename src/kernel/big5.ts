/** The bytes of each character that Big5 has as Windows writes it, made at the first use from what the decoder reads. */
let table: ReadonlyMap<string, readonly [number, number]> | undefined;

/**
 * Returns whether a two-byte code is Big5 as Windows writes it (cp950): without Hong Kong's additions, which programs for
 * Taiwan do not read.
 */
const isTaiwans = (lead: number, trail: number): boolean =>
	(lead >= 0xa1 && lead <= 0xc5) || (lead === 0xc6 && trail <= 0x7e) || (lead >= 0xc9 && lead <= 0xf9);

function made(): ReadonlyMap<string, readonly [number, number]> {
	const decoder = new TextDecoder("big5", { fatal: true, ignoreBOM: true });
	const all = new Map<string, readonly [number, number]>();
	for (let lead = 0xa1; lead <= 0xf9; lead += 1)
		for (let trail = 0x40; trail <= 0xfe; trail += 1) {
			if ((trail > 0x7e && trail < 0xa1) || !isTaiwans(lead, trail)) continue;
			const character = read(decoder, lead, trail);
			if (character !== undefined && !all.has(character)) all.set(character, [lead, trail]);
		}
	return all;
}

/** Reads a two-byte code; undefined when it is no one character. */
function read(decoder: TextDecoder, lead: number, trail: number): string | undefined {
	try {
		const text = decoder.decode(Uint8Array.of(lead, trail));
		return [...text].length === 1 ? text : undefined;
	} catch {
		return undefined; // A code without a character: nothing is written with it.
	}
}

const bytesOf = (character: string): readonly number[] | undefined => {
	table ??= made();
	return character < "\u0080" ? [character.charCodeAt(0)] : table.get(character);
};

/** Returns the characters of a text that Big5 does not have, each once. */
export const lackedByBig5 = (text: string): string[] => [
	...new Set([...text].filter((character) => bytesOf(character) === undefined)),
];

/** Returns a text as Big5; throws a RangeError for a character that it does not have. Nothing is replaced. */
export function big5Of(text: string): Uint8Array {
	return Uint8Array.from(
		[...text].flatMap((character) => {
			const bytes = bytesOf(character);
			if (!bytes) throw new RangeError("Big5 lacks a character of the text");
			return bytes;
		}),
	);
}
