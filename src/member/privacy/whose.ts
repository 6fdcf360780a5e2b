import * as z from "zod";
import type { Ask } from "#auth/route.ts";

export const ForQuery = z.strictObject({
	/** The id of the member for whom the user acts. */
	for: z
		.string()
		.regex(/^[1-9]\d{0,14}$/)
		.transform(Number)
		.optional(),
});
export type AskFor<P = object> = Ask<P, { for?: number | undefined }>;

/**
 * Returns the member whom the page is about: the one in the address, or the user's own record; undefined when there is
 * none.
 */
export function whose({ query, who }: AskFor): { id: number; dependent: number | undefined } | undefined {
	const dependent = query.for === who.memberId ? undefined : query.for;
	const id = dependent ?? who.memberId;
	return id === null ? undefined : { id, dependent };
}
