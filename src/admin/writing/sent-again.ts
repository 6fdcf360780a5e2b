import type { FormState } from "#admin/ui/form.ts";
import type { Ask } from "#auth/route.ts";
import { madeWith } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import type { Kept } from "#db/revisions.ts";
import type { State } from "#domain/content/states.ts";
import { saveDraft } from "#domain/drafts/actions.ts";
import { DONE_WORDS } from "./editor-parts.ts";

const NOT_SAVED = "這份表單剛才已經送出並建立了內容。這次不同的地方還沒有儲存，請看過後再按一次。";

/** The record that a form made when it was sent before: its answer was lost, or another button pressed meanwhile. */
export const madeBefore = async ({ env }: Ask, key: string): Promise<number | undefined> =>
	(await readRows(env.DB, madeWith(key)))[0][0]?.id;

type Again = {
	resource: Kept;
	id: number;
	values: FormState["values"];
	isPublished: boolean;
	/** The record's editor with these values in it. */
	editor: { row: { state: State } | null; state: FormState } | null;
};

/**
 * What to say where a form was sent before. What it says now beyond the record stays over that as an unsaved form: nothing
 * typed is lost, and no second record is made. Refuses `draft.stale` where such a form is there already.
 */
export async function sentAgain(
	{ db, who, at }: Ask,
	{ resource, id, values, isPublished, editor }: Again,
): Promise<{ flash: string; tone: "ok" | "info" }> {
	const { state = "draft" } = editor?.row ?? {};
	const { conflict = [] } = editor?.state ?? {};
	const slot = String(id);
	const isOther = conflict.some(({ field, mine }) => field !== "slug" || mine !== "");
	if (isOther) {
		const place = { userId: who.userId, resource, slot };
		await saveDraft(db, place, { fields: { ...values, slot, version: "1" }, seen: 0, at });
	}
	return isOther || (isPublished && state === "draft")
		? { flash: NOT_SAVED, tone: "info" }
		: { flash: DONE_WORDS[state], tone: "ok" };
}
