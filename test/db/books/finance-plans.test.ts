import { env } from "cloudflare:test";
import { SQL } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { beforeAll, expect, test } from "vitest";
import { examinationItems } from "#db/books/examinations.ts";
import {
	attachmentsOf,
	documentRow,
	eventsOf,
	financeActors,
	linesOf,
	revisionsOf,
	vouchersOf,
} from "#db/books/finance.ts";
import { remindHolders, tellHolders, waitingDocuments } from "#db/books/finance-notifications.ts";
import { targetsOf } from "#db/books/finance-targets.ts";
import type { Select } from "#db/read.ts";
import { approveDocument } from "#domain/books/finance/review-actions.ts";
import { as, bring, draft, input, now, office, refOf } from "../../support/finance.ts";
import { slowness } from "../../support/pace.ts";
import { db } from "../../support/payments.ts";
import { rows, TODAY } from "../../support/users.ts";

const MANY = 20_000;
let people: Awaited<ReturnType<typeof office>>;

/** Many documents that were sent long ago, as the triggers of the database let them in. */
beforeAll(async () => {
	people = await office();
	const id = await bring(await draft(people.applicant), people, "submitted");
	const columns = (await rows<{ name: string }>("SELECT name FROM pragma_table_info('finance_documents')"))
		.map(({ name }) => name)
		.filter((name) => !["id", "state", "roc_year", "seq", "content_hash"].includes(name));
	await rows(
		`INSERT INTO finance_documents (${columns}) SELECT ${columns.map((name) => `d.${name}`)} FROM finance_documents d,
			(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY}) SELECT i FROM n) WHERE d.id = ?`,
		id,
	);
});

async function scansOf(statement: D1PreparedStatement): Promise<string[]> {
	const { results } = await statement.all<{ detail: string }>();
	return results
		.map(({ detail }) => detail)
		.filter(
			(detail) =>
				/^SCAN/.test(detail) &&
				!/USING (COVERING )?INDEX|CONSTANT ROW|^SCAN (json_each|j|s|a|steps|acting|h|r|\()/.test(detail),
		);
}
const planOf = ({ sql, params }: Select<unknown>) => env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...params);

test.each([
	["a document", documentRow(1, { userId: 1, seesAll: false })],
	["its lines", linesOf(1)],
	["its events", eventsOf(1)],
	["its attachments", attachmentsOf(1)],
	["its revisions", revisionsOf(1)],
	["its vouchers", vouchersOf(1)],
	["who can act", financeActors(TODAY)],
	["what waits", waitingDocuments(1, 50)],
	["the items of an examination, and which are the reader's own", examinationItems(1, 1)],
	[
		"what an input names",
		targetsOf(input({ advanceId: 1, projectId: 1, payeeUserId: 1 }), { userId: 1, documentId: 0 }),
	],
	["what a refund names", targetsOf(input({ refundOf: "suspense", bankLineId: 1 }), { userId: 1, documentId: 0 })],
] as const)("%s walks no table that grows", async (_, statement) => {
	expect(await scansOf(planOf(statement))).toEqual([]);
});

test.each([
	["who is told", [tellHolders(1, { step: "pay", permissions: ["finance.pay"], at: 1 })]],
	[
		"who is reminded",
		remindHolders({ id: 1, state: "paid" }, { step: "post", permissions: ["ledger.post"], at: 1 }, 3),
	],
] as const)("%s walks no table that grows", async (_, writes) => {
	for (const write of writes) {
		if (!(write instanceof SQL)) throw new Error("hand-written");
		const { sql, params } = new SQLiteAsyncDialect().sqlToQuery(write);
		expect(await scansOf(env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...params))).toEqual([]);
	}
});

test("whom a document concerns is found by indexes in each part of the view, also by the names and accounts of shares", async () => {
	const plan = env.DB.prepare("EXPLAIN QUERY PLAN SELECT user_id FROM finance_related WHERE document_id = ?").bind(1);
	const { results } = await plan.all<{ detail: string }>();
	expect(
		results.map(({ detail }) => detail).filter((detail) => /^SCAN (?!\(|CONSTANT|finance_related)/.test(detail)),
	).toEqual([]);
});

test(`a step among ${MANY} documents takes no longer than among few`, async () => {
	const id = await bring(await draft(people.applicant), people, "submitted");
	const started = performance.now();
	await approveDocument(db, { ref: await refOf(id), ...as(people.cashier) });
	const took = performance.now() - started;
	expect((await now(id)).state).toBe("pending_accountant");
	expect(took).toBeLessThan(500 * (await slowness()));
});
