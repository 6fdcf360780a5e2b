export type SearchHit = {
	label: string;
	sub: string;
	href: string;
	/** What can be begun with the result, which the box offers as a second step. */
	acts?: readonly { label: string; href: string }[];
};
/**
 * One kind of results in the search's answer to `Accept: application/json`: its first hits, and a link to all of them
 * when there are more.
 */
export type FoundKind = { kind: string; hits: SearchHit[]; all: { label: string; href: string } | null };

/** Something that the user may open by its name: a place of the menu, or a job. */
export type Command = {
	label: string;
	/** The group of the menu; "" for a job. */
	sub: string;
	href: string;
	/** Other words by which it is found. */
	words: readonly string[];
};
export type Commands = { places: readonly Command[]; jobs: readonly Command[] };

let loaded: Promise<Commands | null> | undefined;

/** Loads what the user may open from the search (its address `href`), once for each page; null when the server did not answer, and then again when asked. */
export function loadCommands(href: string): Promise<Commands | null> {
	loaded ??= fetch(href, { headers: { accept: "application/json" } })
		.then((answer): Promise<{ data: Commands }> | null => (answer.ok ? answer.json() : null))
		.then((body) => body?.data ?? null)
		.catch(() => null)
		.then((commands) => {
			if (commands === null) loaded = undefined;
			return commands;
		});
	return loaded;
}

const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll("臺", "台");

/** Returns whether each word of the query stands in one of the texts; case, width and 臺 or 台 make no difference. */
export function fits(query: string, texts: readonly string[]): boolean {
	const folded = texts.map(plain);
	return plain(query)
		.split(/\s+/u)
		.every((word) => folded.some((text) => text.includes(word)));
}
