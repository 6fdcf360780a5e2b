/** 不列預算 is obeyed, and who goes over a budget says that they know, whichever verb or writer it is. */
import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { budgetsLeft, unbudgeted } from "#db/books/budgets.ts";
import { readRows } from "#db/read.ts";
import type { LineAccount } from "#domain/books/finance/form.ts";
import { postDocument, unpostDocument } from "#domain/books/finance/payment-actions.ts";
import { approveDocument, returnDocument } from "#domain/books/finance/review-actions.ts";
import { stepsOf } from "../../../support/chances.ts";
import { accountId, as, bring, draft, fund, now, office, refOf, type Until } from "../../../support/finance.ts";
import { db } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { rows } from "../../../support/users.ts";

let people: Awaited<ReturnType<typeof office>>;
beforeAll(async () => {
	people = await office();
	await fund();
});
beforeEach(async () => {
	await rows("UPDATE budget_items SET amount = 0");
});
const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);

async function budget(code: string, amount: number, name = crypto.randomUUID().slice(0, 8)): Promise<number> {
	const [made] = await rows<{ id: number }>(
		"INSERT INTO budget_items (year, account_id, name, amount, created_at, updated_at) VALUES (2026, ?, ?, ?, 1, 1) RETURNING id",
		await accountId(code),
		name,
		amount,
	);
	return made?.id ?? 0;
}
const chosen = async (id: number, code: string, more: Partial<LineAccount> = {}): Promise<LineAccount[]> => {
	const lines = await rows<{ id: number }>("SELECT id FROM finance_lines WHERE document_id = ? ORDER BY line_no", id);
	const account = await accountId(code);
	return lines.map((line) => ({ lineId: line.id, accountId: account, budgetItemId: null, ...more }));
};
const asked = async (amount: number, until: Until = "cashier", code = "5320") =>
	bring(await draft(people.applicant, { lines: [{ summary: "活動", amount }] }), people, until, { code });
const approve = async (id: number, accounts: LineAccount[], overBudget?: boolean) =>
	refusal(
		approveDocument(db, {
			ref: await refOf(id),
			accounts,
			...(overBudget === undefined ? {} : { overBudget }),
			...as(people.accountant),
		}),
	);
const items = async () => (await readRows(env.DB, budgetsLeft(2026)))[0];
const standing = async (id: number) => {
	const item = (await items()).find((one) => one.id === id);
	return [item?.used, item?.committed];
};
const apart = async (code: string) =>
	(await readRows(env.DB, unbudgeted(2026)))[0].find((one) => one.code === code)?.amount ?? 0;

test("a line that is 不列預算 counts to no item, when it is approved, posted and taken back", async () => {
	const item = await budget("5240", 1_000);
	const id = await asked(5_000);
	expect(await approve(id, await chosen(id, "5240"))).toBe("finance.over_budget");
	expect(await approve(id, await chosen(id, "5240", { isUnbudgeted: true }))).toBe("done");
	expect(await standing(item)).toEqual([0, 0]);
	await bring(id, people, "posted", { paidFrom: "1110" });
	expect([await standing(item), await apart("5240")]).toEqual([[0, 0], 5_000]);
	await unpostDocument(db, { ref: await refOf(id), comment: "改列", ...as(people.accountant) });
	expect([await standing(item), await apart("5240")]).toEqual([[0, 0], 0]);
	// At posting they may still say otherwise; then it needs the tick.
	const post = async (more: { overBudget?: boolean }) =>
		refusal(
			postDocument(db, { ref: await refOf(id), accounts: await chosen(id, "5240"), ...more, ...as(people.accountant) }),
		);
	expect([await post({}), await post({ overBudget: true })]).toEqual(["finance.over_budget", "done"]);
	expect([await standing(item), await apart("5240")]).toEqual([[5_000, 0], 0]);
});

test("nothing chosen counts to the only item of the account, or of the one above it", async () => {
	const item = await budget("5250", 900);
	await rows("INSERT INTO accounts (code, name, created_at, updated_at) VALUES ('5250-01', '電話', 1, 1)");
	const id = await asked(1_000);
	expect(await approve(id, await chosen(id, "5250-01"))).toBe("finance.over_budget");
	expect(await approve(id, await chosen(id, "5250-01", { isUnbudgeted: true, budgetItemId: item }))).not.toBe("done");
	expect(await approve(id, await chosen(id, "5250-01"), true)).toBe("done");
	expect(await standing(item)).toEqual([0, 1_000]);
	await bring(id, people, "posted", { paidFrom: "1110" });
	expect(await standing(item)).toEqual([1_000, 0]);
});

test("one of two who each fit alone has to tick, also where both press at once", async () => {
	await budget("5260", 1_000);
	const both = [await asked(600), await asked(600)];
	const accounts = await Promise.all(both.map((id) => chosen(id, "5260")));
	const said = await Promise.all(both.map((id, at) => approve(id, accounts[at] ?? [])));
	expect(said.sort()).toEqual(["done", "finance.over_budget"]);
});

test("a tick is of its revision, of the accountant, and stands in the events", async () => {
	const item = await budget("5270", 100);
	const id = await asked(500);
	expect(await approve(id, await chosen(id, "5270"), true)).toBe("done");
	await returnDocument(db, { ref: await refOf(id), comment: "請補", ...as(people.chair) });
	await bring(id, people, "cashier");
	expect(await approve(id, await chosen(id, "5270"))).toBe("finance.over_budget");
	expect(await approve(id, await chosen(id, "5270"), true)).toBe("done");
	const events = await rows<{ revision: number; step: string }>(
		"SELECT revision, step FROM finance_events WHERE document_id = ? AND over_budget = 1 ORDER BY seq",
		id,
	);
	expect(events).toEqual([
		{ revision: 1, step: "approve_accountant" },
		{ revision: 2, step: "approve_accountant" },
	]);
	expect(item).toBeGreaterThan(0);
	await expect(
		rows(
			`INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, comment, at, over_budget)
			SELECT id, 99, 2, 'comment', state, state, ?, '好', 1, 1 FROM finance_documents WHERE id = ?`,
			people.chair.id,
			id,
		),
	).rejects.toThrow(/constraint|finance\./);
});

/** The items that a document's lines count to and leave with less than nothing, counted by hand. */
async function over(id: number): Promise<number[]> {
	const all = await items();
	const lines = await rows<{ code: string | null; item: number | null; none: 0 | 1 }>(
		`SELECT a.code, l.budget_item_id AS item, l.is_unbudgeted AS none FROM finance_lines l LEFT JOIN accounts a ON a.id = l.account_id WHERE l.document_id = ?`,
		id,
	);
	const counted = lines.flatMap(({ code, item, none }) => {
		if (none === 1 || code === null) return [];
		if (item !== null) return [item];
		const own = all.filter((one) => one.code === code);
		const found = own.length > 0 ? own : all.filter((one) => one.code === code.slice(0, 4));
		return found.length === 1 ? found.map((one) => one.id) : [];
	});
	return all
		.filter((one) => counted.includes(one.id) && one.amount - one.used - one.committed < 0)
		.map((one) => one.id);
}

/** Somebody with SQL takes the accountant's step in a batch, as the program does, and never says that they know. */
async function approveBySql(id: number, [first]: LineAccount[]): Promise<unknown> {
	return env.DB.batch([
		env.DB.prepare(
			`INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, content_hash, at)
			SELECT d.id, (SELECT max(seq) + 1 FROM finance_events WHERE document_id = d.id), d.revision, 'approve_accountant', d.state,
				'pending_chair', ?, d.content_hash, 1 FROM finance_documents d WHERE d.id = ?`,
		).bind(people.accountant.id, id),
		env.DB.prepare(
			"UPDATE finance_lines SET account_id = ?, budget_item_id = nullif(?, 0), is_unbudgeted = ? WHERE document_id = ?",
		).bind(first?.accountId ?? 0, first?.budgetItemId ?? 0, first?.isUnbudgeted ? 1 : 0, id),
		env.DB.prepare("UPDATE finance_documents SET state = 'pending_chair', version = version + 1 WHERE id = ?").bind(id),
	]);
}

/** A step that leaves an item with less than nothing has its tick in this revision; the database counts as the pages do. */
async function judge(id: number, was: string): Promise<void> {
	const { state, revision } = await now(id);
	const isDecided = state !== was && (was === "pending_accountant" || was === "paid");
	if (isDecided && (await over(id)).length > 0)
		expect(
			await rows(
				"SELECT max(over_budget) AS known FROM finance_events WHERE document_id = ? AND revision = ?",
				id,
				revision,
			),
			`document ${id} became ${state} over the budget`,
		).toEqual([{ known: 1 }]);
	expect(await rows("SELECT item_id, amount_left FROM budgets_left WHERE year = 2026 ORDER BY item_id")).toEqual(
		(await items())
			.map((item) => ({ item_id: item.id, amount_left: item.amount - item.used - item.committed }))
			.sort((a, b) => a.item_id - b.item_id),
	);
}

// Each walk has accounts of its own: with the items of another beside it, nothing counts to the only one of its account.
const WALKS = [
	[11, ["5310", "5330", "5410", "5220"]],
	[12, ["5210", "5230", "5610", "5710"]],
] as const;
test.each(WALKS.slice(0, stepsOf(1)))(
	"whoever approves and posts, by pages or SQL, in whatever order (seed %i)",
	async (seed, codes) => {
		const numbers = fc.sample(fc.noBias(fc.nat(999_999)), { seed, numRuns: 3_000 });
		const chance = () => (numbers.pop() ?? 0) / 1_000_000;
		const one = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
		for (const code of codes) await budget(code, 100 * Math.floor(chance() * 12), `項目 ${code}`);
		await budget(one(codes), 500, "第二項");
		const told: string[] = [];
		const choice = async (id: number): Promise<LineAccount[]> => {
			const code = one(codes);
			const named = (await items()).filter((item) => item.code === code);
			return chosen(id, code, one([{}, {}, { isUnbudgeted: true }, { budgetItemId: one(named)?.id ?? null }]));
		};
		const tell = async (word: string, act: Promise<unknown>) => told.push(`${word} ${String(await refusal(act))}`);
		const steps: Record<string, (id: number) => Promise<unknown>> = {
			pending_accountant: async (id) => {
				const accounts = await choice(id);
				if (chance() < 0.3) return tell("sql", approveBySql(id, accounts));
				const of = { ref: await refOf(id), accounts, overBudget: chance() < 0.4 };
				return tell("approve", approveDocument(db, { ...of, ...as(people.accountant) }));
			},
			pending_chair: (id) => bring(id, people, "paid", { paidFrom: "1110" }),
			paid: async (id) => {
				const of = {
					ref: await refOf(id),
					accounts: chance() < 0.5 ? await choice(id) : [],
					overBudget: chance() < 0.4,
				};
				return tell("post", postDocument(db, { ...of, ...as(people.accountant) }));
			},
		};
		let open: number[] = [];
		for (let at = 0; at < 50; at += 1) {
			if (open.length < 4) open.push(await asked(100 * (1 + Math.floor(chance() * 20))));
			const id = one(open);
			const { state } = await now(id);
			const done = await refusal(steps[state]?.(id) ?? Promise.reject(new Error(state)));
			await judge(id, state);
			if ((await now(id)).state === "posted" || done === undefined) open = open.filter((other) => other !== id);
		}
		for (const word of ["approve done", "approve finance.over_budget", "post done"]) expect(told).toContain(word);
		expect(told.some((word) => word.startsWith("sql ") && word !== "sql done")).toBe(true);
	},
);
