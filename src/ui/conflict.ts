import { difference, drawRuns, turned } from "./difference.ts";
import { type Conflict, type FormState, fieldId } from "./form-state.ts";
import { html, type VNode } from "./html.ts";
import { notice } from "./notice.ts";
import { type Run, wordsApart } from "./words-apart.ts";

const TAKE = "_take.";
const SIDES = { theirs: "_theirs.", both: "_both." } as const;
const CONTEXT = 1;
/** A text longer than this many characters, or of several lines, is shown under its choice and not inside it. */
const LONG = 300;

const isLong = ({ mine, theirs }: Conflict): boolean =>
	[mine, theirs].some((text) => text.length > LONG || text.includes("\n"));

type Side = "mine" | "theirs" | "both";
const SIDE_WORDS: Record<Side, string> = {
	mine: "用我剛才寫的",
	theirs: "用對方已儲存的",
	both: "兩邊都留",
};
const PLACE_WORDS: Record<Side, string> = { ...SIDE_WORDS, mine: "這些地方用我寫的", theirs: "這些地方用對方的" };

const choice = (
	{ field, both }: Conflict,
	side: Side,
	inside?: VNode | string,
): VNode => html`<label class="choice top">
	<input type="radio" name=${TAKE + field} value=${side} checked=${side === "mine"} />
	<span><b>${(both === undefined ? SIDE_WORDS : PLACE_WORDS)[side]}</b>${inside && html`<span class="conflict-text">${inside}</span>`}</span>
</label>`;

const stored = (side: "theirs" | "both", { field }: Conflict, value: string): VNode =>
	html`<input type="hidden" name=${SIDES[side] + field} value=${value} data-side=${side} />`;

/** Draws a conflict of short texts: two choices, each with its whole text inside. */
function shortSides(conflict: Conflict): VNode {
	const runs = wordsApart(conflict.theirs, conflict.mine);
	return html`<div class="cols two">
		${choice(conflict, "mine", drawRuns(runs, { show: "after" }))}
		${choice(conflict, "theirs", drawRuns(turned(runs), { show: "after" }))}
	</div>`;
}

const longSide = (conflict: Conflict, side: "mine" | "theirs", runs: Run[]): VNode => html`<div class="stack tight">
	${choice(conflict, side)}
	<div class="conflict-side">${drawRuns(runs, { show: "after", context: CONTEXT, isBrief: true })}</div>
</div>`;

/**
 * Draws a conflict of long texts by their differences alone: the user's whole text is in the form's field, and the
 * whole stored text in a hidden field.
 */
function longSides(conflict: Conflict): VNode {
	const runs = wordsApart(conflict.theirs, conflict.mine);
	const isPartly = conflict.both !== undefined;
	return html`<div class="stack">
		${isPartly && html`<p class="hint">兩邊在不同地方的修改都已合併；只有下面這些地方，兩邊改了同一行。</p>`}
		<div class="cols two">${longSide(conflict, "mine", runs)}${longSide(conflict, "theirs", turned(runs))}</div>
		${isPartly && choice(conflict, "both", "這些地方前後並列，標上【您的版本】【對方的版本】，請看過再刪去不要的。")}
	</div>`;
}

const one = (
	state: FormState,
	conflict: Conflict,
): VNode => html`<fieldset class="conflict" data-conflict=${fieldId(state, conflict.field)}>
	<legend class="label">${conflict.label}</legend>
	${isLong(conflict) ? longSides(conflict) : shortSides(conflict)}
	${stored("theirs", conflict, conflict.theirsValue ?? conflict.theirs)}
	${conflict.both !== undefined && stored("both", conflict, conflict.both)}
</fieldset>`;

/**
 * Draws a field that was merged without asking: what the other user changed in it, or what this user's text adds to the
 * stored one.
 */
function merged({ label, mine, theirs, merged: how }: Conflict): VNode {
	const [title, before, after] =
		how === "theirs" ? ["對方的修改", mine, theirs] : ["您的修改，加在對方已儲存的上面", theirs, mine];
	return html`<div class="conflict stack tight">
		<p class="label">${label}：${title}</p>
		<div class="conflict-side">${difference({ before, after, context: CONTEXT, isBrief: true })}</div>
	</div>`;
}

const CHOOSE = "下面並列兩邊的文字，不同的地方有底色。請逐項選擇要保留哪一邊，再儲存一次。";
const MERGED = "兩邊改的是不同的地方，已經合併在下面的欄位裡，還沒有儲存。請看過後再儲存一次。";

/**
 * Draws the conflicts of a refused form: both texts of each field side by side with the difference marked and a choice,
 * then the fields that were merged without asking; null when there is no conflict.
 */
export function conflictPart(state: FormState): VNode | null {
	if (!state.conflict?.length) return null;
	const open = state.conflict.filter(({ merged: how }) => !how);
	const done = state.conflict.filter(({ merged: how }) => how);
	const names = done.map(({ label }) => label).join("、");
	const beside = open.length > 0 && done.length > 0 ? `${names}兩邊改的是不同的地方，已經合併。` : "";
	return html`<section class="stack" aria-label="兩邊的修改">
		${notice({ tone: open.length > 0 ? "warn" : "info", title: "您編輯時，有人先儲存了" }, open.length > 0 ? CHOOSE + beside : MERGED)}
		${open.map((conflict) => one(state, conflict))} ${done.map(merged)}
	</section>`;
}

/**
 * Returns the sent values after the choices of `conflictPart` are applied: where the other user's text (對方) or both
 * texts (兩邊) were chosen, the field takes that text. With scripts, the page itself puts the chosen text into the
 * field and sends no stored text, so that later typing wins.
 */
export function followChoices(values: FormState["values"]): FormState["values"] {
	const own = [TAKE, ...Object.values(SIDES)];
	const plain = Object.entries(values).filter(([name]) => !own.some((start) => name.startsWith(start)));
	// A check box that is not ticked sends no field.
	const taken = Object.entries(values).flatMap(([take, side]) => {
		if (!take.startsWith(TAKE) || (side !== "theirs" && side !== "both")) return [];
		const name = take.slice(TAKE.length);
		const text = values[SIDES[side] + name];
		return text === undefined ? [] : [[name, text]];
	});
	return Object.fromEntries([...plain, ...taken]);
}
