import type { Sheet } from "#kernel/table.ts";

/** A file as somebody chose it. */
export type ImportedFile = { filename: string; bytes: Uint8Array };
/** Decodes Big5 where the runtime does not. */
export type Big5 = (bytes: Uint8Array) => string;

/** The sheet of a file and what its columns are; `mapping` is undefined where no header is known. */
export type Looked<M> = { sheet: Sheet; mapping: M | undefined };

/** Where an import stands: looked at, written, taken back. */
export type ImportState = "draft" | "applied" | "undone";

/** An import that was taken in: its first file, how it is read (JSON), and where it stands. */
export type Draft = {
	id: number;
	filename: string;
	file_id: number | null;
	state: ImportState;
	mapping: string;
	version: number;
};
