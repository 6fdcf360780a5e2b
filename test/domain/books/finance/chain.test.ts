/**
 * The chain of approval as data: the secretary between accountant and chair, and the 理事會's resolution from an amount
 * on (docs/workflows.md#expense-requests).
 */
import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventsOf } from "#db/books/finance.ts";
import { waitingDocuments } from "#db/books/finance-waiting.ts";
import { readRows } from "#db/read.ts";
import { commentDocument, withdrawDocument } from "#domain/books/finance/actions.ts";
import { finance } from "#domain/books/finance/noun.ts";
import { approveDocument, rejectDocument, returnDocument, voidDocument } from "#domain/books/finance/review-actions.ts";
import { FINANCE, permissionsFor } from "#domain/books/finance/steps.ts";
import { payees } from "#domain/books/payees/noun.ts";
import { SECOND_PERSONS } from "#domain/system/second-persons/rules.ts";
import { SEES_FINANCE } from "#permissions.ts";
import {
	acting,
	as,
	bring,
	draft,
	mailsOf,
	now,
	office,
	refOf,
	reviewersOf,
	type Staff,
	setChain,
	staff,
} from "../../../support/finance.ts";
import { db } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { AT, rows, TODAY } from "../../../support/users.ts";

let people: Awaited<ReturnType<typeof office>>;
let director: Staff;
beforeAll(async () => {
	people = await office();
	director = await staff("director");
});
beforeEach(() => setChain(true));

const approve = async (id: number, who: Staff, resolution: { no: string; on: string } | null = null) =>
	approveDocument(db, { ref: await refOf(id), resolution, ...as(who) });
const refused = (done: Promise<unknown>) => done.then(() => "done", codeOf);
const events = async (id: number) => (await readRows(env.DB, eventsOf(id)))[0];
const waiting = async () => bring(await draft(people.applicant), people, "accountant");
const waitsFor = async (who: Staff) => {
	const [found] = await readRows(
		env.DB,
		waitingDocuments({ userId: who.id, reviewers: reviewersOf(who), today: TODAY }, 100),
	);
	return found.map(({ id, step }) => `${id} ${step}`);
};

test("whoever reviews sees the requests, passes the gate of reviews, and is among whom a refusal names", () => {
	const reviews = FINANCE.names
		.filter((name) => name.startsWith("approve_"))
		.flatMap((name) => FINANCE.steps[name].from.flatMap((from) => permissionsFor(name, from)));
	const seconds = SECOND_PERSONS.find(({ act }) => act === "支出申請的審核與付款")?.second;
	const { finance: own, finance_all, finance_review } = finance.gates;
	for (const list of [own, finance_all, finance_review, payees.gates.payees, SEES_FINANCE, seconds])
		expect(list).toEqual(expect.arrayContaining(reviews));
});

describe("the secretary", () => {
	test("reviews between the accountant and the chair, and is told", async () => {
		const id = await waiting();
		expect((await now(id)).state).toBe("pending_secretary");
		expect(await refused(approve(id, people.chair))).toBe("finance.not_your_step");
		expect(await waitsFor(people.chair)).not.toContain(`${id} approve_chair`);
		expect(await waitsFor(director)).toContain(`${id} approve_secretary`);
		await approve(id, director);
		expect((await now(id)).state).toBe("pending_chair");
		expect(await waitsFor(people.chair)).toContain(`${id} approve_chair`);
		await bring(id, people, "posted");
		expect((await events(id)).map(({ step, from_state, user_id }) => [step, from_state, user_id])).toEqual([
			["submit", "draft", people.applicant.id],
			["approve_cashier", "pending_cashier", people.cashier.id],
			["approve_accountant", "pending_accountant", people.accountant.id],
			["approve_secretary", "pending_secretary", director.id],
			["approve_chair", "pending_chair", people.chair.id],
			["pay", "approved", people.cashier.id],
			["post", "paid", people.accountant.id],
		]);
		expect(await mailsOf(id)).toEqual(
			expect.arrayContaining([
				`finance_turn approve_secretary → ${director.id}`,
				`finance_status approve_secretary → ${people.applicant.id}`,
				`finance_turn approve_chair → ${people.chair.id}`,
			]),
		);
	});

	test("returns and rejects, and the applicant withdraws meanwhile", async () => {
		const [back, no, away, gone] = [await waiting(), await waiting(), await waiting(), await waiting()];
		const said = { comment: "請補報價單", ...as(director) };
		await returnDocument(db, { ref: await refOf(back), ...said });
		await rejectDocument(db, { ref: await refOf(no), ...said });
		await withdrawDocument(db, { ref: await refOf(away), by: acting(people.applicant) });
		await voidDocument(db, { ref: await refOf(gone), comment: "重複", ...as(people.chair) });
		expect(await Promise.all([back, no, away, gone].map(async (id) => (await now(id)).state))).toEqual([
			"returned",
			"rejected",
			"withdrawn",
			"voided",
		]);
		expect((await events(back)).at(-1)).toMatchObject({ step: "return", from_state: "pending_secretary" });
		// What was returned goes through all reviews again.
		await bring(back, people, "accountant");
		expect((await now(back)).state).toBe("pending_secretary");
	});

	test("approves no second step, and pays nothing that they approved", async () => {
		const both = await staff("director", "chair", "cashier");
		const id = await waiting();
		await approve(id, both);
		expect(await refused(approve(id, both))).toBe("finance.approved_before");
		await approve(id, people.chair);
		await expect(
			rows(
				`INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, content_hash, at)
				SELECT id, 99, revision, 'pay', state, 'paid', ?2, content_hash, ?3 FROM finance_documents WHERE id = ?1`,
				id,
				both.id,
				AT,
			),
		).rejects.toThrow(/finance\.(?:approved_before|moved)/);
		await rows("DELETE FROM user_roles WHERE user_id = ?", both.id);
	});

	test("a comment while it waits approves nothing", async () => {
		const id = await waiting();
		await commentDocument(db, { ref: await refOf(id), comment: "看起來可以", seesAll: true, by: acting(director) });
		expect((await now(id)).state).toBe("pending_secretary");
		expect((await events(id)).at(-1)).toMatchObject({ step: "comment", from_state: "pending_chair" });
	});

	test("what waits for them stays theirs when the settings change; what comes after goes by the new ones", async () => {
		const before = await waiting();
		await setChain(false);
		const after = await waiting();
		expect([(await now(before)).state, (await now(after)).state]).toEqual(["pending_secretary", "pending_chair"]);
		await approve(before, director);
		await setChain(true);
		for (const id of [before, after]) {
			await approve(id, people.chair);
			expect((await now(id)).state).toBe("approved");
		}
	});

	test("no statement goes around them", async () => {
		const id = await waiting();
		const { revision, content_hash } = await now(id);
		const event = (step: string, office: string | null, to = "pending_chair") =>
			rows(
				`INSERT INTO finance_events (document_id, seq, revision, step, office, comment, from_state, to_state, user_id, content_hash, at)
				SELECT ?1, max(seq) + 1, ?2, ?3, ?4, '好', 'pending_chair', ?5, ?6, ?7, ?8 FROM finance_events WHERE document_id = ?1`,
				...[id, revision, step, office, to, people.chair.id, content_hash, AT],
			);
		await expect(event("approve_chair", null, "approved")).rejects.toThrow("finance.wrong_state");
		await expect(event("comment", "secretary")).rejects.toThrow("finance.not_your_step");
		await expect(event("return", null, "returned")).rejects.toThrow("finance.wrong_state");
		for (const columns of ["awaits_secretary = 0", "state = 'approved'", "state = 'approved', awaits_secretary = 0"])
			await expect(rows(`UPDATE finance_documents SET ${columns} WHERE id = ?`, id)).rejects.toThrow(
				"finance.wrong_state",
			);
		await approve(id, director);
		await expect(rows("UPDATE finance_documents SET awaits_secretary = 1 WHERE id = ?", id)).rejects.toThrow(
			"finance.chain_changed",
		);
		await expect(event("comment", "secretary")).rejects.toThrow("finance.wrong_state");
	});
});

describe("the resolution of the 理事會", () => {
	const resolution = { no: "第 3 屆第 2 次理事會", on: TODAY };

	test("is given with the chair's approval from the amount on, and kept", async () => {
		await setChain(false, 18_600);
		const id = await waiting();
		expect(await refused(approve(id, people.chair))).toBe("finance.no_resolution");
		expect(await refused(approve(id, people.chair, { no: resolution.no, on: "2999-01-01" }))).toBe(
			"finance.no_resolution",
		);
		await approve(id, people.chair, resolution);
		expect((await events(id)).at(-1)).toMatchObject({
			step: "approve_chair",
			resolution_no: resolution.no,
			resolution_on: resolution.on,
		});
	});

	test("is not asked for below the amount, but may be given", async () => {
		await setChain(false, 18_601);
		const [without, with_] = [await waiting(), await waiting()];
		await approve(without, people.chair);
		await approve(with_, people.chair, resolution);
		expect((await events(with_)).at(-1)?.resolution_no).toBe(resolution.no);
	});
});
