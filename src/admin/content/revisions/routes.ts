import * as z from "zod";
import { NOUNS } from "#admin/content/writing/nouns.ts";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import {
	latestRevisions,
	recordTitle,
	revisionCount,
	revisionPair,
	standingText,
	stillThere,
} from "#db/content/revision-reads.ts";
import { readRows } from "#db/read.ts";
import { saveArticle } from "#domain/content/articles/actions.ts";
import type { TextKind } from "#domain/content/content/kinds.ts";
import { savePage } from "#domain/content/pages/actions.ts";
import { PageNumber } from "#kernel/query.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { freshForm } from "#ui/form-state.ts";
import { REVISIONS_PER_PAGE, revisionListPage } from "./list-page.ts";
import { articleOfSnapshot, pageOfSnapshot } from "./restored.ts";
import { revisionPage, type ShownRevision } from "./show-page.ts";
import { readSnapshot } from "./snapshot.ts";
import { numberWords } from "./words.ts";

const ListQuery = z.strictObject({ page: PageNumber });
const RevisionParams = IdParams.extend({ number: IdParams.shape.id });
const WithQuery = z.strictObject({ with: z.enum(["now"]).optional() });
type AskRevision = Ask<z.infer<typeof RevisionParams>>;

const listRevisions = (kind: TextKind): Route =>
	view({
		path: NOUNS[kind].places.revisions(":id"),
		gate: NOUNS[kind].gate,
		params: IdParams,
		query: ListQuery,
		show: async ({ env, params: { id }, query: { page }, at }) => {
			const [[record], rows, [count]] = await readRows(
				env.DB,
				recordTitle(kind, id),
				latestRevisions(kind, id, REVISIONS_PER_PAGE, (page - 1) * REVISIONS_PER_PAGE),
				revisionCount(kind, id),
			);
			if (!record) return "missing";
			return revisionListPage({ kind, record: { id, ...record }, rows, total: count?.total ?? 0, page, at });
		},
	});

/**
 * Reads all data of a revision's page in one round trip, with the text in the form in which it could be saved again;
 * undefined when there is no such revision.
 */
async function readRevision(kind: TextKind, ask: AskRevision) {
	const { env, params, at } = ask;
	const { id, number } = params;
	const [texts, [now], there, [count]] = await readRows(
		env.DB,
		revisionPair(kind, id, number),
		standingText(kind, id),
		stillThere(kind, id, number),
		revisionCount(kind, id),
	);
	const kept = texts.find((text) => text.number === number);
	if (!kept || !now) return undefined;
	const snapshot = readSnapshot(kind, kept.snapshot);
	const around = { now, there, at };
	const article = kind === "article" ? articleOfSnapshot(snapshot, around) : null;
	const page = kind === "page" ? pageOfSnapshot(snapshot, around) : null;
	const left = (article ?? page)?.left ?? null;
	const previous = texts.find((text) => text.number < number);
	const shown: ShownRevision = { kind, now, kept, previous, total: count?.total ?? number, there, left };
	return { shown, article, page, left };
}

const RestorationForm = z.strictObject({ version: z.coerce.number().int() });

/**
 * Declares the routes of an older version of a text and of its restoration. After a refused restoration, or with the
 * query `with=now`, the older version is compared with the present text. The restoration is "missing" for a version
 * that cannot be restored.
 */
function kept(kind: TextKind): Route[] {
	const revision = pageWithForms({
		path: NOUNS[kind].places.revision(":id", ":number"),
		gate: NOUNS[kind].gate,
		params: RevisionParams,
		query: WithQuery,
		page: async (ask, { sent }) => {
			const read = await readRevision(kind, ask);
			if (!read) return "missing";
			return revisionPage(read.shown, {
				state: sent ?? freshForm(),
				isAgainstNow: sent !== undefined || ask.query.with === "now",
			});
		},
	});
	const restore = revision.form("sent", {
		path: NOUNS[kind].places.restoration(":id", ":number"),
		form: RestorationForm,
		run: async (ask, { input: { version } }) => {
			const { id, number } = ask.params;
			const read = await readRevision(kind, ask);
			if (!read?.left) return "missing";
			const by = { reason: "restore" as const, ...ask.by };
			if (read.article) await saveArticle(ask.db, { id, version }, { input: read.article.input, ...by });
			if (read.page) await savePage(ask.db, { id, version }, { input: read.page.input, ...by });
			ask.c.executionCtx.waitUntil(relay(ask.env));
			return { to: NOUNS[kind].places.show(id), flash: restoredWords(number, read.left) };
		},
	});
	return [revision.show, restore];
}

/**
 * Returns the message after a restoration. It gives only the number of omitted parts: the page before listed them, and
 * the cookie with the message is short.
 */
const restoredWords = (number: number, left: string[]): string =>
	`已還原成${numberWords(number)}的內容${left.length > 0 ? `，略過 ${left.length} 項已不存在的內容` : ""}。`;

/** The routes of the revisions of articles and pages. */
export const REVISION_ROUTES: readonly Route[] = [
	listRevisions("article"),
	...kept("article"),
	listRevisions("page"),
	...kept("page"),
];
