import type { Notable } from "#db/people/notes.ts";
import { CORRECTABLE_FOR } from "#domain/people/notes/rules.ts";
import { paths } from "#http/paths.ts";
import type { VNode } from "#ui/html.ts";
import { island } from "#ui/islands/island.ts";
import { NOUNS } from "./nouns.ts";

/**
 * Draws 備忘錄 of a record in a list: the number of notes, which opens and closes the history, and the form for a new
 * note. Without a script it is links. `me` is the id of the current user.
 */
export const notesCell = ({ type, me, ...of }: Notable & { name: string; count: number; me: number }): VNode => {
	const { list, store, hint } = NOUNS[type];
	const ways = { list: list(of.id), store: store(of.id), edit: paths.admin.notes.edit(":id") };
	return island("notes", { ...of, ...ways, hint, me, correctable: CORRECTABLE_FOR }, "touched");
};
