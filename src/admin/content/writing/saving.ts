import type { FormInput } from "#auth/input.ts";
import type { Ask } from "#auth/route.ts";
import { madeWith } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { publishingMove } from "#domain/content/content/planning.ts";
import { isReturned } from "#domain/content/content/returning.ts";
import type { State } from "#domain/content/content/states.ts";
import type { Move } from "#domain/content/content/steps.ts";
import { saveDraft } from "#domain/content/drafts/actions.ts";
import { undoNow } from "#kits/steps/undo.ts";
import { relay } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";
import { DONE_WORDS, MADE_WORDS, SAVED_WORDS } from "./editor-parts.ts";
import type { EditorNoun } from "./nouns.ts";

type Sent = Pick<FormInput<unknown>, "key" | "values">;
type Making = {
	noun: EditorNoun;
	isPublished: boolean;
	wish: Parameters<typeof publishingMove>[0];
	/**
	 * Reads the editor of the record that this form created when it was sent before, filled with the values just sent.
	 */
	read: (ask: Ask<{ id: number }>, sent: FormState) => Promise<Editor | null>;
	/** Creates the record and returns its id; a repeated key creates nothing. */
	create: (how: { key: string; move: Move | undefined }) => Promise<number>;
};
type Editor = { row: { state: State } | null; state: FormState };

/**
 * Creates a record from the form and redirects to its editor. When the form was sent before (its answer was lost, or
 * another button was pressed), it redirects to the record that was created then. Refuses with `content.no_time` or
 * `draft.stale`, or what `making.create` refuses.
 */
export async function makeOnce(ask: Ask, sent: Sent, making: Making) {
	const { noun, isPublished, wish, read, create } = making;
	const { kind, places } = noun;
	const { values } = sent;
	const key = sent.key.replace(places.createPublished(), places.create());
	const [[before]] = await readRows(ask.env.DB, madeWith(key));
	if (before) {
		const { id } = before;
		const editor = await read({ ...ask, params: { id } }, { values, errors: {} });
		return { to: places.show(id), ...(await sentAgain(ask, { kind, id, values, isPublished, editor })) };
	}
	const move = isPublished ? publishingMove(wish) : undefined;
	const id = await create({ key, move });
	ask.c.executionCtx.waitUntil(relay(ask.env));
	return { to: places.show(id), flash: move ? DONE_WORDS[move.step] : SAVED_WORDS.draft };
}

type Again = {
	kind: EditorNoun["kind"];
	id: number;
	values: FormState["values"];
	isPublished: boolean;
	editor: Editor | null;
};
const NOT_SAVED = "這份表單剛才已經送出並建立了內容。這次不同的地方還沒有儲存，請看過後再按一次。";

/**
 * Returns the message when the same form was sent before. Values that differ from the record are kept as an unsaved
 * draft, so that nothing is lost and no second record is created. Refuses with `draft.stale` when a draft exists
 * already.
 */
async function sentAgain(
	{ db, who, at }: Ask,
	{ kind, id, values, isPublished, editor }: Again,
): Promise<{ flash: string; tone: "ok" | "info" }> {
	const { state = "draft" } = editor?.row ?? {};
	const { conflict = [] } = editor?.state ?? {};
	const slot = String(id);
	const isOther = conflict.some(({ field, mine }) => field !== "slug" || mine !== "");
	if (isOther) {
		const place = { userId: who.userId, resource: kind, slot };
		await saveDraft(db, place, { fields: { ...values, slot, version: "1" }, seen: 0, at });
	}
	return isOther || (isPublished && state === "draft")
		? { flash: NOT_SAVED, tone: "info" }
		: { flash: MADE_WORDS[state], tone: "ok" };
}

/**
 * Redirects to the editor of the saved text, with the message of the step that was taken, or of a save without a step. The
 * message has the form that takes the step back, where it can be.
 */
export function saved(
	{ c, env, params, at }: Ask<{ id: number }>,
	{ places }: EditorNoun,
	{ move, state }: { move: Move | undefined; state: State },
) {
	c.executionCtx.waitUntil(relay(env));
	const [to, flash] = [places.show(params.id), move ? DONE_WORDS[move.step] : SAVED_WORDS[state]];
	const undo = move && isReturned(move.step) ? undoNow(places.undo(), { at, to }) : {};
	return { to, flash, ...undo };
}
