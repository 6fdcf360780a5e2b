import * as z from "zod";
import { GroupInput, MOST_JOINING } from "#domain/people/index.ts";
import { idsUpTo } from "#kernel/query.ts";

/** The form that makes chosen members a group and begins an announcement for it; `here` is the query of their list. */
export const ForChosen = z.strictObject({
	...GroupInput.pick({ name: true }).shape,
	members: idsUpTo(MOST_JOINING),
	here: z.string().max(2_000).default(""),
});
