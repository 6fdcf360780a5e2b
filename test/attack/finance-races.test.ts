/** Stale pages, two at once, thirty at once, what is edited between two approvals, mail that does not go. */
import { createScheduledController, env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { editDocument, submitDocument, withdrawDocument } from "#domain/books/finance/actions.ts";
import { payDocument, postDocument } from "#domain/books/finance/payment-actions.ts";
import { approveDocument, returnDocument } from "#domain/books/finance/review-actions.ts";
import { scheduled } from "#jobs/schedule.ts";
import { sendMail } from "#jobs/system/mail.ts";
import {
	accountId,
	accounts,
	acting,
	as,
	bring,
	draft,
	input,
	mailsOf,
	now,
	office,
	refOf,
	staff,
} from "../support/finance.ts";
import { emptyMailbox, refused, withResend } from "../support/mail.ts";
import { db } from "../support/payments.ts";
import { codeOf } from "../support/refusal.ts";
import { AT, rows, TODAY } from "../support/users.ts";

let people: Awaited<ReturnType<typeof office>>;
beforeAll(async () => {
	people = await office();
});
const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);
const counts = (said: readonly unknown[]) =>
	Object.fromEntries([...Map.groupBy(said, String)].map(([one, all]) => [one, all.length]));

test("a stale page approves nothing: not twice, not after a return, not after a withdrawal", async () => {
	const id = await bring(await draft(people.applicant), people, "submitted");
	const seen = await refOf(id);
	await approveDocument(db, { ref: seen, ...as(people.cashier) });
	expect(await refusal(approveDocument(db, { ref: seen, ...as(people.cashier) }))).toBe("finance.moved");
	const page = await refOf(id);
	await returnDocument(db, { ref: page, comment: "補件", ...as(people.accountant) });
	await editDocument(env, db, {
		ref: await refOf(id),
		input: input({ title: "改過的" }),
		by: acting(people.applicant),
	});
	await submitDocument(db, { ref: await refOf(id), by: acting(people.applicant) });
	await bring(id, people, "cashier");
	// It waits for the accountant as it did when the page was drawn, and says something else.
	const stale = { ref: page, accounts: await accounts(id), ...as(people.accountant) };
	expect(await refusal(approveDocument(db, stale))).toBe("finance.moved");
	const last = await refOf(id);
	await withdrawDocument(db, { ref: last, by: acting(people.applicant) });
	expect(await refusal(approveDocument(db, { ...stale, ref: last }))).toBe("finance.moved");
	expect(await refusal(approveDocument(db, { ...stale, ref: await refOf(id) }))).toBe("finance.wrong_state");
});

test("thirty approvals at once: one counts, with one event and one mail to each", async () => {
	const cashiers = await Promise.all(Array.from({ length: 30 }, () => staff("cashier")));
	const id = await bring(await draft(people.applicant), people, "submitted");
	const ref = await refOf(id);
	const said = await Promise.all(cashiers.map((who) => refusal(approveDocument(db, { ref, ...as(who) }))));
	expect(counts(said)).toEqual({ done: 1, "finance.moved": 29 });
	expect(await rows("SELECT step FROM finance_events WHERE document_id = ? ORDER BY seq", id)).toEqual([
		{ step: "submit" },
		{ step: "approve_cashier" },
	]);
	expect((await mailsOf(id)).filter((one) => one.startsWith("finance_status"))).toEqual([
		`finance_status approve_cashier → ${people.applicant.id}`,
	]);
});

test("approved and returned at once, paid twice at once, posted twice at once: one of each", async () => {
	const id = await bring(await draft(people.applicant), people, "submitted");
	const ref = await refOf(id);
	const both = await Promise.all([
		refusal(approveDocument(db, { ref, ...as(people.cashier) })),
		refusal(returnDocument(db, { ref, comment: "補件", ...as(await staff("cashier")) })),
	]);
	expect(counts(both)).toEqual({ done: 1, "finance.moved": 1 });
	const other = await bring(await draft(people.applicant), people, "chair");
	const paying = { ref: await refOf(other), paidOn: TODAY, paidFrom: await accountId("1130"), reference: null };
	const pays = await Promise.all(
		[people.cashier, await staff("cashier")].map((who) => refusal(payDocument(db, { ...paying, ...as(who) }))),
	);
	expect(counts(pays)).toEqual({ done: 1, "finance.moved": 1 });
	const posting = { ref: await refOf(other) };
	const posts = await Promise.all(
		[people.accountant, await staff("accountant")].map((who) => refusal(postDocument(db, { ...posting, ...as(who) }))),
	);
	expect(counts(posts)).toEqual({ done: 1, "finance.moved": 1 });
	expect(await rows("SELECT count(*) AS vouchers FROM vouchers WHERE source = 'finance'")).toEqual([{ vouchers: 1 }]);
});

test("thirty sent at once get numbers without gaps, thirty posted at once vouchers without gaps", async () => {
	const ids = await Promise.all(Array.from({ length: 30 }, () => draft(people.applicant)));
	const before = Number((await rows<{ n: number }>("SELECT coalesce(max(seq), 0) AS n FROM finance_documents"))[0]?.n);
	await Promise.all(ids.map(async (id) => submitDocument(db, { ref: await refOf(id), by: acting(people.applicant) })));
	const numbers = await Promise.all(ids.map(async (id) => (await now(id)).seq ?? 0));
	expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, at) => before + at + 1));
	for (const id of ids) await bring(id, people, "paid");
	await Promise.all(ids.map(async (id) => postDocument(db, { ref: await refOf(id), ...as(people.accountant) })));
	const vouchers = await rows<{ seq: number }>("SELECT seq FROM vouchers WHERE kind = 'expense' ORDER BY seq");
	expect(vouchers.map(({ seq }) => seq)).toEqual(Array.from({ length: vouchers.length }, (_, at) => at + 1));
});

test("what waits is not edited; what was altered behind the program is not approved", async () => {
	const id = await bring(await draft(people.applicant), people, "cashier");
	const edit = { ref: await refOf(id), input: input({ title: "改金額" }), by: acting(people.applicant) };
	expect(await refusal(editDocument(env, db, edit))).toBe("finance.is_final");
	const [trigger] = await rows<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = 'finance_lines_update'");
	// Somebody with the whole database in their hands: what was approved is kept with its hash all the same.
	await rows("DROP TRIGGER finance_lines_update");
	await rows("UPDATE finance_lines SET amount = amount + 1000 WHERE document_id = ? AND line_no = 1", id);
	await rows("UPDATE finance_lines SET amount = amount - 1000 WHERE document_id = ? AND line_no = 2", id);
	await rows(trigger?.sql ?? "");
	const approval = { ref: await refOf(id), accounts: await accounts(id), ...as(people.accountant) };
	expect(await refusal(approveDocument(db, approval))).toBe("finance.changed");
});

test("the mail server is down: every step is done, and the mails go when it is up", async () => {
	await emptyMailbox();
	const { worker, provider } = await withResend();
	const one = await staff("cashier");
	await rows(
		"DELETE FROM user_roles WHERE user_id NOT IN (?, ?, ?, ?)",
		one.id,
		people.applicant.id,
		people.accountant.id,
		people.chair.id,
	);
	const time = { now: AT };
	await provider.answer(...Array.from({ length: 20 }, () => refused(503, "down")));
	const id = await bring(await draft(people.applicant), { ...people, cashier: one }, "posted");
	expect((await now(id)).state).toBe("posted");
	const told = await mailsOf(id);
	// The applicant is told of five steps, and each of those who hold one of theirs.
	expect(told.length).toBe(10);
	const states = async () =>
		rows("SELECT state, count(*) AS mails FROM mail_messages WHERE template LIKE 'finance_%' GROUP BY state");
	await sendMail(worker, { clock: () => time.now });
	expect(await states()).toEqual([{ state: "queued", mails: told.length }]);
	await provider.answer();
	time.now += 3_600_000;
	await sendMail(worker, { clock: () => time.now });
	expect(await states()).toEqual([{ state: "sent", mails: told.length }]);
});

test("a step that waits over three days is mailed once, to its holder and their deputy of today", async () => {
	await emptyMailbox();
	people = await office();
	await rows(
		"DELETE FROM user_roles WHERE user_id NOT IN (SELECT value FROM json_each(?))",
		JSON.stringify(Object.values(people).map(({ id }) => id)),
	);
	const start = Date.now() - 3 * 86_400_000 - 60_000;
	const id = await bring(await draft(people.applicant), people, "submitted", { at: start });
	const younger = await bring(await draft(people.applicant), people, "submitted", { at: start + 120_000 });
	const deputy = await staff();
	await rows(
		"INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, '2020-01-01', '2099-01-01', 1)",
		people.cashier.id,
		deputy.id,
	);
	await scheduled(createScheduledController(), env);
	await scheduled(createScheduledController(), env);
	const reminded = async (of: number) => (await mailsOf(of)).filter((one) => one.startsWith("finance_waiting"));
	expect((await reminded(id)).toSorted()).toEqual(
		[people.cashier.id, deputy.id].map((user) => `finance_waiting approve_cashier → ${user}`).toSorted(),
	);
	expect(await reminded(younger)).toEqual([]);
	// A new waiting is another.
	await bring(id, people, "cashier", { at: start });
	await scheduled(createScheduledController(), env);
	expect((await reminded(id)).length).toBe(3);
});
