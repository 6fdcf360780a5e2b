import { namedRelease } from "#admin/content/releases/words.ts";
import { attachedTo, withTheirFiles } from "#admin/content/writing/attached.ts";
import {
	asked,
	EDITING_MS,
	type EditorOf,
	restored,
	SHOWN_REVISIONS,
	stateOfDraft,
} from "#admin/content/writing/editor.ts";
import { allows } from "#auth/permissions.ts";
import type { Ask } from "#auth/route.ts";
import { type EditedArticleRow, editedArticle } from "#db/content/article-edits.ts";
import { relatedTo } from "#db/content/articles.ts";
import { type FormFileRow, formFiles } from "#db/content/attachment-uses.ts";
import { categoriesForStaff } from "#db/content/categories.ts";
import { draftOf, newDraftsOf, othersEditing } from "#db/content/drafts.ts";
import { liveAfter } from "#db/content/live.ts";
import { heldPictures, markOfArticle } from "#db/content/release-holds.ts";
import { releasesOfArticle, suggestedReleases, type TiedRelease } from "#db/content/releases.ts";
import { publicSettings } from "#db/content/revision.ts";
import { baseText, latestRevisions } from "#db/content/revision-reads.ts";
import { suggestedTags } from "#db/content/tags.ts";
import { readRows } from "#db/read.ts";
import { filesIn } from "#domain/content/content/files.ts";
import { siteFrom } from "#http/state.ts";
import { againstStored } from "#ui/against-stored.ts";
import type { FormState } from "#ui/form-state.ts";
import { differences, formOf, freshArticle } from "./form-state.ts";

/** The data that the editor of an article shows. */
export type Editor = EditorOf<EditedArticleRow> & {
	categories: { id: number; name: string }[];
	tags: string[];
	files: FormFileRow[];
	/** The articles that the website shows as related to this one at present. */
	related: { slug: string; title: string }[];
	ground: Ground;
};

/** By what a story may be public, beside the fields for it. */
export type Ground = {
	/** The stored releases of the article. */
	releases: TiedRelease[];
	/** Whether it was public before there were releases and nobody has looked at it. */
	isBefore: boolean;
	/** The file names of pictures that a release holds back from the website. */
	held: string[];
	/** The releases that are suggested, as the field takes them. */
	known: string[];
	/** Whether the user may see whose the releases are. */
	isNamed: boolean;
};

/**
 * Reads all data for the editor of a stored article; `sent` is the refused form, if any. Null when no such article
 * exists.
 */
export async function readEditor(ask: Ask<{ id: number }>, sent?: FormState): Promise<Editor | null> {
	const { env, who, params, at } = ask;
	const slot = String(params.id);
	const place = { userId: who.userId, resource: "article", slot } as const;
	const isNamed = allows("releases", who);
	const [
		[row],
		[draft],
		others,
		categories,
		tags,
		files,
		[related],
		revisions,
		[live],
		[base],
		[settings],
		releases,
		[mark],
		known,
		held,
	] = await readRows(
		env.DB,
		editedArticle(params.id),
		draftOf(place),
		othersEditing(place, at - EDITING_MS),
		categoriesForStaff(),
		suggestedTags(),
		formFiles(place, { articleId: params.id, ids: filesOf(sent) }),
		relatedTo(params.id),
		latestRevisions("article", params.id, SHOWN_REVISIONS),
		liveAfter("article", params.id),
		baseText("article", params.id, { version: sent ? Number(sent.values.version) : null, userId: who.userId }),
		publicSettings(),
		releasesOfArticle(params.id),
		markOfArticle(params.id),
		suggestedReleases("story", at),
		heldPictures({ files: namedIn(sent), article: params.id }),
	);
	if (!row) return null;
	return {
		row,
		state: stateAgainst(row, sent ?? (draft ? stateOfDraft(draft) : formOf(row, { releases, mark, isNamed })), {
			categories,
			files,
			base: base?.snapshot,
		}),
		slot,
		key: crypto.randomUUID(),
		draft: restored(draft, sent),
		others,
		categories,
		tags: tags.map(({ name }) => name),
		files,
		related: JSON.parse(related?.related ?? "[]"),
		ground: {
			releases,
			isBefore: mark?.mark === "before",
			held: held.map(({ filename }) => filename),
			known: known.map((one) => namedRelease(one, isNamed)),
			isNamed,
		},
		revisions,
		live,
		unsaved: [],
		site: siteFrom(env, settings?.settings),
		...asked(ask),
	};
}

/** Reads all data for the editor of a new article; `slot` is the name under which its form is autosaved. */
export async function readNewEditor(ask: Ask, { slot, sent }: { slot: string; sent?: FormState }): Promise<Editor> {
	const { env, who, at } = ask;
	const place = { userId: who.userId, resource: "article", slot } as const;
	const isNamed = allows("releases", who);
	const [[draft], categories, tags, files, unsaved, [settings], known, held] = await readRows(
		env.DB,
		draftOf(place),
		categoriesForStaff(),
		suggestedTags(),
		formFiles(place, { articleId: 0, ids: filesOf(sent) }),
		newDraftsOf(who.userId, "article"),
		publicSettings(),
		suggestedReleases("story", at),
		heldPictures({ files: namedIn(sent) }),
	);
	return {
		row: null,
		state: sent ?? (draft ? stateOfDraft(draft) : freshArticle(who.name)),
		slot,
		key: slot,
		draft: restored(draft, sent),
		others: [],
		categories,
		tags: tags.map(({ name }) => name),
		files,
		related: [],
		ground: {
			releases: [],
			isBefore: false,
			held: held.map(({ filename }) => filename),
			known: known.map((one) => namedRelease(one, isNamed)),
			isNamed,
		},
		revisions: [],
		live: undefined,
		unsaved: unsaved.filter((one) => one.slot !== slot),
		site: siteFrom(env, settings?.settings),
		...asked(ask),
	};
}

/**
 * Returns the form's state; when another user saved after the form was opened, with both versions of each differing
 * field, and with the files that the other user attached.
 */
function stateAgainst(row: EditedArticleRow, state: FormState, known: Parameters<typeof differences>[2]): FormState {
	if (Number(state.values.version) === row.version) return state;
	const fields = differences(row, state, known);
	return withTheirFiles(attachedTo(row), againstStored(state, { version: row.version, fields }));
}

const filesOf = (sent: FormState | undefined): string[] =>
	[sent?.values.files ?? [], sent?.values.cover_id ?? []].flat().filter((id) => id !== "");

/** Returns the ids of all files that a sent form names, those in its text too. */
const namedIn = (sent: FormState | undefined): string[] => [
	...filesOf(sent),
	...filesIn(String(sent?.values.body ?? "")),
];
