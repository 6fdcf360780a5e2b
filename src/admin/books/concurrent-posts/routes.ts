import * as z from "zod";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { concurrentOptions, concurrentPosts, concurrentUses } from "#db/books/concurrent-posts.ts";
import { readRows } from "#db/read.ts";
import {
	confirmConcurrentPost,
	endConcurrentPost,
	resolveConcurrentPost,
} from "#domain/books/concurrent-posts/actions.ts";
import { ConcurrentPostInput } from "#domain/books/concurrent-posts/schema.ts";
import { POST_STEPS } from "#domain/books/concurrent-posts/steps.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { taking } from "#kits/steps/taking.ts";
import { concurrentPostsPage, type Refused } from "./list-page.ts";
import { concurrentMonthPage } from "./month-page.ts";

const { concurrentPosts: to } = paths.admin;
const Nothing = z.strictObject({});

async function pageOf({ env, who, at }: Ask, refused: Refused) {
	const [rows, options] = await readRows(env.DB, concurrentPosts(), concurrentOptions());
	return concurrentPostsPage({ rows, options, key: crypto.randomUUID(), who, at }, refused);
}

const list = pageWithForms({ path: to.list(), gate: "concurrent_posts", page: pageOf });

const store = list.form("state", {
	gate: "settings",
	fresh: true,
	form: ConcurrentPostInput,
	run: async ({ db, who, by }, { input, key }) => {
		await resolveConcurrentPost(db, { input, key, by: { ...by, userId: who.userId } });
		return { to: to.list(), flash: "已登記，等理事長確認後生效。" };
	},
});

const confirm = taking(list, "press", {
	step: POST_STEPS.confirm,
	path: to.confirmation(":id"),
	gate: "finance_chair",
	params: IdParams,
	fresh: true,
	form: Nothing,
	to: () => to.list(),
	take: async ({ db, params: { id }, who, by }) => {
		await confirmConcurrentPost(db, { id, by: { ...by, userId: who.userId } });
		return {};
	},
});

/** Ends a resolution, or withdraws one that the chair has not confirmed; the message is the same. */
const end = taking(list, "press", {
	step: POST_STEPS.end,
	path: to.ending(":id"),
	gate: "concurrent_posts_end",
	params: IdParams,
	form: Nothing,
	to: () => to.list(),
	take: async ({ db, params: { id }, who, by }) => {
		await endConcurrentPost(db, { id, by: { ...by, userId: who.userId } });
		return { tone: "info" as const };
	},
});

const month = view({
	path: to.month(":month"),
	gate: "concurrent_posts",
	isPaper: true,
	params: z.strictObject({ month: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/) }),
	show: async ({ env, params }) => {
		const [rows] = await readRows(env.DB, concurrentUses(params.month));
		return concurrentMonthPage(params.month, rows);
	},
});

export const CONCURRENT_POST_ROUTES: readonly Route[] = [list.show, store, confirm, end, month];
