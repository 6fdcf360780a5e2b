import * as z from "zod";

/** A record as the user saw it: id and version. */
export type Seen = { id: number; version: number };

const REFS = /^[1-9]\d{0,14}:\d{1,9}(?: [1-9]\d{0,14}:\d{1,9})*$/;

/**
 * Returns the schema of records as the user saw them, "12:3 15:1": each id with its version, once, at most `most` of them.
 * `none` is the message where there are none, `many` where there are too many.
 */
export const refsUpTo = (most: number, { none, many }: { none: string; many?: string }) =>
	z
		.string()
		.regex(REFS, { error: none })
		.transform((text): Seen[] =>
			text.split(" ").map((ref) => {
				const [id = 0, version = 0] = ref.split(":").map(Number);
				return { id, version };
			}),
		)
		.refine((refs) => refs.length <= most, many === undefined ? undefined : { error: many })
		.refine((refs) => new Set(refs.map(({ id }) => id)).size === refs.length);

/** Returns the text that `refsUpTo` reads. */
export const refsText = (refs: readonly Seen[]): string => refs.map(({ id, version }) => `${id}:${version}`).join(" ");
