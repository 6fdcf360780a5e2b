import { attachedTo, namedIn, storeUploads, withFiles } from "#admin/content/index.ts";
import type { FormInput } from "#auth/input.ts";
import type { Ask } from "#auth/route.ts";
import { namedFiles } from "#db/content/index.ts";
import { editedAnnouncement, namedAudiences } from "#db/office/announcement-edits.ts";
import { readRows } from "#db/read.ts";
import { seesAllAnnouncements } from "#domain/office/announcements/audience.ts";
import type { AnnouncementInput } from "#domain/office/announcements/form.ts";
import { relay } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Editor } from "./editor.ts";
import { formOf, freshAnnouncement, stateAgainst } from "./form-state.ts";

export type AskOne = Ask<{ id: number }>;

/** Returns the permissions of the current user. */
export const may = ({ who }: Pick<Ask, "who">) => who.permissions;
/** Returns whether the current user sees all announcements. */
export const sees = (ask: Pick<Ask, "who">): boolean => seesAllAnnouncements(may(ask));
/** Returns the current user as the actor of an action, with the user's permissions. */
export const writer = (ask: Pick<Ask, "who" | "by">) => ({ ...ask.by, may: may(ask) });
/** Sends the queued messages at once, so that the website learns of the change. */
export const tell = ({ c, env }: Pick<Ask, "c" | "env">) => c.executionCtx.waitUntil(relay(env));

/**
 * Reads all data for the editor of a stored announcement in one round trip; `sent` is the refused form, if any. Null
 * when no such announcement is visible to the user.
 */
export async function readEditor(ask: AskOne, sent?: FormState): Promise<Editor | null> {
	const { env, params, at } = ask;
	const [[row], named, files] = await readRows(
		env.DB,
		editedAnnouncement(params.id, sees(ask)),
		namedAudiences(),
		namedFiles(namedIn(sent)),
	);
	if (!row) return null;
	return {
		row,
		// A refusal from another page's button is shown above the form with the stored values.
		state: stateAgainst(row, sent && "title" in sent.values ? sent : { ...formOf(row), problem: sent?.problem }, named),
		key: crypto.randomUUID(),
		files: [...attachedTo(row), ...files],
		named,
		may: may(ask),
		at,
	};
}

/** Reads all data for the editor of a new announcement; `sent` is the refused form, if any. */
export async function readNewEditor(
	ask: Ask<object, { audience?: string | undefined }>,
	sent?: FormState,
): Promise<Editor> {
	const [named, files] = await readRows(ask.env.DB, namedAudiences(), namedFiles(namedIn(sent)));
	const base = { row: null, key: crypto.randomUUID(), may: may(ask), at: ask.at };
	return { ...base, state: sent ?? freshAnnouncement(may(ask), ask.query.audience), files, named };
}

/**
 * Stores the files that the form carried when no script had uploaded them before, and returns the announcement with
 * them. Refuses what `storeUploads` refuses: a file that the media library does not accept.
 */
export async function withUploads(
	ask: Ask,
	input: AnnouncementInput,
	files: FormInput<unknown>["files"],
): Promise<AnnouncementInput> {
	const pictures = await storeUploads(ask, files, "pictures");
	const attached = await storeUploads(ask, files, "attach_files");
	const known = new Set(input.attachments.map(({ id }) => id));
	return {
		...input,
		body: withFiles(input.body, pictures),
		attachments: [
			...input.attachments,
			...attached.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, description: "" })),
		],
	};
}
