/**
 * A step that none of its holders can take is 理事長's or 監事's, and no other step is: in offices of random people, deputies and
 * documents the rule, the buttons, the list of what waits and the triggers say the same as a model written for this test.
 */
import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { financeActors } from "#db/books/finance.ts";
import { waitingDocuments } from "#db/books/finance-waiting.ts";
import { CONCERNS, concernsOf, isDocumentStranded } from "#db/books/finance-who.ts";
import { readRows } from "#db/read.ts";
import { moneyActs } from "#db/shell/second-acts.ts";
import { submitDocument } from "#domain/books/finance/actions.ts";
import { actorsBy } from "#domain/books/finance/actors.ts";
import { askUnpay, confirmUnpay, payDocument, postDocument } from "#domain/books/finance/payment-actions.ts";
import { approveDocument, rejectDocument, returnDocument, voidDocument } from "#domain/books/finance/review-actions.ts";
import { BOTH_REVIEWS, mayStep } from "#domain/books/finance/rules.ts";
import { steppingOf } from "#domain/books/finance/stepping.ts";
import { NEXT_STEP, permissionsFor, STAND_IN, type WaitedStep } from "#domain/books/finance/steps.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { createVoucher, postDraft, reverseManual } from "#domain/books/vouchers/actions.ts";
import { rejectPayment, reversePayment, verifyPayment } from "#domain/money/payments/verification-actions.ts";
import type { Reviewer } from "#domain/people/certificates/rules.ts";
import { stepsOf } from "../support/chances.ts";
import {
	accountId,
	accounts,
	acting,
	as,
	bring,
	deputise,
	draft,
	now,
	office,
	refOf,
	reviewersOf,
	type Staff,
	staff,
} from "../support/finance.ts";
import { expectInvariants } from "../support/invariants.ts";
import { member } from "../support/members.ts";
import { db, dues, item, payment, paymentNow, submit } from "../support/payments.ts";
import { random } from "../support/random.ts";
import { codeOf } from "../support/refusal.ts";
import { type Approved, model, openWorld, standing, type World } from "../support/stand-ins.ts";
import { AT, rows, TODAY } from "../support/users.ts";

const SEEDS = Array.from({ length: stepsOf(5) }, (_, at) => at + 1);

const empty = async () => {
	await rows("DELETE FROM user_roles");
	await rows("UPDATE concurrent_posts SET ended_by = user_id, ended_at = ? WHERE ended_at IS NULL", AT);
	await rows("UPDATE deputies SET ended_at = 1 WHERE ended_at IS NULL");
};
beforeEach(empty);

async function take(world: World, who: Staff): Promise<unknown> {
	const { id } = world;
	const of = as(who, { principals: standing(world, who) });
	const { state } = await now(id);
	const ref = await refOf(id);
	if (state === "approved")
		return payDocument(db, { ref, paidOn: TODAY, paidFrom: await accountId("1130"), reference: null, ...of });
	if (state === "paid") return postDocument(db, { ref, ...of });
	return approveDocument(db, { ref, accounts: await accounts(id), ...of });
}

/** What the triggers alone say of an event that stands in; nothing stays. */
async function bare(world: World, who: { user: Staff; person: number | null }) {
	const { id } = world;
	const { state, revision, content_hash } = await now(id);
	const step = NEXT_STEP[state] ?? "";
	const [{ seq } = { seq: 0 }] = await rows<{ seq: number }>(
		"SELECT max(seq) + 1 AS seq FROM finance_events WHERE document_id = ?",
		id,
	);
	const to = { pending_cashier: "pending_accountant", pending_accountant: "pending_chair", pending_chair: "approved" };
	const stored =
		step === "approve_secretary" ? ["comment", "secretary", "審核通過", "pending_chair"] : [step, null, null, state];
	const leads = { ...to, pending_secretary: "pending_chair", approved: "paid", paid: "posted" } as Record<
		string,
		string
	>;
	return env.DB.batch([
		env.DB.prepare(
			`INSERT INTO finance_events (document_id, seq, revision, step, office, comment, from_state, to_state, user_id, on_behalf_of,
				content_hash, stands_in, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`,
		).bind(...[id, seq, revision, ...stored, leads[state] ?? "", who.user.id, who.person, content_hash, AT]),
		env.DB.prepare("INSERT INTO guard (code) VALUES ('finance.moved')"),
	]).then(
		() => "done",
		(error: unknown) => /finance\.[a-z_]+/.exec(String(error))?.[0],
	);
}

type Moment = { seed: number; world: World; approved: Approved; step: WaitedStep };

/** What the program says of one person at one moment is what the model says. */
async function compare({ seed, world, approved, step }: Moment, who: Staff): Promise<void> {
	const { may, mayStandIn, isStranded } = model(world, approved, step);
	const isBoth = step === "approve_cashier" && who.id === world.keepsBoth && may(who) === "holder";
	const about = [seed, step, who.held];
	const [holders] = await readRows(env.DB, financeActors(TODAY));
	const document = steppingOf(await now(world.id), { at: AT, holders });
	expect([...about, document.isStranded]).toEqual([...about, isStranded]);
	const reviewers = reviewersOf(who, standing(world, who));
	const acting = mayStep(step, { document, viewer: { userId: who.id, reviewers } });
	const said = acting && (acting.standsIn ? "stand_in" : "holder");
	expect([...about, said]).toEqual([...about, may(who)]);
	const [listed] = await readRows(env.DB, waitingDocuments({ userId: who.id, reviewers, today: TODAY }, 100));
	const waits = listed.find(({ id }) => id === world.id);
	expect([...about, waits?.step, waits?.stands_in]).toEqual([
		...about,
		...(said ? [isBoth ? BOTH_REVIEWS : step, Number(said === "stand_in")] : [undefined, undefined]),
	]);
	for (const person of [null, ...standing(world, who)]) {
		const isIn = (await bare(world, { user: who, person: person?.id ?? null })) === "finance.moved";
		expect([...about, person?.held, isIn]).toEqual([...about, person?.held, mayStandIn(who, person)]);
	}
}

/** Whom the newest event's mails and the document's page name for the next step are who may take it. */
async function compareAll({ seed, world, approved, step }: Moment): Promise<void> {
	const { may } = model(world, approved, step);
	const able = world.people.filter((who) => may(who) !== null).map(({ id }) => id);
	const inOrder = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);
	const [holders] = await readRows(env.DB, financeActors(TODAY));
	const [coming] = actorsBy(steppingOf(await now(world.id), { at: AT, holders }), holders);
	expect([seed, step, inOrder(coming?.can.map(({ userId }) => userId) ?? [])]).toEqual([seed, step, inOrder(able)]);
	const told = await rows<{ user_id: number }>(
		`SELECT n.user_id FROM notifications n WHERE n.kind = 'finance_turn'
			AND n.id LIKE 'finance_turn_' || CAST(?1 AS INTEGER) || '_' || (SELECT max(seq) FROM finance_events WHERE document_id = ?1) || '_%'`,
		world.id,
	);
	expect([seed, step, inOrder(told.map((one) => one.user_id))]).toEqual([seed, step, inOrder(able)]);
}

/** What was approved by who held it, as the events say. */
const approvedIn = (id: number): Promise<Approved> =>
	rows<Approved[number]>(
		"SELECT user_id AS user, act AS step FROM finance_events WHERE document_id = ? AND act LIKE 'approve_%' AND stands_in = 0",
		id,
	);

/** Until the document is posted or nobody can go on: everybody is compared and who may not is refused, then somebody goes on. */
async function walk(seed: number): Promise<{ standIns: number; ended: string }> {
	const world = await openWorld(seed);
	const { pick } = random(seed + 10_000);
	let standIns = 0;
	for (;;) {
		const approved = await approvedIn(world.id);
		const { state } = await now(world.id);
		const step = NEXT_STEP[state];
		if (!step) return { standIns, ended: state };
		const { may } = model(world, approved, step);
		await compareAll({ seed, world, approved, step });
		for (const who of world.people) await compare({ seed, world, approved, step }, who);
		for (const who of world.people.filter((one) => may(one) === null))
			expect(await take(world, who).then(() => "done", codeOf)).toMatch(/^finance\./);
		expect((await now(world.id)).state).toBe(state);
		const able = world.people.filter((who) => may(who) !== null);
		if (able.length === 0) return { standIns, ended: `stopped at ${step}` };
		const who = pick(able);
		const as = may(who);
		await take(world, who);
		if (as === "stand_in") standIns += 1;
	}
}

describe("documents", () => {
	test("the trigger has the condition that the code has", async () => {
		const [{ sql } = { sql: "" }] = await rows<{ sql: string }>(
			"SELECT sql FROM sqlite_master WHERE name = 'finance_events_by_stand_ins'",
		);
		const of = { id: "NEW.document_id", revision: "NEW.revision", state: "NEW.from_stage" };
		const day = "date(NEW.at / 1000, 'unixepoch', '+8 hours')";
		const condition = isDocumentStranded({ ...of, day, concerns: concernsOf("NEW.document_id") });
		expect(sql.replace(/\s+/g, " ")).toContain(`AND NOT ${condition.replace(/\s+/g, " ")}`);
		for (const [state, step] of Object.entries(NEXT_STEP))
			expect(condition).toContain(`WHEN '${state}' THEN '${permissionsFor(step, state as never)[0]}'`);
	});

	test(`${SEEDS.length} offices: the rule, the buttons, the lists and the triggers say what the model says`, async () => {
		const ended: string[] = [];
		let stood = 0;
		for (const seed of SEEDS) {
			await empty();
			const { standIns, ended: end } = await walk(seed);
			ended.push(end);
			stood += standIns;
		}
		await expectInvariants();
		// Both ends come up, and stand-ins do; else the walk shows nothing.
		const aThird = SEEDS.length / 3;
		expect(stood).toBeGreaterThan(aThird);
		expect(ended.filter((end) => end === "posted").length).toBeGreaterThan(aThird);
	});

	test("lists say of the same people that a document is their own as the rule does", async () => {
		const [asks, named, kin, other] = [
			await staff("applicant"),
			await staff(),
			await staff("applicant"),
			await staff("applicant"),
		];
		await rows("INSERT INTO user_roles SELECT ?, id FROM roles WHERE code = 'secretary'", asks.id);
		const [{ name } = { name: "" }] = await rows<{ name: string }>("SELECT name FROM users WHERE id = ?", named.id);
		const parent = await member({ name: "家長", userId: kin.id, status: "active" });
		const child = await member({ name: "孩子", guardianId: parent.id, status: "active" });
		const lines = [{ summary: "預支", amount: 5_000 }];
		const advance = await draft(asks, { kind: "advance", lines, payeeUserId: kin.id, payeeTaxId: null });
		await bring(advance, { ...(await office()), applicant: asks }, "paid");
		await draft(asks, { payeeName: name });
		await draft(asks, { payeeName: "孩子" });
		await draft(asks, { payeeMemberId: child.id, payeeTaxId: null, payeeName: "", payeeAccount: "777-1" });
		await draft(asks, { payeeName: "行號", payeeAccount: "7771" });
		await draft(asks, { payeeUserId: other.id, payeeTaxId: null, payeeAccount: "8881" });
		await draft(asks, { payeeName: "商店", payeeAccount: "888-1" });
		await draft(kin, { kind: "settlement", advanceId: advance, lines });
		await rows("UPDATE users SET name_folded = name WHERE name_folded IS NULL");
		const pairs = (concerns: string) =>
			rows(
				`SELECT d.id, h.user_id FROM finance_documents d JOIN (SELECT id AS user_id, NULL AS person FROM users) h WHERE ${concerns} ORDER BY 1, 2`,
			);
		const told = await pairs(CONCERNS);
		expect(told).toEqual(await pairs("(d.id, h.user_id) IN (SELECT document_id, user_id FROM finance_related)"));
		expect(told.length).toBeGreaterThan(15);
	});

	test("without a holder nobody stands in, and no other step is taken so", async () => {
		const applicant = await staff("applicant");
		const [chair, accountant] = [await staff("chair"), await staff("accountant")];
		const id = await draft(applicant);
		await submitDocument(db, { ref: await refOf(id), by: acting(applicant) });
		const tried = async (verb: typeof voidDocument, who: Staff) =>
			verb(db, { ref: await refOf(id), comment: "理由", ...as(who) }).then(() => "done", codeOf);
		expect(await take({ people: [], deputies: [], keepsBoth: null, id, related: [] }, chair).catch(codeOf)).toBe(
			"finance.not_your_step",
		);
		const cashier = await staff("cashier");
		await deputise(applicant, cashier);
		const auditor = await staff("auditor");
		expect(await tried(voidDocument, auditor)).toBe("finance.not_your_step");
		expect(await tried(rejectDocument, accountant)).toBe("finance.not_your_step");
		expect(await tried(returnDocument, auditor)).toBe("done");
		const [event] = await rows<{ stands_in: number; step: string }>(
			"SELECT step, stands_in FROM finance_events WHERE document_id = ? ORDER BY seq DESC LIMIT 1",
			id,
		);
		expect(event).toEqual({ step: "return", stands_in: 1 });
	});
});

test("監事 confirm a 退匯 that somebody else asked for, and not of what is their own", async () => {
	const people = { ...(await office()), applicant: await staff("applicant") };
	const auditor = await staff("auditor");
	for (const of of [{}, { payeeUserId: auditor.id, payeeTaxId: null }]) {
		const id = await bring(await draft(people.applicant, of), people, "paid");
		await askUnpay(db, { ref: await refOf(id), comment: "退匯", ...as(people.cashier) });
		const told = await confirmUnpay(db, { ref: await refOf(id), ...as(auditor) }).then(() => "done", codeOf);
		expect(told).toBe(of.payeeUserId ? "finance.own_document" : "done");
	}
});

describe("payments", () => {
	test("whose verifiers are all concerned is 理事長's or 監事's to decide, and no other one is", async () => {
		const cashier = await staff("cashier");
		const [chair, auditor] = [await staff("chair"), await staff("auditor")];
		const own = await member({ name: "出納本人", userId: cashier.id, status: "active" });
		const other = await member({ name: "別人", status: "active" });
		const clerk = await staff("applicant");
		let year = 2020;
		const paid = async (memberId: number) => {
			year += 1;
			const itemId = await item({ memberId, year });
			return submit(payment([dues({ memberId, itemId })]), { userId: clerk.id, source: "staff" });
		};
		const [ofCashier, second, ofOther] = [await paid(own.id), await paid(own.id), await paid(other.id)];
		const reviewer = { userId: 0, standsFor: [] };
		const by = async (id: number, who: Staff) => {
			const { version } = await paymentNow(id);
			const standIn = { userId: who.id, standsFor: who.held.includes(STAND_IN) ? [null] : [] };
			return { ref: { id, version }, reviewer: { ...reviewer, userId: who.id }, standIn, by: acting(who) };
		};
		const told = async (id: number, who: Staff) => verifyPayment(db, await by(id, who)).then(() => "done", codeOf);
		expect(await told(ofOther, chair)).toBe("payment.own");
		expect(await told(ofCashier, clerk)).toBe("payment.own");
		const [listed] = await readRows(env.DB, moneyActs(auditor.id, TODAY));
		expect(listed.filter(({ kind }) => kind === "payment").map(({ id }) => id)).toEqual([ofCashier, second]);
		expect(await told(ofCashier, chair)).toBe("done");
		await rejectPayment(db, { ...(await by(second, auditor)), reason: "重複登錄" });
		// What the chair verified is reversed by another.
		const reversal = async (who: Staff) => {
			const { version } = await paymentNow(ofCashier);
			const reviewer = { userId: who.id, standsFor: [null] };
			const of = { ref: { id: ofCashier, version }, reason: "登錯", reviewer, by: acting(who) };
			return reversePayment(db, of).then(() => "done", codeOf);
		};
		expect(await reversal(chair)).toBe("payment.second_person");
		expect(await reversal(auditor)).toBe("done");
		// The cashier is away: the deputy who submitted it cannot, so that somebody else's waits for the chair too.
		await deputise(clerk, cashier);
		expect(await told(ofOther, auditor)).toBe("done");
		await rows("DELETE FROM user_roles WHERE user_id = ?", cashier.id);
		expect(await told(await paid(other.id), chair)).toBe("payment.own");
	});
});

test("a large voucher is reversed by 理事長 or 監事 too, who did not post it; a small one is not theirs", async () => {
	const [writer, poster] = [await staff("accountant"), await staff("accountant")];
	const auditor = await staff("auditor");
	const nobody = (who: Staff) => ({ userId: who.id, standsFor: [] });
	const self = (who: Staff) => ({ userId: who.id, standsFor: [null] });
	const version = async (id: number) =>
		(await rows<{ version: number }>("SELECT version FROM vouchers WHERE id = ?", id))[0]?.version ?? 0;
	const posted = async (amount: number) => {
		const lines = [debit("5250", amount, ""), credit("1130", amount, "")];
		const input = { date: TODAY, description: "設備", turnsNextYear: false, lines };
		const id = await createVoucher(db, { input, key: crypto.randomUUID(), by: acting(writer) });
		await postDraft(db, { ref: { id, version: await version(id) }, poster: self(poster), by: acting(poster) });
		return id;
	};
	const reversed = async (id: number, poster: Reviewer, second?: Reviewer) =>
		reverseManual(db, {
			ref: { id, version: await version(id) },
			...{ date: TODAY, reason: "登錯", poster, by: acting({ id: poster.userId }) },
			...(second ? { second } : {}),
		}).then(() => "done", codeOf);
	const [large, small] = [await posted(150_000), await posted(1_000)];
	expect(await reversed(large, self(poster))).toBe("voucher.reversal_second_person");
	expect(await reversed(large, nobody(writer), nobody(writer))).toBe("voucher.reversal_second_person");
	expect(await reversed(small, nobody(auditor), self(auditor))).toBe("voucher.reversal_second_person");
	expect(await reversed(large, nobody(auditor), self(auditor))).toBe("done");
});
