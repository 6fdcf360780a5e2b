import { type SQL, sql } from "drizzle-orm";
import { auditSlug } from "#db/audit.ts";
import { commit, commitRows, type Db, type Write } from "#db/commit.ts";
import { BULK_CHANGED, BULK_EMPTY, bulkWrites } from "#db/content/article-bulk.ts";
import * as stored from "#db/content/article-edits.ts";
import { namedPictures, setUses } from "#db/content/attachment-uses.ts";
import { dropSaved } from "#db/content/drafts.ts";
import { updateArticle } from "#db/content/publishing.ts";
import { refuseHeld, setGround } from "#db/content/release-holds.ts";
import { keepFirst, keepRevision, type RevisionReason } from "#db/content/revisions.ts";
import { ensureTags } from "#db/content/tags.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { ownSteps } from "#db/own-steps.ts";
import { readRows } from "#db/read.ts";
import { filesIn, sizesOf } from "#domain/content/content/files.ts";
import { NEW, standingOf } from "#domain/content/content/planning.ts";
import { type TakenBack, takeBackTexts } from "#domain/content/content/return-actions.ts";
import { isReturned, RETURNED_STEPS, stoodAs } from "#domain/content/content/returning.ts";
import { pickSlug, slugBase } from "#domain/content/content/slug-choice.ts";
import type { State } from "#domain/content/content/states.ts";
import type { Move } from "#domain/content/content/steps.ts";
import { namingPictures } from "#domain/content/releases/picture-actions.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { BULK_MAX, type BulkChange, OPPOSED_KINDS, TAKEN_BACK_BY } from "./bulk.ts";
import type { ArticleInput } from "./form.ts";
import { planArticle } from "./rules.ts";

/** An article at the version that its editor saw. */
export type ArticleRef = { id: number; version: number };
/**
 * The text of an article, the step that is taken with it, and the slot of the autosaved form, which is then deleted.
 */
export type ArticleSave = By & { input: ArticleInput; move?: Move | undefined; slot?: string | undefined };

/**
 * Inserts an article, published or scheduled at once where `move` says so; once per form `key`. Returns its id. The
 * caller then queues the message `content.changed`. Refuses `article.slug_taken` (another article has the typed slug),
 * `content.slug_empty` (the typed slug has no letter or digit), what `planArticle` and `compose` refuse, and for a text that
 * is public or planned `release.missing`, `release.not_valid` and `release.picture`: what it says or shows of people is not
 * allowed for the website.
 */
export async function createArticle(
	db: Db,
	{ input, move, slot, key, ...by }: ArticleSave & { key: string },
): Promise<number> {
	const plan = planArticle(NEW, input, { move, at: by.at });
	const text = await textOf(db, input, { at: by.at });
	const columns = { ...text.columns, ...plan, updatedAt: by.at };
	const id = madeBy(key);
	return namingPictures(db, { files: text.files }, () =>
		commitOnce(db, { key, at: by.at }, [
			stored.insertArticle(db, columns, by.at),
			...text.partsOf(id),
			...(input.ground ? setGround(id, input.ground).more : []),
			stored.releaseArticle(db, id, columns),
			...(plan.state === "scheduled" ? refuseHeld("article", id) : []),
			...keepRevision({ resource: "article", id, reason: "create", by }),
			...auditSlug(db, "article", { id, slug: columns.slug, action: "create", ...by }),
			...(move ? auditSlug(db, "article", { id, slug: columns.slug, action: move.step, ...by }) : []),
			...dropSaved("article", by, slot),
		]),
	);
}

/**
 * Saves an article and takes the requested step, as one change; returns the state it then has. The caller then queues
 * the message `content.changed`. Refuses what `createArticle` refuses, and `article.stale` when the article changed
 * since the user saw it.
 */
export async function saveArticle(
	db: Db,
	ref: ArticleRef,
	{ input, move, slot, reason = "save", ...by }: ArticleSave & { reason?: RevisionReason },
): Promise<State> {
	const [[now]] = await readRows(db.$client, stored.standingArticle(ref.id));
	if (!now) throw new Refusal("article.stale");
	const plan = planArticle(standingOf(now), input, { move, at: by.at });
	const text = await textOf(db, input, { now, at: by.at });
	const changes = {
		...(now.state === plan.state ? {} : { from: now.state, to: plan.state }),
		...(now.slug === text.columns.slug ? {} : { slug: { from: now.slug, to: text.columns.slug } }),
		...(move && isReturned(move.step) ? stoodAs(now) : {}),
	};
	const writes = [
		...keepFirst({ resource: "article", id: ref.id }),
		...text.partsOf(ref.id),
		...grounded(input, ref.id, updateArticle(db, ref, { ...text.columns, ...plan, updatedAt: by.at })),
		...(plan.state === "scheduled" ? refuseHeld("article", ref.id) : []),
		...keepRevision({ resource: "article", id: ref.id, reason, by }),
		...auditSlug(db, "article", {
			id: ref.id,
			slug: text.columns.slug,
			action: move?.step ?? "edit",
			changes,
			...by,
		}),
		...dropSaved("article", by, slot),
	];
	await namingPictures(db, { files: text.files }, () => commit(db, writes));
	return plan.state;
}

/** Returns the writes of an article's update between those that give it its releases and those that take some away. */
function grounded({ ground }: ArticleInput, id: number, update: Write[]): Write[] {
	if (!ground) return update;
	const { more, less } = setGround(id, ground);
	return [...more, ...update, ...less];
}

type Text = {
	/** The ids of the files that the text names. */
	files: string[];
	columns: Omit<stored.ArticleColumns, "state" | "updatedAt">;
	/** Returns the writes of the article's parts: tags, categories, files and relations. */
	partsOf: (id: number | SQL<number>) => Write[];
};

/**
 * Returns the text as columns and parts; one round trip finds the files and slugs that it needs, a parallel one the
 * tags.
 */
async function textOf(
	db: Db,
	input: ArticleInput,
	{ now, at }: { now?: stored.StandingArticleRow; at: number },
): Promise<Text> {
	const { compose } = await import("#domain/content/content/compose.ts");
	const asked = { slug: input.slug, title: input.title, own: now?.slug };
	const base = slugBase(asked, "article");
	const inline = filesIn(`${input.body}\n${now?.seo_image ?? ""}`);
	const named = filesOf(input, inline);
	const [[files, taken], tags] = await Promise.all([
		readRows(db.$client, namedPictures(named), stored.slugsLike("articles", base)),
		ensureTags(db.$client, input.tags, at),
	]);
	const cover = files.some(({ id }) => id === input.cover_id) ? input.cover_id : null;
	return {
		files: named,
		columns: {
			...compose(input.body, sizesOf(files)),
			title: input.title,
			slug: pickSlug(base, { ...asked, taken: taken.map(({ slug }) => slug) }),
			type: input.type,
			excerpt: input.excerpt,
			authorName: input.author_name,
			// The file may have been removed since.
			coverId: cover === null ? null : sql<string>`(SELECT id FROM attachments WHERE id = ${cover})`,
			coverAlt: cover ? input.cover_alt : "",
			seoTitle: input.seo_title,
			seoDescription: input.seo_description,
			canonicalUrl: input.canonical_url,
			noindex: input.noindex,
		},
		partsOf: (id) => [
			...tags.writes,
			...stored.setCategories(id, input.categories),
			...stored.setTags(id, tags.names),
			...stored.setRelated(id, input.related),
			...setUses("article", id, { files: input.attachments, inline }),
		],
	};
}

const filesOf = ({ attachments, cover_id }: ArticleInput, inline: readonly string[]): string[] => [
	...inline,
	...attachments.map(({ id }) => id),
	...(cover_id ? [cover_id] : []),
];

/** The result of a change of many articles: how many were changed, and how many of them have no text. */
export type BulkResult = { changed: number; empty: number };

/**
 * Changes many articles in one batch, each with its audit row; articles whose state does not allow the change stay as
 * they are. The caller then queues the message `content.changed`. Throws for more than BULK_MAX articles.
 */
export async function changeArticles(
	db: Db,
	change: BulkChange & { ids: readonly number[] },
	by: By,
): Promise<BulkResult> {
	if (change.ids.length > BULK_MAX) throw new RangeError(`more than ${BULK_MAX} articles`);
	if (change.ids.length === 0) return { changed: 0, empty: 0 };
	const rows = await commitRows(db, bulkWrites(db, change, by));
	return { changed: rows[BULK_CHANGED]?.length ?? 0, empty: rows[BULK_EMPTY]?.length ?? 0 };
}

/**
 * Takes back what the user did to articles at one moment: a pin or a tag (`tagId`) by the opposite change, a step by what the
 * log says of how the articles stood. Those that were changed since stay, and what `takeBackTexts` leaves. The caller then
 * queues the message `content.changed`.
 */
export async function takeBackArticles(
	db: Db,
	{ moment, tagId }: { moment: number; tagId: number },
	by: By,
): Promise<TakenBack> {
	const of = { actions: OPPOSED_KINDS.map((kind) => `article.${kind}`), moment, userId: by.userId };
	const [steps] = await readRows(db.$client, ownSteps("article", of));
	const kind = OPPOSED_KINDS.find((one) => steps[0]?.action === `article.${one}`);
	if (!kind) return takeBackTexts(db, "article", { moment, steps: RETURNED_STEPS, by });
	const ids = steps.filter(({ is_touched }) => is_touched === 0).map(({ id }) => id);
	const { changed: back } = await changeArticles(db, { kind: TAKEN_BACK_BY[kind], tagId, ids }, by);
	return { back, left: steps.length - back };
}
