import type { NoteRow } from "#db/people/notes.ts";
import { isoInTaipei } from "#kernel/times.ts";
import { paddedTime } from "#ui/time.ts";

/** A note as JSON for the island (client script) of the members' list. */
export type NoteJson = {
	id: number;
	content: string;
	author: { id: number | null; name: string };
	/** The time in Taipei, in ISO 8601. */
	created_at: string;
	/** The time as YYYY年MM月DD日 HH:mm. */
	created_at_label: string;
};

/** Returns the author's name; imported notes have no author. */
export const authorOf = ({ author_name }: NoteRow): string => author_name ?? "匯入";

export const noteJson = (note: NoteRow): NoteJson => ({
	id: note.id,
	content: note.content,
	author: { id: note.user_id, name: authorOf(note) },
	created_at: isoInTaipei(note.created_at),
	created_at_label: paddedTime(note.created_at),
});
