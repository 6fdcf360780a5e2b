import * as z from "zod";
import type { Done } from "#auth/answer.ts";
import { checkedFields } from "#auth/input.ts";
import { withChildSets } from "#domain/people/index.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";

/** The form of an application as it was sent: which of its fields must be valid depends on the pressed button. */
export const SentApplication = z.record(z.string(), z.string());

/** What the pressed button makes of a form: the form to draw again, with its status, or the input to store. */
type Pressed<F> = { draw: FormState; status: 200 | 422 } | { input: F };

/** Reads a sent form by its button: 再加一位孩子 and 移除 change what the form shows, any other one stores it. */
export function pressedIn<F>(
	form: z.ZodType<F>,
	sent: z.infer<typeof SentApplication>,
	values: FormState["values"],
): Pressed<F> {
	const { step = "", sets: _, ...fields } = sent;
	const { step: _s, ...typed } = values;
	const changed = withChildSets(typed, step);
	if (changed) return { draw: { values: changed, errors: {} }, status: 200 };
	const read = checkedFields(form, fields);
	return read.ok ? { input: read.input } : { draw: { ...read.state, values: typed }, status: 422 };
}

type Drawn = Page | Done | "missing";
/** Returns a page that is drawn again with the status of the answer; what stands in its place stays. */
export const drawnAgain = (page: Drawn, status: 200 | 422): Drawn =>
	page === "missing" || "to" in page ? page : { ...page, status };
