import { html, type VNode } from "#admin/html.ts";
import { difference } from "./difference.ts";
import { type FormState, fieldId } from "./form.ts";
import { notice } from "./notice.ts";

/** One field that was saved by somebody else while this form was open. */
export type Conflict = {
	field: string;
	label: string;
	mine: string;
	theirs: string;
	/** What the control must hold to say `theirs`, when that is not the shown text. */
	theirsValue?: string | undefined;
};

const TAKE = "_take.";
const THEIRS = "_theirs.";

const side = (conflict: Conflict, mine: boolean): VNode => html`<label class="choice top">
	<input type="radio" name=${TAKE + conflict.field} value=${mine ? "mine" : "theirs"} checked=${mine} />
	<span>
		<b>${mine ? "用我剛才寫的" : "用對方已儲存的"}</b>
		<span class="conflict-text">
			${mine ? difference({ before: conflict.theirs, after: conflict.mine, show: "after" }) : difference({ before: conflict.mine, after: conflict.theirs, show: "after" })}
		</span>
	</span>
</label>`;

const one = (
	state: FormState,
	conflict: Conflict,
): VNode => html`<fieldset class="conflict" data-conflict=${fieldId(state, conflict.field)}>
	<legend class="label">${conflict.label}</legend>
	<div class="cols two">${side(conflict, true)}${side(conflict, false)}</div>
	<input type="hidden" name=${THEIRS + conflict.field} value=${conflict.theirsValue ?? conflict.theirs} />
</fieldset>`;

/** Both texts side by side, the difference marked, with a choice for every field; nothing when there is no conflict. */
export function conflictPart(state: FormState): VNode | null {
	if (!state.conflict?.length) return null;
	return html`<section class="stack" aria-label="兩邊的修改">
		${notice({ tone: "warn", title: "您編輯時，有人先儲存了" }, "下面並列兩邊的文字，不同的地方有底色。請逐項選擇要保留哪一邊，再儲存一次。")}
		${state.conflict.map((conflict) => one(state, conflict))}
	</section>`;
}

/**
 * The sent values after the choices of `conflictPart` are followed: where 對方 was chosen, the field takes the stored
 * text. The script of the page makes the same choice visible in the field and then sends no stored text, so that later
 * typing wins.
 */
export function followChoices(values: FormState["values"]): FormState["values"] {
	const plain = Object.entries(values).filter(([name]) => !name.startsWith(TAKE) && !name.startsWith(THEIRS));
	// A box that is not ticked sends no field of its own.
	const taken = Object.entries(values).flatMap(([take, choice]) => {
		const name = take.slice(TAKE.length);
		const theirs = values[THEIRS + name];
		return take.startsWith(TAKE) && choice === "theirs" && theirs !== undefined ? [[name, theirs]] : [];
	});
	return Object.fromEntries([...plain, ...taken]);
}
