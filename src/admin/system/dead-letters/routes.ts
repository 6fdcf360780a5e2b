import * as z from "zod";
import type { Route } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { deadLetterById } from "#db/system/dead-letters.ts";
import { replayDeadLetter } from "#domain/system/health/actions.ts";
import { paths } from "#http/paths.ts";
import { hrefWith } from "#ui/url-state.ts";
import { deadLetterList, workOf } from "./list.ts";

const Params = z.strictObject({ id: z.string().regex(/^[\w-]{1,100}$/) });

/** The time of the dead letter's last replay as the user saw it (UTC milliseconds); "" when it was never replayed. */
const ReplayedAt = z
	.string()
	.regex(/^\d{0,15}$/)
	.transform((text) => (text === "" ? null : Number(text)));

const replay = deadLetterList.standing().form("sent", {
	path: paths.admin.deadLetters.replay(":id"),
	params: Params,
	form: z.strictObject({ replayed_at: ReplayedAt }),
	run: async (ask, { input }) => {
		const [[letter]] = await readRows(ask.env.DB, deadLetterById(ask.params.id));
		if (!letter) return "missing";
		const seen = { id: letter.id, body: letter.body, replayedAt: input.replayed_at };
		await replayDeadLetter(ask.db, ask.env, { letter: seen, ...ask.by });
		return {
			to: hrefWith(
				{ path: paths.admin.deadLetters.list(), query: ask.c.req.query() },
				{ page: ask.c.req.query("page") },
			),
			flash: `已重新執行：${workOf(letter.body) ?? letter.id}。`,
		};
	},
});

export const DEAD_LETTER_ROUTES: readonly Route[] = [...deadLetterList.routes, replay];
