import * as z from "zod";
import { MEMBER_JOBS } from "#admin/jobs.ts";
import { asked, typedUpTo } from "#kernel/query.ts";
import { KINDS } from "./sources.ts";

/** The most characters of a search text; further characters are ignored. */
const MAX_TYPED = 100;
const MAX_PAGE = 1_000;

/** The query of the search address. An empty field of the form counts as absent. */
export const SearchQuery = z.strictObject({
	q: typedUpTo(MAX_TYPED),
	kind: asked(z.enum(KINDS)),
	/** The job that begins with the choice of a member. */
	job: asked(z.enum(MEMBER_JOBS)),
	page: z.coerce.number().int().positive().max(MAX_PAGE).default(1),
});
