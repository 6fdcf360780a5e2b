export type NotesProps = {
	/** The record's id and name, and how many notes it has. */
	id: number;
	name: string;
	count: number;
	/** The address where the record's notes are read; `store` is the address where a new note is stored. */
	list: string;
	store: string;
	/** The sentence under the field for a new note, which says what its writer must know. */
	hint: string;
	/**
	 * The signed-in user's id. `edit` is the address where one of this user's notes is corrected, with ":id" in place
	 * of the note's id; `correctable` is for how many milliseconds it may be corrected.
	 */
	me: number;
	edit: string;
	correctable: number;
};
