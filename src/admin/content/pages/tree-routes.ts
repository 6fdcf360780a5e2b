import * as z from "zod";
import { UNFIT_WORDS } from "#admin/content/writing/editor-parts.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { countPages, type PageTreeRow, pageTree, trashedPages } from "#db/content/page-tree.ts";
import { readRows } from "#db/read.ts";
import { takeBackTexts } from "#domain/content/content/return-actions.ts";
import { RETURNED_STEPS } from "#domain/content/content/returning.ts";
import { movePage } from "#domain/content/pages/actions.ts";
import { placeAfter, SHIFTS, SHOWN_PAGES } from "#domain/content/pages/rules.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { Moment, takingBack, undoBy } from "#kits/steps/undo.ts";
import { relay } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { pageListPage } from "./list-page.ts";

const { pages } = paths.admin;

const ListQuery = z.strictObject({
	q: z
		.string()
		.max(100)
		.transform((text) => text.normalize("NFC").trim() || undefined)
		.optional(),
	state: z
		.enum(["draft", "scheduled", "published", "archived", "trashed", ""])
		.transform((state) => state || undefined)
		.optional(),
});

/** Reads the list of pages in one round trip and draws it; `refused` is the refused form of a button. */
export async function treePage({ env, at }: Ask, query: z.infer<typeof ListQuery>, refused?: FormState): Promise<Page> {
	const inTrash = query.state === "trashed";
	const [rows, trash, [counts]] = await readRows(
		env.DB,
		pageTree(inTrash ? {} : query),
		trashedPages(query),
		countPages(),
	);
	return pageListPage({ rows, trash, counts: counts ?? { shown: 0, trashed: 0 }, query, at, refused });
}

const list = pageWithForms({
	path: pages.list(),
	gate: "pages",
	query: ListQuery,
	page: (ask, { sent }) => treePage(ask, ask.query, sent),
});

const version = z.coerce.number().int();
const number = z
	.string()
	.regex(/^\d{1,15}$/)
	.transform(Number);
/**
 * The form of a move: an exact place (parent and position), which the script sends, or one step from the page's present
 * place.
 */
const MoveForm = z.union([
	z.strictObject({
		version,
		parent_id: z
			.literal("")
			.transform(() => null)
			.or(number),
		position: number,
	}),
	z.strictObject({ version, shift: z.enum(SHIFTS) }),
]);

/** Returns the fields of the listed pages that the client script needs after a move, of at most SHOWN_PAGES pages. */
const toldOf = (rows: PageTreeRow[]) =>
	rows
		.slice(0, SHOWN_PAGES)
		.map(({ id, parent_id, depth, title, path, version }) => ({ id, parent_id, depth, title, path, version }));

const moveOne = list.form("sent", {
	path: pages.move(":id"),
	params: IdParams,
	form: MoveForm,
	isReversible: true,
	run: async ({ c, env, db, by, params: { id } }, { input }) => {
		const place =
			"shift" in input
				? placeAfter((await readRows(env.DB, pageTree()))[0], id, input.shift)
				: { parentId: input.parent_id, position: input.position };
		if (!place) return { to: pages.list(), flash: "這個單頁不能再往那裡移動。", tone: "info" };
		const was = await movePage(db, { id, version: input.version }, { ...place, ...by });
		c.executionCtx.waitUntil(relay(env));
		const [rows] = await readRows(env.DB, pageTree());
		return {
			...{ to: `${pages.list()}#page-${id}`, flash: `已移動「${was.title}」。`, json: { data: toldOf(rows) } },
			...undoBy(pages.move(id), { version: input.version + 1, parent_id: was.parentId, position: was.position }),
		};
	},
});

/** Takes back that pages were taken down, archived or put into the trash. */
const takeBack = list.form("sent", {
	path: pages.undo(),
	form: Moment,
	run: takingBack(
		"個單頁",
		async ({ c, env, db, by }: Ask<object, object>, { moment }) => {
			const taken = await takeBackTexts(db, "page", { moment, steps: RETURNED_STEPS, by });
			c.executionCtx.waitUntil(relay(env));
			return taken;
		},
		UNFIT_WORDS,
	),
});

/** The routes of the tree of pages, of moving a page in it, and of taking a step back. */
export const PAGE_TREE_ROUTES: readonly Route[] = [list.show, takeBack, moveOne];
