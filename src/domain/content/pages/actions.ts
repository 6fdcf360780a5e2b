import { auditSlug } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { slugsLike } from "#db/content/article-edits.ts";
import { namedPictures, setUses } from "#db/content/attachment-uses.ts";
import { dropSaved } from "#db/content/drafts.ts";
import * as stored from "#db/content/page-edits.ts";
import {
	lastPosition,
	type PageRef,
	placeOfPage,
	placePage,
	refuseParent,
	settleAddress,
} from "#db/content/page-places.ts";
import { refuseHeld } from "#db/content/release-holds.ts";
import { keepFirst, keepRevision, type RevisionReason } from "#db/content/revisions.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { filesIn, sizesOf } from "#domain/content/content/files.ts";
import { NEW, planTimes, standingOf } from "#domain/content/content/planning.ts";
import { isReturned, stoodAs } from "#domain/content/content/returning.ts";
import { pickSlug, slugBase } from "#domain/content/content/slug-choice.ts";
import type { State, Step } from "#domain/content/content/states.ts";
import { type Move, takeStep } from "#domain/content/content/steps.ts";
import { namingPictures } from "#domain/content/releases/picture-actions.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { PageInput } from "./form.ts";
import { type Place, pathOf } from "./rules.ts";

/** The text of a page, the step that is taken with it, and the slot of the autosaved form, which is then deleted. */
export type PageSave = By & { input: PageInput; move?: Move | undefined; slot?: string | undefined };

/**
 * Inserts a page after the others below its parent, published or scheduled at once where `move` says so; once per form
 * `key`. Returns its id. The caller then queues the message `content.changed`. Refuses `page.slug_taken` (another page
 * has the slug), `page.parent_gone` (the parent is deleted or in the trash), `page.too_deep` (more than six levels),
 * `page.path_too_long`, `content.slug_empty` (the typed slug has no letter or digit), and what `planTimes` and
 * `compose` refuse.
 */
export async function createPage(
	db: Db,
	{ input, move, slot, key, ...by }: PageSave & { key: string },
): Promise<number> {
	const plan = planTimes(NEW, input, { move, at: by.at });
	const { inline, ...text } = await textOf(db, input);
	const columns = { ...text, ...plan, updatedAt: by.at };
	const id = madeBy(key);
	const checks = [...refuseParent(input.parent_id), stored.refuseLongAddress(columns)];
	return namingPictures(db, { files: inline }, () =>
		commitOnce(db, { key, at: by.at, checks }, [
			stored.insertPage(db, columns, by.at),
			...settleAddress(id),
			...setUses("page", id, { files: [], inline }),
			stored.releasePage(db, id, columns),
			...(plan.state === "scheduled" ? refuseHeld("page", id) : []),
			...keepRevision({ resource: "page", id, reason: "create", by }),
			...auditSlug(db, "page", { id, slug: columns.slug, action: "create", ...by }),
			...(move ? auditSlug(db, "page", { id, slug: columns.slug, action: move.step, ...by }) : []),
			...dropSaved("page", by, slot),
		]),
	);
}

/**
 * Saves a page and takes the requested step, as one change; returns the state it then has. With another slug or parent,
 * the addresses of the pages below it change too, and the old ones redirect. The caller then queues the message
 * `content.changed`. Refuses `content.slug_empty` (the typed slug has no letter or digit), and what `movePage`,
 * `stepPage`, `planTimes` and `compose` refuse, `release.picture` among them.
 */
export async function savePage(
	db: Db,
	ref: PageRef,
	{ input, move, slot, reason = "save", ...by }: PageSave & { reason?: RevisionReason },
): Promise<State> {
	const { now, parent } = await placed(db, ref.id, input.parent_id);
	const plan = planTimes(standingOf(now), input, { move, at: by.at });
	const { inline, ...text } = await textOf(db, input, now);
	const isElsewhere = input.parent_id !== now.parent_id;
	const isRenamed = text.slug !== now.slug;
	const changes = {
		...(now.state === plan.state ? {} : { state: { from: now.state, to: plan.state } }),
		...(isElsewhere || isRenamed ? { path: { from: now.path, to: pathOf(parent?.path ?? null, text.slug) } } : {}),
		...(move && isReturned(move.step) ? stoodAs(now) : {}),
	};
	const writes = [
		...keepFirst({ resource: "page", id: ref.id }),
		...checksOf(ref.id, { step: move?.step, parentId: input.parent_id, isElsewhere }),
		...setUses("page", ref.id, { files: [], inline }),
		...stored.updatePage(db, ref, {
			...text,
			...plan,
			...(isElsewhere ? { position: lastPosition(input.parent_id) } : {}),
			updatedAt: by.at,
		}),
		...(isElsewhere || isRenamed ? settleAddress(ref.id) : []),
		...(plan.state === "scheduled" ? refuseHeld("page", ref.id) : []),
		...keepRevision({ resource: "page", id: ref.id, reason, by }),
		...auditSlug(db, "page", { id: ref.id, slug: text.slug, action: move?.step ?? "edit", changes, ...by }),
		...dropSaved("page", by, slot),
	];
	await namingPictures(db, { files: inline }, () => commit(db, writes));
	return plan.state;
}

/**
 * Takes a step with a page whose text stays; returns the state it then has. The caller then queues the message
 * `content.changed`. Refuses `page.stale` (gone or changed meanwhile), `page.has_children` (into the trash with pages
 * below it), `page.parent_gone` (out of the trash when its parent is still in it), `release.picture` (it would be public with
 * a picture whose release does not hold for the website), and what `takeStep` refuses.
 */
export async function stepPage(db: Db, ref: PageRef, { move, ...by }: By & { move: Move }): Promise<State> {
	const { now } = await placed(db, ref.id, null);
	const fields = takeStep(now.state, move, by.at);
	const writes = [
		...keepFirst({ resource: "page", id: ref.id }),
		...checksOf(ref.id, { step: move.step, parentId: now.parent_id, isElsewhere: false }),
		...stored.updatePage(db, ref, fields),
		...(fields.state === "scheduled" ? refuseHeld("page", ref.id) : []),
		...auditSlug(db, "page", {
			id: ref.id,
			slug: now.slug,
			action: move.step,
			changes: { ...fields, state: { from: now.state, to: fields.state } },
			...by,
		}),
	];
	await namingPictures(db, { page: ref.id }, () => commit(db, writes));
	return fields.state;
}

/**
 * Moves a page, with all pages below it, to another place in the tree; old addresses redirect. Its text is not touched,
 * so a user who is editing the text meets no conflict. The caller then queues the message `content.changed`. Refuses
 * `page.loop` (below itself), `page.stale` (gone, in the trash, or not as the user saw it), `page.parent_gone` (the
 * parent is gone or in the trash), `page.too_deep` (more than six levels), `page.path_too_long`, and `page.slug_taken`
 * (by a page in the new place). Returns the page as it stood: its title, and its place.
 */
export async function movePage(
	db: Db,
	ref: PageRef,
	{ parentId, position, ...by }: Place & By,
): Promise<Place & { title: string }> {
	const { now, parent } = await placed(db, ref.id, parentId);
	const [[was]] = await readRows(db.$client, placeOfPage(ref.id));
	if (!was) throw new Refusal("page.stale");
	const isElsewhere = parentId !== now.parent_id;
	const path = { from: now.path, to: pathOf(parent?.path ?? null, now.slug) };
	const changes = isElsewhere ? { path } : { position: position + 1 };
	await commit(db, [
		...keepFirst({ resource: "page", id: ref.id }),
		...placePage(ref, { parentId, position }),
		...auditSlug(db, "page", { id: ref.id, slug: now.slug, action: "move", changes, ...by }),
	]);
	return { title: was.title, parentId: now.parent_id, position: was.position };
}

/**
 * Reads a page and its intended parent. Refuses `page.stale` for a missing page, and `page.loop` when both are the
 * same, which the table itself would report as an error.
 */
async function placed(db: Db, id: number, parentId: number | null) {
	if (parentId === id) throw new Refusal("page.loop");
	const [[now], [parent]] = await readRows(db.$client, stored.standingPage(id), stored.standingPage(parentId ?? 0));
	if (!now) throw new Refusal("page.stale");
	return { now, parent };
}

type Stepped = { step: Step | undefined; parentId: number | null; isElsewhere: boolean };

/**
 * Returns the guards of a step: a page goes into the trash only without pages below it, and comes back only after its
 * parent.
 */
const checksOf = (id: number, { step, parentId, isElsewhere }: Stepped): Write[] => [
	...(isElsewhere || step === "restore" ? refuseParent(parentId) : []),
	...(step === "trash" ? [stored.refuseChildren(id)] : []),
];

/** Returns the text as columns, and the files that it names. */
async function textOf(db: Db, input: PageInput, now?: stored.StandingPageRow) {
	const { compose } = await import("#domain/content/content/compose.ts");
	const asked = { slug: input.slug, title: input.title, own: now?.slug };
	const base = slugBase(asked, "page");
	const inline = filesIn(`${input.body}\n${now?.seo_image ?? ""}`);
	const [files, taken] = await readRows(db.$client, namedPictures(inline), slugsLike("pages", base));
	const { readingMinutes: _, ...text } = compose(input.body, sizesOf(files));
	return {
		...text,
		title: input.title,
		slug: pickSlug(base, { ...asked, taken: taken.map(({ slug }) => slug) }),
		parentId: input.parent_id,
		excerpt: input.excerpt,
		seoTitle: input.seo_title,
		seoDescription: input.seo_description,
		canonicalUrl: input.canonical_url,
		noindex: input.noindex,
		inline,
	};
}
