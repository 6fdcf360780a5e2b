import * as z from "zod";
import { asked, typedUpTo } from "#kernel/query.ts";
import { KINDS } from "./sources.ts";

/** The most characters of a search text; further characters are ignored. */
const MAX_TYPED = 100;
const MAX_PAGE = 1_000;

/** The query of the search address. An empty field of the form counts as absent. */
export const SearchQuery = z.strictObject({
	q: typedUpTo(MAX_TYPED),
	kind: asked(z.enum(KINDS)),
	page: z.coerce.number().int().positive().max(MAX_PAGE).default(1),
});
