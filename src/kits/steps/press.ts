import * as z from "zod";
import type { Step } from "#kernel/steps.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { disclosure } from "#ui/disclosure.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";

type Pressed = {
	/** The address that the form is sent to. */
	action: string;
	state: FormState;
	version: number;
	/** The schema of the form's field for the reason. */
	comment: z.ZodType;
	/** True when the form was refused, so that it is shown open. */
	isOpen: boolean;
	/** What stands below the button. */
	foot?: Children;
};

/**
 * Draws the form of a rare step in a disclosure: the words that say what the step does, a field for the reason when the
 * step's `asks` has "comment" ("comment?": it may be left empty), and the button.
 */
export const rareStep = (
	{ rare, asks = [], press = "" }: Pick<Step, "rare" | "asks" | "press">,
	{ action, state, version, comment, isOpen, foot }: Pressed,
): VNode =>
	disclosure(
		{ label: rare?.name ?? press, open: isOpen },
		form(
			{ action, state: { ...state, problem: undefined, errors: {} }, version },
			html`<p class="small">${rare?.words}</p>`,
			asks.some((name) => name.startsWith("comment")) &&
				fieldsOf(z.object({ comment }))({
					name: "comment",
					label: "原因",
					type: "textarea",
					rows: 2,
					state: { ...state, problem: undefined },
					optional: asks.includes("comment?"),
				}),
			html`<div class="row">${button({ label: press, tone: "danger", busy: "處理中..." })}</div>`,
			foot,
		),
	);
