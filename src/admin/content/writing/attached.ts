import * as z from "zod";
import type { FormState } from "#ui/form-state.ts";
import type { AttachedFile } from "./attachments-field.ts";

const Files = z.array(
	z.object({
		id: z.string(),
		filename: z.string(),
		content_type: z.string(),
		size: z.number(),
		description: z.string(),
	}),
);
type Stored = z.infer<typeof Files>[number];

/** Parses the attachments (JSON) of a stored text's row. */
export const attachedTo = ({ attachments }: { attachments: string }): Stored[] => Files.parse(JSON.parse(attachments));

const listed = (state: FormState, name: string): string[] => [state.values[name] ?? []].flat();

/** Returns the ids of the files that a form names. */
export const namedIn = (state: FormState | undefined): string[] => (state ? listed(state, "files") : []);

/** Returns the files that the form names, in the form's order. */
export function attachedIn(state: FormState, known: readonly AttachedFile[]): AttachedFile[] {
	const byId = new Map(known.map((file) => [file.id, file]));
	return namedIn(state).flatMap((id) => byId.get(id) ?? []);
}

/**
 * Adds to the form the files that another user attached to the stored text meanwhile, so that no file is lost in a
 * conflict.
 */
export function withTheirFiles(stored: readonly Stored[], state: FormState): FormState {
	const mine = namedIn(state);
	const theirs = stored.filter(({ id }) => !mine.includes(id) && !listed(state, "file_removals").includes(id));
	if (theirs.length === 0) return state;
	const values = {
		...state.values,
		files: [...mine, ...theirs.map(({ id }) => id)],
		file_descriptions: [
			...mine.map((_, at) => listed(state, "file_descriptions")[at] ?? ""),
			...theirs.map(({ description }) => description),
		],
		file_positions: [...mine, ...theirs].map((_, at) => String(at + 1)),
	};
	return { ...state, values };
}
