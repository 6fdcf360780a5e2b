import * as z from "zod";
import { UNFIT_WORDS } from "#admin/content/writing/editor-parts.ts";
import type { Ask, Route } from "#auth/route.ts";
import { bulkTargets } from "#db/content/article-lists.ts";
import { readRows } from "#db/read.ts";
import { changeArticles, takeBackArticles } from "#domain/content/articles/actions.ts";
import { BULK_PLACES, type BulkChange, type BulkKind, isReversible } from "#domain/content/articles/bulk.ts";
import { paths } from "#http/paths.ts";
import { ChoiceForm } from "#kits/list/chosen.ts";
import { heldOr, MOMENT, takingBack, undoNow } from "#kits/steps/undo.ts";
import { relay } from "#platform/queue.ts";
import { bulkSentence } from "./bulk-words.ts";
import { articleList, filterFrom } from "./list.ts";

const { articles } = paths.admin;

const BulkForm = ChoiceForm.extend({ tag: z.string().max(20).default("") });
type BulkForm = z.infer<typeof BulkForm>;

const NOTHING_CHOSEN = { changed: 0, empty: 0, left: 0, later: 0 };

async function changeChosen(ask: Ask, change: BulkChange, { ids, all }: BulkForm) {
	if (all === undefined) {
		const chosen = [...new Set(ids.map(Number))];
		const result = await changeArticles(ask.db, { ...change, ids: chosen }, ask.by);
		return { ...result, left: chosen.length - result.changed, later: 0 };
	}
	const query = articleList.askedBy(all);
	if (!query) return NOTHING_CHOSEN;
	const [rows, [count]] = await readRows(ask.env.DB, ...bulkTargets(await filterFrom(ask.env, query), change, ask.at));
	const result = await changeArticles(ask.db, { ...change, ids: rows.map(({ id }) => id) }, ask.by);
	const { fitting = 0, changeable = 0 } = count ?? {};
	return { ...result, left: fitting - changeable, later: changeable - rows.length };
}

const changeOf = (kind: BulkKind, tag: string): BulkChange | undefined => {
	if (kind !== "add_tag" && kind !== "remove_tag") return { kind };
	return /^[1-9]\d{0,14}$/.test(tag) ? { kind, tagId: Number(tag) } : undefined;
};

const IN_TRASH = { href: `${articles.list()}?state=trashed`, label: "到垃圾桶還原" };

const listed = articleList.standing({});

const bulk = (kind: BulkKind): Route =>
	listed.form("sent", {
		path: articles.bulk(BULK_PLACES[kind]),
		form: BulkForm,
		...(isReversible(kind) && { isReversible: true }),
		many: ["ids"],
		run: async (ask, { input }) => {
			const to = articleList.again(input.here);
			const change = changeOf(kind, input.tag);
			if (!change) return { to, flash: "請先選擇標籤。", tone: "warn" };
			if (input.all === undefined && input.ids.length === 0)
				return { to, flash: "請先勾選要變更的文章。", tone: "warn" };
			const outcome = await changeChosen(ask, change, input);
			if (outcome.changed === 0) return { to, flash: bulkSentence(kind, outcome), tone: "warn" };
			ask.c.executionCtx.waitUntil(relay(ask.env));
			const tag = "tagId" in change ? change.tagId : 0;
			const undo = { at: ask.at, to: heldOr(to, articles.list()), tag };
			return {
				...{ to, flash: bulkSentence(kind, outcome), link: kind === "trash" ? IN_TRASH : undefined },
				...(isReversible(kind) && undoNow(articles.undo(), undo)),
			};
		},
	});

/** `tag` is that which the articles got or lost; 0 where it was none. */
const TakingBack = z.strictObject({ ...MOMENT, tag: z.coerce.number().int().nonnegative().default(0) });

const takeBack = listed.form("sent", {
	path: articles.undo(),
	form: TakingBack,
	run: takingBack(
		"篇",
		async (ask: Ask<object, object>, { moment, tag }: z.infer<typeof TakingBack>) => {
			const taken = await takeBackArticles(ask.db, { moment, tagId: tag }, ask.by);
			ask.c.executionCtx.waitUntil(relay(ask.env));
			return taken;
		},
		UNFIT_WORDS,
	),
});

/**
 * The routes of the article list and of the actions on several articles (bulk). They come before the editor's routes,
 * whose ":id" would match "bulk" too.
 */
export const ARTICLE_LIST_ROUTES: readonly Route[] = [
	...articleList.routes,
	takeBack,
	...(Object.keys(BULK_PLACES) as BulkKind[]).map(bulk),
];
