/** Nobody approves, pays or posts their own: by every road, against the actions (finance-triggers.test.ts tries bare SQL). */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { financeActors } from "#db/books/finance.ts";
import { readRows } from "#db/read.ts";
import { editDocument, removeDraft, submitDocument } from "#domain/books/finance/actions.ts";
import { actorsBy } from "#domain/books/finance/actors.ts";
import type { FinanceInput } from "#domain/books/finance/form.ts";
import {
	askUnpay,
	confirmUnpay,
	payDocument,
	postDocument,
	unpostDocument,
} from "#domain/books/finance/payment-actions.ts";
import { approveDocument, rejectDocument, returnDocument, voidDocument } from "#domain/books/finance/review-actions.ts";
import { mayStep } from "#domain/books/finance/rules.ts";
import { steppingOf } from "#domain/books/finance/stepping.ts";
import {
	accountId,
	accounts,
	acting,
	as,
	bring,
	deputise,
	draft,
	input,
	now,
	office,
	refOf,
	reviewersOf,
	type Staff,
	staff,
	type Until,
} from "../support/finance.ts";
import { member } from "../support/members.ts";
import { db } from "../support/payments.ts";
import { codeOf } from "../support/refusal.ts";
import { AT, person, rows, TODAY } from "../support/users.ts";

type Office = Awaited<ReturnType<typeof office>>;
type Doer = { who: Staff; principals?: readonly Staff[] };
let people: Office;
beforeAll(async () => {
	people = await office();
});
const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);

const verbs = {
	approve: async (id: number, of: ReturnType<typeof as>) =>
		approveDocument(db, { ref: await refOf(id), accounts: await accounts(id), ...of }),
	return: async (id: number, of: ReturnType<typeof as>) =>
		returnDocument(db, { ref: await refOf(id), comment: "退回", ...of }),
	reject: async (id: number, of: ReturnType<typeof as>) =>
		rejectDocument(db, { ref: await refOf(id), comment: "駁回", ...of }),
	void: async (id: number, of: ReturnType<typeof as>) =>
		voidDocument(db, { ref: await refOf(id), comment: "作廢", ...of }),
	pay: async (id: number, of: ReturnType<typeof as>) =>
		payDocument(db, { ref: await refOf(id), paidOn: TODAY, paidFrom: await accountId("1130"), reference: null, ...of }),
	ask: async (id: number, of: ReturnType<typeof as>) => askUnpay(db, { ref: await refOf(id), comment: "退匯", ...of }),
	confirm: async (id: number, of: ReturnType<typeof as>) => confirmUnpay(db, { ref: await refOf(id), ...of }),
	post: async (id: number, of: ReturnType<typeof as>) => postDocument(db, { ref: await refOf(id), ...of }),
	unpost: async (id: number, of: ReturnType<typeof as>) =>
		unpostDocument(db, { ref: await refOf(id), comment: "更正", ...of }),
};
type Verb = keyof typeof verbs;
/** Which verbs somebody with every permission would have where a document stands. */
const STANDING: readonly [Until, readonly Verb[]][] = [
	["submitted", ["approve", "return", "reject", "void"]],
	["cashier", ["approve", "return", "reject", "void"]],
	["accountant", ["approve", "return", "reject", "void"]],
	["chair", ["pay", "void"]],
	["paid", ["ask", "post"]],
	["posted", ["unpost"]],
];
const everything = () => staff("cashier", "accountant", "chair", "applicant");

/** What every verb says to somebody, wherever the document stands. */
async function tried(of: Partial<FinanceInput>, { who, principals = [] }: Doer, applicant = people.applicant) {
	const said = new Set<unknown>();
	const id = await draft(applicant, of);
	const team = { ...people, applicant };
	for (const [until, some] of STANDING) {
		await bring(id, team, until);
		const before = await now(id);
		for (const verb of some) said.add(await refusal(verbs[verb](id, as(who, { principals }))));
		expect(await now(id)).toEqual(before);
	}
	return [...said];
}

describe("self-approval", () => {
	test("the applicant, with every role there is", async () => {
		const all = await everything();
		expect(await tried({}, { who: all }, all)).toEqual(["finance.own_document"]);
	});

	test("the applicant as the deputy of others", async () => {
		const applicant = await staff("applicant");
		const others = [people.cashier, people.accountant, people.chair];
		expect(await tried({}, { who: applicant, principals: others }, applicant)).toEqual(["finance.own_document"]);
	});

	test("the applicant's deputy, in the applicant's place", async () => {
		const all = await everything();
		const deputy = await staff();
		expect(await tried({}, { who: deputy, principals: [all] }, all)).toEqual(["finance.own_document"]);
	});

	test("the payee, chosen or only named; and their deputy", async () => {
		const all = await everything();
		const [{ name } = { name: "" }] = await rows<{ name: string }>("SELECT name FROM users WHERE id = ?", all.id);
		for (const of of [{ payeeUserId: all.id, payeeTaxId: null }, { payeeName: name }]) {
			expect(await tried(of, { who: all })).toEqual(["finance.own_document"]);
			expect(await tried(of, { who: await staff(), principals: [all] })).toEqual(["finance.own_document"]);
		}
	});

	test("the payee's login, their guardian's and their dependent's", async () => {
		const applicant = await staff("applicant");
		await rows("INSERT INTO user_roles SELECT ?, id FROM roles WHERE code = 'secretary'", applicant.id);
		const [own, parent, child] = [await everything(), await everything(), await everything()];
		const guardian = await member({ name: "監護人", userId: parent.id });
		const payee = await member({ name: "受款會員", userId: own.id, guardianId: guardian.id });
		const of = { payeeMemberId: payee.id, payeeTaxId: null, payeeName: "" };
		for (const who of [own, parent]) expect(await tried(of, { who }, applicant)).toEqual(["finance.own_document"]);
		await member({ name: "子女", userId: child.id, guardianId: guardian.id });
		const toGuardian = { ...of, payeeMemberId: guardian.id };
		expect(await tried(toGuardian, { who: child }, applicant)).toEqual(["finance.own_document"]);
	});

	test("who had the advance, when another settles it to another's name", async () => {
		const all = await everything();
		const advance = await draft(all, { kind: "advance", lines: [{ summary: "預支", amount: 5_000 }] });
		await bring(advance, { ...people, applicant: all }, "paid");
		const other = await staff("applicant", "cashier");
		const of = { kind: "settlement", advanceId: advance, lines: [{ summary: "支出", amount: 5_500 }] } as const;
		expect(await tried(of, { who: all }, other)).toEqual(["finance.own_document"]);
	});

	test("two roles in one person: the second step is the deputy's, and the deputy takes one too", async () => {
		const two = await staff("cashier", "accountant");
		const deputy = await deputise(await staff(), two, people.cashier, people.chair);
		const id = await bring(await draft(people.applicant), people, "submitted");
		await verbs.approve(id, as(two));
		expect(await refusal(verbs.approve(id, as(two)))).toBe("finance.approved_before");
		await verbs.approve(id, as(deputy, { principals: [two] }));
		expect(await refusal(verbs.approve(id, as(deputy, { principals: [people.chair] })))).toBe(
			"finance.approved_before",
		);
		await verbs.approve(id, as(people.chair));
		// The cashier who reviewed may also pay; who approved as the accountant or in their place may not.
		expect(await refusal(verbs.pay(id, as(deputy, { principals: [people.cashier] })))).toBe("finance.approved_before");
		await verbs.pay(id, as(two));
		const [told] = await rows<{ user_id: number; on_behalf_of: number }>(
			"SELECT user_id, on_behalf_of FROM finance_events WHERE document_id = ? AND step = 'approve_accountant'",
			id,
		);
		expect(told).toEqual({ user_id: deputy.id, on_behalf_of: two.id });
	});

	test("who asked for 退匯 does not confirm it, nor does their deputy, nor who they stood in for", async () => {
		const second = await staff("cashier", "chair");
		const id = await bring(await draft(people.applicant), people, "paid");
		await verbs.ask(id, as(await deputise(await staff(), people.cashier), { principals: [people.cashier] }));
		for (const doer of [
			as(people.cashier),
			as(await deputise(await staff(), people.cashier), { principals: [people.cashier] }),
		])
			expect(await refusal(verbs.confirm(id, doer))).toBe("finance.second_person");
		expect(await refusal(verbs.confirm(id, as(await staff("applicant"))))).toBe("finance.not_your_step");
		await verbs.confirm(id, as(second));
	});

	test("nobody without the step's permission", async () => {
		const none = await staff("applicant");
		expect(await tried({}, { who: none })).toEqual(["finance.not_your_step"]);
	});

	test("another's draft is not edited, sent or deleted", async () => {
		const id = await draft(people.applicant);
		const by = acting(people.cashier);
		const ref = await refOf(id);
		expect(await refusal(editDocument(env, db, { ref, input: input(), by }))).toBe("finance.not_yours");
		expect(await refusal(submitDocument(db, { ref, by }))).toBe("finance.not_yours");
		expect(await refusal(removeDraft(env, db, { ref, by }))).toBe("finance.not_yours");
	});
});

test("buttons and verbs say the same", async () => {
	const id = await bring(await draft(people.applicant), people, "submitted");
	const [holders] = await readRows(env.DB, financeActors(TODAY));
	const document = steppingOf(await now(id), { at: AT, holders });
	const may = (who: Staff) =>
		mayStep("approve_cashier", { document, viewer: { userId: who.id, reviewers: reviewersOf(who) } });
	expect([may(people.cashier), may(people.applicant), may(people.chair)]).toEqual([{ onBehalfOf: null }, null, null]);
});

test("says who can act, with today's deputies, and why nobody can", async () => {
	await rows("DELETE FROM user_roles WHERE user_id <> ?", people.applicant.id);
	const solo = await staff("cashier", "accountant");
	const chair = await staff("chair", "applicant");
	const id = await draft(chair);
	await submitDocument(db, { ref: await refOf(id), by: acting(chair) });
	const said = async () => {
		const [rowsOf] = await readRows(env.DB, financeActors(TODAY));
		return actorsBy(steppingOf(await now(id), { at: AT, holders: rowsOf }), rowsOf).map(({ step, can, why }) => [
			step,
			why ?? can.map(({ userId, onBehalfOf }) => [userId, onBehalfOf !== null]),
		]);
	};
	expect(await said()).toEqual([
		["approve_cashier", [[solo.id, false]]],
		["approve_accountant", [[solo.id, false]]],
		["approve_chair", "related"],
		["pay", [[solo.id, false]]],
		["post", [[solo.id, false]]],
	]);
	await approveDocument(db, { ref: await refOf(id), ...as(solo) });
	expect((await said())[0]).toEqual(["approve_accountant", "approved_before"]);
	const deputy = await person({ name: "代理人", roles: ["secretary"] });
	await rows(
		"INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, '2026-03-01', '2026-03-31', 1)",
		solo.id,
		deputy.id,
	);
	expect((await said())[0]).toEqual(["approve_accountant", [[deputy.id, true]]]);
	await rows("UPDATE users SET status = 'disabled' WHERE id = ?", chair.id);
	expect((await said())[1]).toEqual(["approve_chair", "no_holder"]);
});
