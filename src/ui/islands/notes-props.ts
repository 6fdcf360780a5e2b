export type NotesProps = {
	/** The record, its name, and how many notes it has. */
	id: number;
	name: string;
	count: number;
	/** Where its notes are read, and where one is stored. */
	list: string;
	store: string;
	/** What whoever writes has to know. */
	hint: string;
	/** Who looks; and where a note of theirs is corrected, with ":id" in its place, for so many milliseconds. */
	me: number;
	edit: string;
	correctable: number;
};
