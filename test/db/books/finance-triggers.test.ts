/**
 * Whatever the statement: what a finance document refuses is refused by the database itself
 * (docs/workflows.md#expense-requests).
 */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { createDocument } from "#domain/books/finance/actions.ts";
import { FINANCE, FINANCE_PERMISSIONS, permissionsFor, STAND_IN } from "#domain/books/finance/steps.ts";
import { accountId, acting, bring, draft, input, now, office, type Staff, staff } from "../../support/finance.ts";
import { brokenOnPurpose } from "../../support/invariants.ts";
import { without } from "../../support/money-fixtures.ts";
import { db } from "../../support/payments.ts";
import { AT, person, roleOf, rows } from "../../support/users.ts";

type Office = Awaited<ReturnType<typeof office>>;
let people: Office;
const ids = { draft: 0, sent: 0, accounted: 0, waiting: 0, approved: 0, paid: 0, posted: 0, advance: 0 };
const PDF = new TextEncoder().encode("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF");
let file = 0;

beforeAll(async () => {
	people = await office();
	ids.draft = await draft(people.applicant);
	const upload = { filename: "發票.pdf", declaredType: "application/pdf", bytes: PDF };
	ids.sent = await createDocument(env, db, {
		input: input(),
		uploads: [upload],
		key: "sent",
		by: acting(people.applicant),
	});
	await bring(ids.sent, people, "submitted");
	ids.accounted = await bring(await draft(people.applicant), people, "cashier");
	ids.waiting = await bring(await draft(people.applicant), people, "accountant");
	ids.approved = await bring(await draft(people.applicant), people, "chair");
	ids.paid = await bring(await draft(people.applicant), people, "paid");
	ids.posted = await bring(await draft(people.applicant), people, "posted");
	ids.advance = await bring(await draft(people.applicant, { kind: "advance" }), people, "paid");
	file = Number((await rows<{ id: number }>("SELECT file_id AS id FROM finance_attachments"))[0]?.id);
});

/** Several triggers may say no, and SQLite does not say in which order they are asked. */
const MOVED = /finance\.(?:moved|changed)/;
const refused = (code: string | RegExp, statement: string, ...params: (string | number | null)[]) =>
	expect(rows(statement, ...params), statement).rejects.toThrow(code);

type Event = {
	id: number;
	step: string;
	from: string;
	to: string;
	who: { id: number };
	behalf?: { id: number } | null;
	comment?: string | null;
	revision?: number;
	hash?: string;
	seq?: number;
};
/** The event of a step, as bare SQL would write it, with everything right but what is told. */
async function event({
	id,
	step,
	from,
	to,
	who,
	behalf = null,
	comment = "因為",
	revision,
	hash,
	seq,
}: Event): Promise<void> {
	const document = await now(id);
	await rows(
		`INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, on_behalf_of, comment, content_hash, at)
		VALUES (?1, coalesce(?2, (SELECT max(seq) + 1 FROM finance_events WHERE document_id = ?1), 1), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 1)`,
		id,
		seq ?? null,
		revision ?? document.revision,
		step,
		from,
		to,
		who.id,
		behalf?.id ?? null,
		comment,
		hash ?? document.content_hash,
	);
}
const refusedEvent = (code: string | RegExp, of: Event) =>
	expect(event(of), `${of.step} of ${of.id}`).rejects.toThrow(code);

test("the table of steps is the code's", async () => {
	// The secretary's wait is stored as the chair's, with a mark (migration 0092), and their approval as a comment.
	const inCode = FINANCE.names.flatMap((step) =>
		FINANCE.steps[step].from.flatMap((from) =>
			FINANCE.to(step, from)
				.filter((to) => ![from, to].includes("pending_secretary"))
				.map((to) => `${step}: ${from} → ${to}`),
		),
	);
	const inTable = await rows<{ step: string }>(
		"SELECT step || ': ' || from_state || ' → ' || to_state AS step FROM finance_steps",
	);
	expect(inTable.map(({ step }) => step).toSorted()).toEqual(inCode.toSorted());
	for (const statement of [
		"INSERT INTO finance_steps VALUES ('submit', 'returned', 'approved')",
		"INSERT OR REPLACE INTO finance_steps VALUES ('submit', 'draft', 'approved')",
		"INSERT INTO finance_steps VALUES ('submit', 'draft', 'x') ON CONFLICT DO UPDATE SET to_state = 'approved'",
		"UPDATE finance_steps SET to_state = 'approved' WHERE step = 'submit'",
		"DELETE FROM finance_steps",
	])
		await refused("finance.is_final", statement);
});

// Bare events stand behind some documents, which nothing moved on.
beforeAll(() => brokenOnPurpose("events of plain SQL without their step"));

describe("events", () => {
	const review = { step: "approve_cashier", from: "pending_cashier", to: "pending_accountant" };

	test("are not written by whom they may not be", async () => {
		const { applicant, cashier } = people;
		const deputy = await staff();
		await refusedEvent("finance.own_document", { id: ids.sent, ...review, who: applicant });
		await refusedEvent("finance.own_document", { id: ids.sent, ...review, who: deputy, behalf: applicant });
		await refusedEvent("finance.own_document", { id: ids.sent, ...review, who: applicant, behalf: cashier });
		for (const [id, step, from, to] of [
			[ids.sent, "return", "pending_cashier", "returned"],
			[ids.sent, "reject", "pending_cashier", "rejected"],
			[ids.sent, "void", "pending_cashier", "voided"],
			[ids.approved, "pay", "approved", "paid"],
			[ids.paid, "unpay_ask", "paid", "paid"],
			[ids.paid, "post", "paid", "posted"],
			[ids.posted, "unpost", "posted", "paid"],
		] as const)
			await refusedEvent("finance.own_document", { id, step, from, to, who: applicant });
		await refusedEvent("finance.not_yours", {
			id: ids.sent,
			step: "withdraw",
			from: "pending_cashier",
			to: "withdrawn",
			who: cashier,
		});
		await refusedEvent("finance.not_yours", {
			id: ids.sent,
			step: "withdraw",
			from: "pending_cashier",
			to: "withdrawn",
			who: applicant,
			behalf: cashier,
		});
		await refusedEvent("CHECK", { id: ids.sent, ...review, who: cashier, behalf: cashier });
	});

	test("are not written twice by one person, nor without the second one", async () => {
		const { cashier, accountant, chair } = people;
		const account = { step: "approve_accountant", from: "pending_accountant", to: "pending_chair" };
		await refusedEvent("finance.approved_before", { id: ids.accounted, ...account, who: cashier });
		const approve = { step: "approve_chair", from: "pending_chair", to: "approved" };
		for (const who of [cashier, accountant])
			await refusedEvent("finance.approved_before", { id: ids.waiting, ...approve, who, behalf: chair });
		for (const who of [accountant, chair])
			await refusedEvent("finance.approved_before", {
				id: ids.approved,
				step: "pay",
				from: "approved",
				to: "paid",
				who,
				behalf: cashier,
			});
		const unpay = { id: ids.paid, step: "unpay", from: "paid", to: "approved" };
		await refusedEvent("finance.second_person", { ...unpay, who: accountant });
		await event({ id: ids.paid, step: "unpay_ask", from: "paid", to: "paid", who: cashier });
		for (const of of [{ who: cashier }, { who: await staff(), behalf: cashier }, { who: cashier, behalf: chair }])
			await refusedEvent("finance.second_person", { ...unpay, ...of });
	});

	test("are by who holds what the step asks for, as the code says, and by nobody else", async () => {
		const others = [
			"in_order",
			"are_of_the_chain",
			"are_steps",
			"by_others",
			"by_different_people",
			"approve_what_is_there",
			"unpay_by_another",
			"return_approved_registers",
		];
		const holders = new Map<string, number>();
		for (const permission of [...FINANCE_PERMISSIONS, STAND_IN]) {
			const code = `only_${permission.replaceAll(".", "_")}`;
			await roleOf(code, [permission]);
			holders.set(permission, (await person({ roles: [code] })).id);
		}
		// What the trigger lets through is refused by the guard behind it: nothing stays.
		const tried = (step: string, from: string, user: number) =>
			env.DB.batch([
				env.DB.prepare(
					`INSERT INTO finance_events (document_id, seq, revision, step, office, from_state, to_state, user_id, comment, at)
					VALUES (?, 99, 1, ?, ?, ?, 'x', ?, 'x', ?)`,
				).bind(
					ids.sent,
					step === "approve_secretary" ? "comment" : step,
					from === "pending_secretary" && step !== "void" ? "secretary" : null,
					from,
					user,
					AT,
				),
				env.DB.prepare("INSERT INTO guard (code) VALUES ('finance.moved')"),
			]).then(
				() => "done",
				(error: unknown) => /finance\.[a-z_]+/.exec(String(error))?.[0],
			);
		const cases = FINANCE.names
			.flatMap((step) => FINANCE.steps[step].from.map((from) => ({ step, from })))
			.map((one) => ({ ...one, may: permissionsFor(one.step, one.from) }))
			.filter(({ may }) => may.length > 0)
			.flatMap((one) => [...holders].map(([permission, user]) => ({ ...one, permission, user })));
		await without(
			others.map((name) => `finance_events_${name}`),
			async () => {
				for (const { step, from, may, permission, user } of cases) {
					const code = may.some((one) => one === permission) ? "finance.moved" : "finance.not_your_step";
					expect([step, from, permission, await tried(step, from, user)]).toEqual([step, from, permission, code]);
				}
			},
		);
	});

	test("are steps from where the document stands, in order, of what was sent", async () => {
		const { cashier, accountant } = people;
		await refusedEvent("finance.wrong_state", { id: ids.sent, ...review, to: "approved", who: cashier });
		await refusedEvent("finance.wrong_state", {
			id: ids.sent,
			step: "comment",
			from: "pending_cashier",
			to: "approved",
			who: cashier,
		});
		await refusedEvent("finance.wrong_state", {
			id: ids.draft,
			step: "comment",
			from: "draft",
			to: "draft",
			who: cashier,
		});
		await refusedEvent("finance.moved", { id: ids.accounted, ...review, who: accountant });
		await refusedEvent(MOVED, { id: ids.sent, ...review, who: cashier, revision: 2 });
		await refusedEvent("finance.moved", { id: ids.sent, ...review, who: cashier, seq: 1 });
		await refusedEvent("finance.moved", { id: ids.sent, ...review, who: cashier, seq: 9 });
		await refusedEvent("finance.changed", { id: ids.sent, ...review, who: cashier, hash: "0".repeat(64) });
		await refusedEvent("CHECK", {
			id: ids.sent,
			step: "return",
			from: "pending_cashier",
			to: "returned",
			who: cashier,
			comment: null,
		});
	});

	test("stay as they are", async () => {
		const one = "(document_id, seq, revision, step, from_state, to_state, user_id, at)";
		const values = `VALUES (${ids.sent}, 1, 1, 'submit', 'draft', 'pending_cashier', ${people.cashier.id}, 1)`;
		await refused(MOVED, `INSERT OR REPLACE INTO finance_events ${one} ${values}`);
		await refused(MOVED, `INSERT INTO finance_events ${one} ${values} ON CONFLICT DO UPDATE SET user_id = 1`);
		await refused("finance.is_final", "UPDATE finance_events SET user_id = ?", people.cashier.id);
		await refused("finance.is_final", "UPDATE OR REPLACE finance_events SET seq = 2 WHERE seq = 1");
		await refused("finance.is_final", "DELETE FROM finance_events WHERE document_id = ?", ids.sent);
	});
});

describe("documents", () => {
	const NEW = `(kind, title, applicant_id, payee_name, pay_by, gross, no_attachment_reason, state_since, created_at, updated_at`;
	const values = (who: Staff) => `'vendor', '標題', ${who.id}, '廠商', 'cash', 100, '無', 1, 1, 1`;

	test("begin as drafts", async () => {
		const of = values(people.applicant);
		await refused(
			"finance.wrong_state",
			`INSERT INTO finance_documents ${NEW}, state, roc_year, seq) VALUES (${of}, 'approved', 115, 99)`,
		);
		await refused("finance.wrong_state", `INSERT INTO finance_documents ${NEW}, revision) VALUES (${of}, 2)`);
		await refused("finance.wrong_state", `INSERT INTO finance_documents ${NEW}, paid_on) VALUES (${of}, '2026-03-05')`);
		await refused(
			"finance.wrong_state",
			`INSERT OR REPLACE INTO finance_documents ${NEW}, id) VALUES (${of}, ${ids.sent})`,
		);
		await refused(
			"finance.wrong_state",
			`INSERT INTO finance_documents ${NEW}, id) VALUES (${of}, ${ids.sent}) ON CONFLICT DO UPDATE SET applicant_id = 1`,
		);
		await refused(
			"CHECK",
			`INSERT INTO finance_documents ${NEW.replace("gross", "gross, income_tax")}) VALUES (${of.replace("100", "100, 100")})`,
		);
		await refused("CHECK", `INSERT INTO finance_documents ${NEW}) VALUES (${of.replace("100", "0")})`);
	});

	test("change their state by the event before, and by nothing else", async () => {
		for (const [id, state] of [
			[ids.draft, "pending_cashier"],
			[ids.sent, "pending_accountant"],
			[ids.sent, "approved"],
			[ids.waiting, "approved"],
			[ids.approved, "pending_cashier"],
			[ids.posted, "paid"],
		] as const)
			await refused(
				/finance\.(?:wrong_state|changed)/,
				`UPDATE finance_documents SET state = ?, roc_year = coalesce(roc_year, 115), seq = coalesce(seq, (SELECT max(seq) + 1 FROM finance_documents)),
					content_hash = coalesce(content_hash, '${"0".repeat(64)}') WHERE id = ?`,
				state,
				id,
			);
	});

	test("keep their applicant, number and place", async () => {
		for (const set of [
			`applicant_id = ${people.cashier.id}`,
			"id = id + 1000",
			"seq = seq + 1",
			"seq = 1",
			"roc_year = 114",
			"kind = 'reimbursement'",
			"created_at = 2",
		])
			for (const how of ["UPDATE", "UPDATE OR REPLACE"])
				await refused("finance.is_final", `${how} finance_documents SET ${set} WHERE id = ?`, ids.waiting);
		await refused(
			"finance.is_final",
			`UPDATE finance_documents SET applicant_id = ${people.cashier.id} WHERE id = ?`,
			ids.draft,
		);
		await refused("finance.is_final", "DELETE FROM finance_documents WHERE id = ?", ids.sent);
	});

	test("say what was sent", async () => {
		for (const set of [
			"title = '改'",
			"purpose = '改'",
			"payee_name = '改'",
			"payee_tax_id = NULL",
			`payee_user_id = ${people.applicant.id}`,
			"pay_by = 'cash'",
			"payee_account = '999'",
			"gross = gross + 1",
			"income_tax = 1",
			"no_attachment_reason = NULL",
			"revision = 2",
			`content_hash = '${"0".repeat(64)}'`,
			"copied_from_id = 1",
			"wanted_on = '2026-03-20'",
		])
			for (const id of [ids.sent, ids.waiting, ids.approved, ids.posted])
				await refused("finance.is_final", `UPDATE finance_documents SET ${set} WHERE id = ?`, id);
		await refused("finance.is_final", "UPDATE finance_documents SET paid_on = '2026-03-06' WHERE id = ?", ids.paid);
		await refused("finance.is_final", "UPDATE finance_documents SET paid_on = '2026-03-06' WHERE id = ?", ids.approved);
		await refused("finance.is_final", "UPDATE finance_documents SET revision = 3 WHERE id = ?", ids.draft);
	});

	test("settle an advance once, and only one that is paid", async () => {
		const of = { kind: "settlement", advanceId: ids.advance, lines: [{ summary: "支出", amount: 100 }] } as const;
		const first = await draft(people.applicant, of);
		const other = await bring(await draft(people.applicant, { kind: "advance" }), people, "paid");
		const second = await draft(people.applicant, { ...of, advanceId: other });
		for (const how of ["UPDATE", "UPDATE OR REPLACE"])
			await refused(
				"finance.is_final",
				`${how} finance_documents SET advance_id = ? WHERE id = ?`,
				ids.advance,
				second,
			);
		await refused(
			"finance.settled_before",
			`INSERT OR REPLACE INTO finance_documents (kind, title, applicant_id, payee_name, pay_by, gross, advance_id, state_since, created_at, updated_at)
			VALUES ('settlement', '再核銷', ?, '何', 'cash', 100, ?, 1, 1, 1)`,
			people.applicant.id,
			ids.advance,
		);
		await rows("UPDATE finance_documents SET advanced = advanced - 1 WHERE id = ?", first);
		await expect(bring(first, people, "submitted")).rejects.toMatchObject({ code: "finance.no_advance" });
	});

	test("are sent whole, with proof", async () => {
		const id = await draft(people.applicant, { noAttachmentReason: null });
		const hash = "a".repeat(64);
		const revision = (n: number, of = id) =>
			rows("INSERT INTO finance_revisions VALUES (?, ?, '{}', ?, 1)", of, n, hash);
		await expect(revision(2)).rejects.toThrow("finance.is_final");
		await expect(revision(2, ids.sent)).rejects.toThrow("finance.is_final");
		await expect(revision(1, ids.sent)).rejects.toThrow("finance.is_final");
		await revision(1);
		await event({ id, step: "submit", from: "draft", to: "pending_cashier", who: people.applicant, hash });
		const seq = "(SELECT max(seq) + 1 FROM finance_documents)";
		const send = (set: string) =>
			`UPDATE finance_documents SET state = 'pending_cashier', roc_year = 115, seq = ${seq}, content_hash = '${hash}', ${set} WHERE id = ${id}`;
		await refused("finance.no_attachment", send("version = 2"));
		await refused("finance.changed", send("no_attachment_reason = '遺失', gross = 1"));
		await refused("finance.changed", send(`no_attachment_reason = '遺失', content_hash = '${"b".repeat(64)}'`));
		await refused(
			"number.not_next",
			send(`no_attachment_reason = '遺失', seq = ${seq} + 1`).replace(`seq = ${seq}, `, ""),
		);
		for (const statement of [
			"UPDATE finance_revisions SET content = '[]'",
			"DELETE FROM finance_revisions",
			`INSERT OR REPLACE INTO finance_revisions VALUES (${id}, 1, '[]', '${hash}', 1)`,
			`UPDATE OR REPLACE finance_revisions SET revision = 1`,
		])
			await refused("finance.is_final", statement);
	});

	test("are paid from cash, approved by three, and posted by a voucher", async () => {
		const { cashier, accountant } = people;
		const equipment = await accountId("1430");
		const id = await bring(await draft(people.applicant), people, "chair");
		await event({ id, step: "pay", from: "approved", to: "paid", who: cashier });
		await refused(
			"finance.no_account",
			`UPDATE finance_documents SET state = 'paid', paid_on = '2026-03-05', paid_from = ${equipment} WHERE id = ?`,
			id,
		);
		await refused(
			"CHECK",
			"UPDATE finance_documents SET state = 'paid' WHERE id = ? AND coalesce(paid_on, '') = ''",
			id,
		).catch(() => refused("finance.no_account", "UPDATE finance_documents SET state = 'paid' WHERE id = ?", id));
		const paid = await bring(await draft(people.applicant), people, "paid");
		await event({ id: paid, step: "post", from: "paid", to: "posted", who: accountant });
		await refused("finance.wrong_state", "UPDATE finance_documents SET state = 'posted' WHERE id = ?", paid);
		const none = await bring(await draft(people.applicant), people, "cashier");
		await event({
			id: none,
			step: "approve_accountant",
			from: "pending_accountant",
			to: "pending_chair",
			who: accountant,
		});
		await refused("finance.no_account", "UPDATE finance_documents SET state = 'pending_chair' WHERE id = ?", none);
	});
});

describe("lines, attachments, postings", () => {
	test("lines stay what was asked for; accounts are the accountant's", async () => {
		for (const id of [ids.sent, ids.waiting, ids.approved, ids.posted]) {
			await refused(
				"finance.is_final",
				`INSERT INTO finance_lines (document_id, line_no, summary, amount) VALUES (${id}, 9, '多', 1)`,
			);
			await refused("finance.is_final", `DELETE FROM finance_lines WHERE document_id = ${id}`);
			for (const set of [
				"amount = amount + 1",
				"summary = '改'",
				"line_no = 9",
				`document_id = ${ids.draft}`,
				"account_id = 5",
				"id = id + 999",
			])
				await refused(
					"finance.is_final",
					`UPDATE OR REPLACE finance_lines SET ${set} WHERE document_id = ${id} AND line_no = 1`,
				);
		}
		await refused(
			"finance.is_final",
			`UPDATE finance_lines SET document_id = ${ids.sent} WHERE document_id = ${ids.draft}`,
		);
		const line = `(SELECT id FROM finance_lines WHERE document_id = ${ids.sent} AND line_no = 1)`;
		await refused(
			"finance.is_final",
			`INSERT OR REPLACE INTO finance_lines (id, document_id, line_no, summary, amount) VALUES (${line}, ${ids.draft}, 7, '搬', 1)`,
		);
		await rows(`UPDATE finance_lines SET account_id = 30 WHERE document_id = ${ids.accounted}`);
	});

	test("a budget item is of the line's account", async () => {
		const [travel, meeting] = [await accountId("5240"), await accountId("5310")];
		await rows(
			`INSERT INTO budget_items (year, account_id, name, amount, created_at, updated_at) VALUES (2026, ${meeting}, '會議', 100, 1, 1)`,
		);
		const set = (account: number) =>
			`UPDATE finance_lines SET account_id = ${account}, budget_item_id = (SELECT max(id) FROM budget_items) WHERE document_id = ${ids.accounted}`;
		await refused("finance.budget_refused", set(travel));
		await rows(set(meeting));
	});

	test("the proof of what was sent stays", async () => {
		for (const statement of [
			`INSERT INTO finance_attachments VALUES (${ids.posted}, ${file}, 0)`,
			`INSERT OR REPLACE INTO finance_attachments VALUES (${ids.sent}, ${file}, 5)`,
			`UPDATE OR REPLACE finance_attachments SET document_id = ${ids.draft}`,
			`UPDATE finance_attachments SET position = 3`,
			"DELETE FROM finance_attachments",
			`UPDATE files SET deleted_at = 1 WHERE id = ${file}`,
		])
			await refused("finance.is_final", statement);
		await refused("file.is_final", `UPDATE files SET sha256 = 'x' WHERE id = ${file}`);
	});

	test("postings stay, and vouchers of documents follow their steps", async () => {
		for (const statement of [
			"UPDATE finance_postings SET kind = 'approval'",
			"DELETE FROM finance_postings",
			"INSERT OR REPLACE INTO finance_postings SELECT id, document_id, kind FROM finance_postings",
			`UPDATE OR REPLACE finance_postings SET document_id = ${ids.paid}`,
		])
			await refused("finance.is_final", statement);
		const original = Number(
			(await rows<{ id: number }>("SELECT max(id) AS id FROM vouchers WHERE source = 'finance'"))[0]?.id,
		);
		const reversal = Number(
			(
				await rows<{ id: number }>(
					`INSERT INTO vouchers (date, description, source, source_id, source_seq, reverses_id, created_at, updated_at)
					VALUES ('2026-03-05', '沖', 'reversal', ?1, 1, ?1, 1, 1) RETURNING id`,
					original,
				)
			)[0]?.id,
		);
		await rows(
			`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit, memo, member_id, project_id, budget_item_id)
			SELECT ?, line_no, account_id, credit, debit, memo, member_id, project_id, budget_item_id FROM voucher_lines WHERE voucher_id = ?`,
			reversal,
			original,
		);
		const next =
			"coalesce((SELECT last_no + 1 FROM number_series WHERE series = 'voucher:transfer' AND roc_year = 115), 1)";
		await refused(
			"voucher.own_source",
			`UPDATE vouchers SET state = 'posted', kind = 'transfer', roc_year = 115, seq = ${next}, posted_at = 1 WHERE id = ?`,
			reversal,
		);
	});
});
