import * as z from "zod";
import type { Step } from "#kernel/steps.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { disclosure } from "#ui/disclosure.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";

type Pressed = {
	/** Where it is sent. */
	action: string;
	state: FormState;
	version: number;
	/** The schema of its reason. */
	comment: z.ZodType;
	/** Shown open: it was refused. */
	isOpen: boolean;
	/** Behind the button. */
	foot?: Children;
};

/** A rare step behind its name: what it does, its reason where the table asks for one ("comment?" may be left empty), its button. */
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
