import type { Sheet } from "#kernel/table.ts";

/** A file as the user uploaded it. */
export type ImportedFile = { filename: string; bytes: Uint8Array };
/** A decoder of Big5, for runtimes that have none. */
export type Big5 = (bytes: Uint8Array) => string;

/** A sheet of a file and the mapping of its columns; `mapping` is undefined when no known header was found. */
export type Looked<M> = { sheet: Sheet; mapping: M | undefined };

/** The states of an import: not written yet, written, undone. */
export const IMPORT_STATES = ["draft", "applied", "undone"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** An import: the first uploaded file, the options by which it is read (JSON), and the state. */
export type Draft = {
	id: number;
	filename: string;
	file_id: number | null;
	state: ImportState;
	mapping: string;
	version: number;
};
