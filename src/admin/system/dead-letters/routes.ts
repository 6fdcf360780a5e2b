import * as z from "zod";
import { type Ask, action, type Route, view } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { countDeadLetters, deadLetterById, listDeadLetters } from "#db/system/dead-letters.ts";
import { replayDeadLetter } from "#domain/system/operations/actions.ts";
import { paths } from "#http/paths.ts";
import { messageType } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { hrefWith } from "#ui/url-state.ts";
import { deadLettersPage } from "./list-page.ts";
import { WORK } from "./words.ts";

const SIZE = 50;

const Query = z.strictObject({
	state: z.enum(["open", "replayed"]).optional(),
	page: z
		.string()
		.regex(/^[1-9]\d{0,5}$/)
		.optional(),
});
const Params = z.strictObject({ id: z.string().regex(/^[\w-]{1,100}$/) });

/** What a stored message asks for, in words; null for one that nobody takes any more. */
function workOf(body: string): string | null {
	const type = messageType(JSON.parse(body));
	return type === undefined ? null : WORK[type];
}

async function list(ask: Ask<object, z.infer<typeof Query>>, state?: FormState): Promise<Page> {
	const page = Number(ask.query.page ?? 1);
	const [letters, [counts]] = await readRows(
		ask.env.DB,
		listDeadLetters({ limit: SIZE, offset: (page - 1) * SIZE, state: ask.query.state }),
		countDeadLetters(),
	);
	return deadLettersPage(
		{
			rows: letters.map((letter) => ({ ...letter, work: workOf(letter.body) })),
			counts: counts ?? { total: 0, open: 0 },
			page,
			size: SIZE,
			here: { path: paths.admin.deadLetters.list(), query: ask.query },
			at: ask.at,
		},
		state,
	);
}

const listLetters = view({
	path: paths.admin.deadLetters.list(),
	gate: "operations",
	query: Query,
	show: (ask) => list(ask),
});

/** When the letter was replayed before, as staff saw it; "" for not yet. */
const ReplayedAt = z
	.string()
	.regex(/^\d{0,15}$/)
	.transform((text) => (text === "" ? null : Number(text)));

const replay = action({
	path: paths.admin.deadLetters.replay(":id"),
	gate: "operations",
	params: Params,
	query: Query,
	form: z.strictObject({ replayed_at: ReplayedAt }),
	run: async (ask, { input }) => {
		const [[letter]] = await readRows(ask.env.DB, deadLetterById(ask.params.id));
		if (!letter) return "missing";
		const seen = { id: letter.id, body: letter.body, replayedAt: input.replayed_at };
		await replayDeadLetter(ask.db, ask.env, { letter: seen, ...ask.by });
		return {
			to: hrefWith({ path: paths.admin.deadLetters.list(), query: ask.query }, { page: ask.query.page }),
			flash: `已重新執行：${workOf(letter.body) ?? letter.id}。`,
		};
	},
	page: list,
});

export const DEAD_LETTER_ROUTES: readonly Route[] = [listLetters, replay];
