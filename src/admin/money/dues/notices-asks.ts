import * as z from "zod";
import type { Ask } from "#auth/route.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Whom, whomIn } from "./notices-query.ts";

/** The parts of a route's request (`Ask`) that the pages about notices need. */
export type Asked = Pick<Ask, "env" | "at" | "who">;

export const LONGEST_QUERY = 10_000;
/** The schema of a form's field `query`, which holds the conditions on the recipients as a query string. */
export const WhomText = z
	.string()
	.max(LONGEST_QUERY)
	.transform((text, context): Whom => {
		const whom = whomIn(text);
		if (whom) return whom;
		context.addIssue({ code: "custom", message: "請回到名單重新選擇。" });
		return z.NEVER;
	});

/**
 * Returns the conditions on the recipients from the field `query` of a refused form; undefined when they are not valid.
 */
export const whomOf = ({ values }: FormState): Whom | undefined => whomIn([values.query ?? ""].flat()[0] ?? "");
