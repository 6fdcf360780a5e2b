import * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import { type Verified, verifyExact } from "#domain/money/bank/actions.ts";
import { LinesQuery } from "#domain/money/bank/form.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { toldByLines, wantsLines } from "#kits/long-work.ts";
import { relay } from "#platform/queue.ts";
import type { Page } from "#ui/page.ts";
import { reviewer, tell } from "./asks.ts";
import { lineListPage } from "./lines-list-page.ts";
import { readList } from "./lines-read.ts";

const { bank } = paths.admin;
const gate = "bank";
/** The most lines verified in one press: `MOST_AT_ONCE` without, `MOST_TOLD` with a display of the progress. */
const MOST_AT_ONCE = 50;
const MOST_TOLD = 100;

async function listPage(ask: Ask<object, LinesQuery>, { sent }: Refused): Promise<Page> {
	const list = await readList(ask, { query: ask.query, asked: ask.c.req.query() });
	return lineListPage({ ...list, problem: sent?.problem });
}
const list = pageWithForms({ path: bank.lines(), gate, query: LinesQuery, page: listPage });

const resultAddress = ({ done, refused, left }: Verified): string => {
	const told = refused.map(({ line, code }) => `${line}:${code}`).join("~");
	return `${bank.lines()}?${new URLSearchParams({ done: String(done), left: String(left), ...(told ? { refused: told } : {}) })}`;
};

const verifyAll = list.form("sent", {
	path: bank.verification(),
	gate: "bank_match",
	form: z.strictObject({}),
	run: async (ask) => {
		const { c, db, by } = ask;
		const of = { reviewer: reviewer(ask), by };
		if (wantsLines(c))
			return toldByLines(c, {
				work: async (report) => {
					const result = await verifyExact(db, { ...of, most: MOST_TOLD, report });
					await relay(ask.env, "mail.due");
					return resultAddress(result);
				},
				event: "bank.failed",
				failed: "核對時發生錯誤。已核對的不受影響，請重新整理後再試一次。",
			});
		const result = await verifyExact(db, { ...of, most: MOST_AT_ONCE });
		tell(ask);
		return { to: resultAddress(result) };
	},
});

export const BANK_LINES_ROUTES: readonly Route[] = [list.show, verifyAll];
