import * as z from "zod";
import type { Ask } from "#auth/route.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Whom, whomIn } from "./notices-query.ts";

/** The parts of a request that the pages about notices need. */
export type Asked = Pick<Ask, "env" | "at" | "who">;

export const LONGEST_QUERY = 10_000;
/** Parses the conditions that a form sent back. */
export const WhomText = z
	.string()
	.max(LONGEST_QUERY)
	.transform((text, context): Whom => {
		const whom = whomIn(text);
		if (whom) return whom;
		context.addIssue({ code: "custom", message: "請回到名單重新選擇。" });
		return z.NEVER;
	});

/** Returns the chosen members of a refused form. */
export const whomOf = ({ values }: FormState): Whom | undefined => whomIn([values.query ?? ""].flat()[0] ?? "");
