import * as z from "zod";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { concurrentOptions, concurrentPosts, concurrentUses } from "#db/books/concurrent-posts.ts";
import { readRows } from "#db/read.ts";
import {
	confirmConcurrentPost,
	endConcurrentPost,
	resolveConcurrentPost,
} from "#domain/books/concurrent-posts/actions.ts";
import { ConcurrentPostInput } from "#domain/books/concurrent-posts/schema.ts";
import { paths } from "#http/paths.ts";
import { concurrentPostsPage, type Refused } from "./list-page.ts";
import { concurrentMonthPage } from "./month-page.ts";

const { concurrentPosts: to } = paths.admin;
const Nothing = z.strictObject({});

async function pageOf({ env, who, at }: Pick<Ask, "env" | "who" | "at">, refused?: Refused) {
	const [rows, options] = await readRows(env.DB, concurrentPosts(), concurrentOptions());
	return concurrentPostsPage({ rows, options, key: crypto.randomUUID(), who, at }, refused);
}

const list = view({ path: to.list(), gate: "concurrent_posts", show: (ask) => pageOf(ask) });

const store = action({
	path: to.list(),
	gate: "settings",
	fresh: true,
	form: ConcurrentPostInput,
	run: async ({ db, who, by }, { input, key }) => {
		await resolveConcurrentPost(db, { input, key, by: { ...by, userId: who.userId } });
		return { to: to.list(), flash: "已登記，等理事長確認後生效。" };
	},
	page: (ask, state) => pageOf(ask, { state }),
});

const confirm = action({
	path: to.confirmation(":id"),
	gate: "finance_chair",
	params: IdParams,
	fresh: true,
	form: Nothing,
	run: async ({ db, params: { id }, who, by }) => {
		await confirmConcurrentPost(db, { id, by: { ...by, userId: who.userId } });
		return { to: to.list(), flash: "已確認，即日起適用。" };
	},
	page: (ask, press) => pageOf(ask, { press }),
});

const end = action({
	path: to.ending(":id"),
	gate: "concurrent_posts_end",
	params: IdParams,
	form: Nothing,
	run: async ({ db, params: { id }, who, by }) => {
		await endConcurrentPost(db, { id, by: { ...by, userId: who.userId } });
		return { to: to.list(), flash: "已結束，恢復由出納、會計、理事長三個人審核。", tone: "info" as const };
	},
	page: (ask, press) => pageOf(ask, { press }),
});

const month = view({
	path: to.month(":month"),
	gate: "concurrent_posts",
	params: z.strictObject({ month: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/) }),
	show: async ({ env, params }) => {
		const [rows] = await readRows(env.DB, concurrentUses(params.month));
		return concurrentMonthPage(params.month, rows);
	},
});

export const CONCURRENT_POST_ROUTES: readonly Route[] = [list, store, confirm, end, month];
