import * as z from "zod";
import { type EditorNoun, NOUNS } from "#admin/content/index.ts";
import { action, type Route } from "#auth/route.ts";
import type { DraftSlot } from "#db/content/index.ts";
import { discardDraft, saveDraft } from "#domain/content/actions.ts";
import { ARTICLE_LISTS, DraftFields, NEW_SLOT } from "#domain/content/index.ts";
import type { FormState } from "#ui/form-state.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { clockWords } from "#ui/time.ts";

const SlotParams = z.strictObject({
	slot: z
		.string()
		.regex(/^[1-9]\d{0,14}$/)
		.or(z.string().regex(NEW_SLOT)),
});
/** The size limit in bytes of a request that stores a draft, the values of an editor's form in JSON. */
const DRAFT_BYTES = 3 * 1024 * 1024;
/** The size limit in bytes of a form that is discarded, which still carries its chosen files. */
const FORM_BYTES = 60 * 1024 * 1024;

const Fields = z.string().transform((text, context) => {
	try {
		return DraftFields.parse(JSON.parse(text));
	} catch {
		context.addIssue({ code: "custom", message: "自動儲存的內容讀不出來。" });
		return z.NEVER;
	}
});

/** Returns the page for a refused request. Only the script sends these requests; it reads the reason. */
const refused = async (_: unknown, { problem, errors }: FormState): Promise<Page> => ({
	title: "自動儲存",
	slim: true,
	body: notice({ tone: "warn" }, problem ?? Object.values(errors).flat().join(" ")),
});

/** Builds the routes that autosave one kind of text: the values of its editor's form, stored for the user who types. */
function draftRoutes({ kind, gate, places }: EditorNoun): Route[] {
	const slotOf = (slot: string, userId: number): DraftSlot => ({ userId, resource: kind, slot });
	const editor = (slot: string): string => (NEW_SLOT.test(slot) ? places.create() : places.show(Number(slot)));
	return [
		action({
			path: places.draft(":slot"),
			gate,
			params: SlotParams,
			form: z.strictObject({ fields: Fields, seen: z.coerce.number().int().min(0) }),
			maxBytes: DRAFT_BYTES,
			run: async ({ db, who, params, at }, { input: { fields, seen } }) => {
				const version = await saveDraft(db, slotOf(params.slot, who.userId), { fields, seen, at });
				return { to: editor(params.slot), json: { data: { version, saved_at: at, label: clockWords(at) } } };
			},
			page: refused,
		}),
		action({
			path: places.draftRemoval(":slot"),
			gate,
			params: SlotParams,
			// The button stands in the editor's form, so the whole form is sent and ignored.
			form: z.looseObject({}),
			many: ARTICLE_LISTS,
			maxBytes: FORM_BYTES,
			run: async ({ db, who, params }) => {
				await discardDraft(db, slotOf(params.slot, who.userId));
				return { to: editor(params.slot), flash: "已捨棄自動儲存的內容。", tone: "info" };
			},
			page: refused,
		}),
	];
}

export const DRAFT_ROUTES: readonly Route[] = [...draftRoutes(NOUNS.article), ...draftRoutes(NOUNS.page)];
