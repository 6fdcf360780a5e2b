import type { NoteRow } from "#db/people/notes.ts";
import { isoInTaipei } from "#kernel/times.ts";
import { timeWords } from "#ui/time.ts";

/** A note as the island of the members' list reads it. */
export type NoteJson = {
	id: number;
	content: string;
	author: { id: number | null; name: string };
	/** ISO 8601 of Taipei. */
	created_at: string;
	/** YYYY年MM月DD日 HH:mm. */
	created_at_label: string;
};

/** Who wrote it; what came with an import has no author. */
export const authorOf = ({ author_name }: NoteRow): string => author_name ?? "匯入";

export const noteJson = (note: NoteRow): NoteJson => ({
	id: note.id,
	content: note.content,
	author: { id: note.user_id, name: authorOf(note) },
	created_at: isoInTaipei(note.created_at),
	created_at_label: timeWords(note.created_at),
});
