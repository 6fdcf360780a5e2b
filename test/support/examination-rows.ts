import assert from "node:assert/strict";
import { closeExamination, drawExamination, markItem } from "#domain/books/examinations/actions.ts";
import { CHOICES } from "#domain/books/examinations/sample.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Store } from "./admin-server.ts";

const { examinations } = paths.admin;

/** An open examination with a doubt, one that can be closed, and a closed one; returns the addresses of their pages. */
export async function fillExaminations({ env, db }: Store, at: number): Promise<Record<string, string[]>> {
	const id = async (statement: string): Promise<number> =>
		(await env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
	const by = byUser(await id("SELECT id FROM users WHERE email = 'auditor@example.org'"), null, at);
	const today = dateInTaipei(at);
	const period = { title: "第 1 季查核", from_on: `${Number(today.slice(0, 4)) - 1}-01-01`, to_on: today };
	const draw = (choices: readonly (typeof CHOICES)[number][], random: number) =>
		drawExamination(db, {
			input: { ...period, amount: 0, choices: [...choices], random },
			seed: 7,
			key: `examination-${random}`,
			by,
		});
	const firstOf = (examination: number, left = "") =>
		id(`SELECT min(id) AS id FROM examination_items WHERE examination_id = ${examination} ${left}`);
	const [open, ready, closed] = [await draw(CHOICES, 3), await draw([], 2), await draw([], 1)];
	const doubt = { version: 1, mark: "doubt", question: "收據上的抬頭和付款人不同，為什麼？" } as const;
	await markItem(db, { id: open, item: await firstOf(open), by }, doubt);
	const seen = { version: 1, mark: "seen", question: "" } as const;
	for (const examination of [ready, ready, closed])
		await markItem(db, { id: examination, item: await firstOf(examination, "AND mark IS NULL"), by }, seen);
	await closeExamination(db, { id: closed, by }, { version: 2, opinion: "帳目與憑證相符，尚屬允當。" });
	return {
		[examinations.show(":id")]: [open, closed].map(examinations.show),
		...Object.fromEntries(
			["xlsx", "csv"].map((format) => [examinations.items(format), [`${examinations.items(format)}?id=${open}`]]),
		),
		[examinations.closing(":id")]: [examinations.closing(ready)],
		[examinations.report(":id")]: [open, closed].map(examinations.report),
		[examinations.opinion(":id")]: [examinations.opinion(closed)],
	};
}
