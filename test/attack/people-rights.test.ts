/** Nobody's own receipt: all roads to one, by everybody, whatever families and logins were a moment ago. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import type { FinanceInput } from "#domain/books/finance/form.ts";
import { approveDocument } from "#domain/books/finance/review-actions.ts";
import { setLineApart } from "#domain/money/bank/line-actions.ts";
import { issueReceipt, recordIncome } from "#domain/money/income/actions.ts";
import { payFromLine } from "#domain/money/payments/settlement-actions.ts";
import { verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { replaceReceipt, voidReceipt } from "#domain/money/receipts/actions.ts";
import { foldName } from "#kernel/names.ts";
import { bankAccount, bankLine } from "../support/bank.ts";
import { Answers, chances, newSeed, one, stepsOf } from "../support/chances.ts";
import { as, bring, refOf as documentRef, draft, office as staffed } from "../support/finance.ts";
import { donor, drafted, refOf as incomeRef, recorded } from "../support/income.ts";
import { member } from "../support/members.ts";
import { refusal } from "../support/office.ts";
import { db, payment, refOf, submit } from "../support/payments.ts";
import { by, person, rows } from "../support/users.ts";

const sql = (text: string, ...params: unknown[]) =>
	env.DB.prepare(text)
		.bind(...params)
		.run();
const NAME = "陳怡君";
const ALL = ["cashier", "accountant", "secretary"];
/** Titles that people type: the cashier's own in other letters, a child's, a company's, nobody's. */
const TITLES = ["陳 怡君 小姐", "陳小寶", "林大同", "大同公司", "善心人士", "路人甲"];

const office = { accountId: 0, clerk: 0 };
beforeAll(async () => {
	office.accountId = await bankAccount();
	office.clerk = (await person({ name: "登錄的人", roles: ["secretary"] })).id;
});

/** A cashier who is a member with a child, two others, and members and donors that a receipt may be for. */
async function world() {
	const cashier = (await person({ name: NAME, roles: ALL })).id;
	const others = [(await person({ name: "周文", roles: ALL })).id, (await person({ name: "吳武", roles: ALL })).id];
	const own = (await member({ name: "會員本人", status: "active", userId: cashier })).id;
	const child = (await member({ name: "陳小寶", status: "active", guardianId: own })).id;
	const stranger = (await member({ name: "林大同", status: "active" })).id;
	const namesake = (await member({ name: "陳怡君", status: "active" })).id;
	const donors = [await donor({ name: "林大同" }), await donor({ name: "某捐款人" }), await donor({ name: NAME })];
	await sql("UPDATE donors SET member_id = ? WHERE id = ?", child, donors[1]);
	return { actors: [cashier, ...others], own, child, members: [own, child, stranger, namesake], donors };
}
type World = Awaited<ReturnType<typeof world>>;

/** Paper: whether a tie counts, by what was done to it. */
type Tie = "there" | "ended" | "long ago";
class Walk extends Answers {
	readonly of: World;
	guardian: Tie = "there";
	login: Tie = "there";
	constructor(of: World) {
		super();
		this.of = of;
	}

	/** The members whom a user is linked to now, or was in the last year. */
	linked(userId: number): number[] {
		if (userId !== this.of.actors[0] || this.login === "long ago") return [];
		return this.guardian === "long ago" ? [this.of.own] : [this.of.own, this.of.child];
	}
	async tie(n: number): Promise<void> {
		const { own, child, actors } = this.of;
		if (n % 3 === 0) {
			const isOn = this.guardian !== "there";
			await sql("UPDATE members SET guardian_member_id = ? WHERE id = ?", isOn ? own : null, child);
			this.guardian = isOn ? "there" : "ended";
		} else if (n % 3 === 1) {
			const isOn = this.login !== "there";
			await sql("UPDATE members SET user_id = ? WHERE id = ?", isOn ? actors[0] : null, own);
			this.login = isOn ? "there" : "ended";
		} else {
			for (const table of ["guardianships", "member_logins"])
				await sql(`UPDATE ${table} SET until = until - 400 * 86400000 WHERE until IS NOT NULL`);
			if (this.guardian === "ended") this.guardian = "long ago";
			if (this.login === "ended") this.login = "long ago";
		}
	}

	/** A road to a receipt, taken by somebody; whatever is refused wrote no receipt. */
	async road(n: number, userId: number, title: string): Promise<void> {
		const memberId = one(this.of.members, n);
		const donorId = n % 4 === 3 ? null : one(this.of.donors, n);
		const who = { ...by({ id: userId }), userId };
		const reviewer = { userId, standsFor: [null] };
		const parts = [{ kind: "donation" as const, memberId, amount: 500 }];
		const before = await this.count();
		const press = async (): Promise<unknown> => {
			switch (n % 6) {
				case 0:
				case 1: {
					const given = n % 5 === 0 ? { payerTitle: title } : { payerTitle: "林大同" };
					const id = await submit(payment(parts, given), { userId: office.clerk, source: "staff" });
					const receipt = { payerTitle: title, split: "one" as const };
					return verifyPayment(db, { ref: await refOf(id), receipt, reviewer, by: who });
				}
				case 2: {
					const id = await bankLine({ accountId: office.accountId, amount: 500 });
					// None of what the walk booked without a line: bank.booked would speak before the receipt does.
					await setLineApart(db, { ref: { id, version: 1 }, by: who });
					const line = { id, version: 2 };
					const input = payment(n % 4 === 0 ? [{ kind: "donation", memberId: null, amount: 500 }] : parts, {
						payerTitle: title,
					});
					return payFromLine(db, { line, input, reviewer, key: crypto.randomUUID(), by: who });
				}
				case 3:
					return recorded(userId, { donorId, payerTitle: title });
				case 4: {
					const id = await drafted(one(this.of.actors, n + 1), { donorId, payerTitle: title });
					return recordIncome(db, { ref: await incomeRef(id), by: who });
				}
				default: {
					const id = await recorded(one(this.of.actors, 1), { donorId, payerTitle: title, wantsReceipt: false });
					return issueReceipt(db, { id, by: who });
				}
			}
		};
		const done = await press().then(
			() => true,
			(error) => this.tell(error),
		);
		if (!done) expect(await this.count()).toBe(before);
	}
	/** Another title for a receipt that is there, in its place or after it. */
	async again(n: number, userId: number, payerTitle: string): Promise<void> {
		const all = await rows<{ id: number; version: number; status: string; replaced_by: number | null }>(
			"SELECT id, version, status, replaced_by FROM receipts WHERE replaced_by IS NULL ORDER BY id DESC LIMIT 5",
		);
		const receipt = all.length > 0 ? one(all, n) : undefined;
		if (!receipt) return;
		const before = await this.count();
		const ref = { id: receipt.id, version: receipt.version };
		const of = { ref, payerTitle, by: by({ id: userId }, 1_800_000_000_000 + n) };
		const replacement = n % 3 === 0 ? ("none" as const) : ("title" as const);
		const done = await (receipt.status === "voided"
			? replaceReceipt(db, of)
			: voidReceipt(db, { ...of, reason: "抬頭", replacement })
		).then(
			() => true,
			(error) => this.tell(error),
		);
		if (!done) expect(await this.count()).toBe(before);
	}
	private tell(error: unknown): false {
		const code = String((error as { code?: string }).code ?? error);
		this.told.set(`: ${code}`, (this.told.get(`: ${code}`) ?? 0) + 1);
		return false;
	}
	private async count(): Promise<string> {
		return JSON.stringify(await rows("SELECT id, status FROM receipts ORDER BY id"));
	}

	seen = 0;
	/** What must hold of every receipt that was issued since the last look, by paper and by folding alone. */
	async look(): Promise<void> {
		const issued = await rows<{
			id: number;
			issued_by: number;
			payer_title: string;
			issuer: string;
			member_ids: string;
			names: string;
		}>(
			`SELECT r.id, r.issued_by, r.payer_title, u.name AS issuer,
				(SELECT json_group_array(member_id) FROM receipt_members o WHERE o.receipt_id = r.id) AS member_ids,
				(SELECT json_group_array(name) FROM (SELECT m.name FROM receipt_members o JOIN members m ON m.id = o.member_id WHERE o.receipt_id = r.id
					UNION ALL SELECT d.name FROM income_records i JOIN donors d ON d.id = i.donor_id WHERE i.id = r.income_id)) AS names
			FROM receipts r JOIN users u ON u.id = r.issued_by WHERE r.id > ? ORDER BY r.id`,
			this.seen,
		);
		for (const receipt of issued) {
			this.seen = receipt.id;
			const linked = this.linked(receipt.issued_by);
			expect((JSON.parse(receipt.member_ids) as number[]).filter((id) => linked.includes(id))).toEqual([]);
			const family = await rows<{ name: string }>(
				"SELECT name FROM members WHERE id IN (SELECT value FROM json_each(?))",
				JSON.stringify(linked),
			);
			const acting = [receipt.issuer, ...family.map(({ name }) => name)].map(foldName);
			const named = [receipt.payer_title, ...(JSON.parse(receipt.names) as string[])].map(foldName);
			expect(named.filter((name) => acting.includes(name))).toEqual([]);
			this.told.set(": issued", (this.told.get(": issued") ?? 0) + 1);
		}
	}
}

const seed = newSeed();
test(`no receipt stands that its issuer, their family or their namesake issued (seed ${seed})`, async () => {
	const told = new Set<string>();
	const codes = [
		"issued",
		"payment.own",
		"income.own",
		"receipt.same_name",
		"receipt.second_person",
		"receipt.unknown_payer",
	];
	const lacks = () => codes.filter((code) => !told.has(code));
	for (let run = 0; run < stepsOf(1) || (run < stepsOf(20) && lacks().length > 0); run++) {
		const walk = new Walk(await world());
		walk.seen = (await rows<{ id: number }>("SELECT coalesce(max(id), 0) AS id FROM receipts"))[0]?.id ?? 0;
		for (const { step, a, b, c } of chances(60, seed + run)) {
			const [userId, title] = [one(walk.of.actors, c), one(TITLES, a)];
			if (step % 5 === 0) await walk.tie(b);
			else if (step % 5 === 1) await walk.again(b, userId, title);
			else await walk.road(b, userId, title);
			await walk.look();
		}
		for (const code of walk.refusals()) told.add(code);
	}
	expect([...told].filter((code) => /^(payment|income|receipt)\.|^issued$/.test(code))).toEqual([...told]);
	expect(lacks()).toEqual([]);
});

describe("a title that is no name of the payer", () => {
	test("waits at verification for another, who sees it; the first one cannot press twice", async () => {
		const { actors, members } = await world();
		const [, first = 0, second = 0] = actors;
		const parts = [{ kind: "donation" as const, memberId: members[2] ?? 0, amount: 500 }];
		const id = await submit(payment(parts, { payerTitle: "林大同" }), { userId: office.clerk, source: "staff" });
		const verify = async (userId: number, title: string) =>
			verifyPayment(db, {
				ref: await refOf(id),
				receipt: { payerTitle: title, split: "one" },
				reviewer: { userId, standsFor: [null] },
				by: by({ id: userId }),
			}).then(
				() => "done",
				(error) => error.code,
			);
		expect(await verify(first, "大同公司")).toBe("receipt.second_person");
		expect(await rows("SELECT status, payer_title, titled_by FROM payments WHERE id = ?", id)).toEqual([
			{ status: "submitted", payer_title: "大同公司", titled_by: first },
		]);
		expect(await verify(first, "大同公司")).toBe("receipt.second_person");
		expect(await verify(second, "大同公司")).toBe("done");
		expect(await rows("SELECT payer_title, issued_by FROM receipts WHERE payment_id = ?", id)).toEqual([
			{ payer_title: "大同公司", issued_by: second },
		]);
		expect(
			await rows(
				"SELECT action, user_id FROM audit_log WHERE auditable_type = 'payment' AND auditable_id = ? ORDER BY id",
				String(id),
			),
		).toEqual([
			{ action: "payment.submit", user_id: office.clerk },
			{ action: "payment.retitle", user_id: first },
			{ action: "payment.verify", user_id: second },
		]);
	});
	test("waits in the place of a receipt; of two who press at once it is issued once", async () => {
		const { actors, donors } = await world();
		const [, first = 0, second = 0] = actors;
		const third = (await person({ name: "第三人", roles: ALL })).id;
		const income = await recorded(second, { donorId: donors[0] ?? null, payerTitle: "林大同" });
		const [receipt] = await rows<{ id: number; version: number }>(
			"SELECT id, version FROM receipts WHERE income_id = ?",
			income,
		);
		const ref = receipt ?? { id: 0, version: 0 };
		const press = (userId: number, payerTitle = "大同公司") =>
			voidReceipt(db, { ref, reason: "更名", replacement: "title", payerTitle, by: by({ id: userId }) }).then(
				() => "done",
				(error) => error.code,
			);
		expect([await press(first), await press(first)]).toEqual(["receipt.second_person", "receipt.second_person"]);
		expect(await rows("SELECT status, version FROM receipts WHERE income_id = ?", income)).toEqual([
			{ status: "issued", version: ref.version },
		]);
		expect((await Promise.all([press(second), press(third)])).sort()).toEqual(["done", "receipt.stale"]);
		expect(await rows("SELECT payer_title FROM receipts WHERE income_id = ? AND status = 'issued'", income)).toEqual([
			{ payer_title: "大同公司" },
		]);
		expect(await rows("SELECT * FROM receipt_asks WHERE receipt_id = ?", ref.id)).toEqual([]);
	});
});

describe("a finance document", () => {
	/** Whether somebody may approve as the cashier what another asks to be paid. */
	const approval = async (cashier: number, of: Partial<FinanceInput>) => {
		const people = await staffed();
		await sql("INSERT INTO user_roles SELECT ?, id FROM roles WHERE code = 'secretary'", people.applicant.id);
		const id = await bring(await draft(people.applicant, { payeeTaxId: null, ...of }), people, "submitted");
		return refusal(
			approveDocument(db, {
				ref: await documentRef(id),
				...as({ id: cashier, held: ["finance.review.cashier"] }),
			}),
		);
	};
	test("is approved neither by its payee's family, nor a namesake, nor whose account is paid", async () => {
		const { actors, own, child, members } = await world();
		const [cashier = 0, other = 0] = actors;
		await sql("UPDATE members SET guardian_member_id = NULL WHERE id = ?", child);
		const mine = { payeeUserId: cashier, payeeName: NAME, payeeAccount: "0088-123-456" };
		await draft((await staffed()).applicant, mine);
		const to = (payeeName: string, payeeAccount = `9${Math.floor(Math.random() * 1e9)}`) => ({
			payeeName,
			payeeAccount,
		});
		for (const of of [
			{ ...to(NAME), payeeMemberId: own },
			{ ...to("陳小寶"), payeeMemberId: child },
			to("陳　怡君 小姐"),
			to("陳小寶"),
			to("大同公司", "0088123456"),
		])
			expect([of, await approval(cashier, of)]).toEqual([of, "finance.own_document"]);
		expect(await approval(other, to("陳　怡君 小姐"))).toBe("nothing");
		expect(await approval(other, { ...to("林大同"), payeeMemberId: members[2] ?? 0 })).toBe("nothing");
		expect(await approval(cashier, { ...to("林大同"), payeeMemberId: members[2] ?? 0 })).toBe("nothing");
	});
});

describe("plain SQL", () => {
	/** A receipt of a gift in cash that wants one, of nobody on record. */
	const insert = async (of: { issuedBy: number; memberId: number | null; title: string; folded: string | null }) => {
		const income = await recorded(office.clerk, { method: "cash", amount: 100, wantsReceipt: false });
		return sql(
			`INSERT INTO receipts (series, mark, roc_year, seq, number, income_id, member_id, payer_title, payer_title_folded, amount, items,
				method, paid_on, issued_on, issued_by, created_at)
			SELECT 'donation', (SELECT mark FROM receipt_marks WHERE series = 'donation'), 115, n, '115-' || substr('000000' || n, -6), ?1, ?2,
				?3, ?4, 100, '[{"amount":100}]', 'cash', '2026-03-03', '2026-03-05', ?5, 1
			FROM (SELECT coalesce((SELECT last_no + 1 FROM number_series WHERE series = 'receipt:donation' AND roc_year = 115), 1) AS n)`,
			income,
			of.memberId,
			of.title,
			of.folded,
			of.issuedBy,
		).then(
			() => "done",
			(error: Error) => /receipt\.\w+/.exec(String(error.cause ?? error))?.[0] ?? String(error),
		);
	};
	test("issues none to oneself or one's family, nor in their name, nor beside a name that is not folded", async () => {
		const { actors, own, child, members } = await world();
		const [cashier = 0, other = 0] = actors;
		const company = { title: "大同公司", folded: foldName("大同公司") };
		for (const memberId of [own, child])
			expect(await insert({ issuedBy: cashier, memberId, ...company })).toBe("receipt.own");
		expect(await insert({ issuedBy: other, memberId: null, ...company })).toBe("receipt.same_name");
		await sql("UPDATE users SET name_folded = ? WHERE id = ?", foldName("周文"), other);
		expect(await insert({ issuedBy: other, memberId: null, ...company, folded: null })).toBe("receipt.same_name");
		expect(await insert({ issuedBy: other, memberId: members[2] ?? 0, ...company })).toBe("receipt.same_name");
		await sql("UPDATE members SET name_folded = ? WHERE id = ?", foldName("林大同"), members[2]);
		expect(await insert({ issuedBy: other, memberId: members[2] ?? 0, ...company })).toBe("done");
		expect(await insert({ issuedBy: other, memberId: null, title: "周 文", folded: "周文" })).toBe("receipt.same_name");
		await sql("UPDATE users SET name = '大同公司' WHERE id = ?", other);
		expect(await insert({ issuedBy: other, memberId: null, ...company })).toBe("receipt.same_name");
	});
	test("leaves who was family related for twelve months, and takes it along in a merge", async () => {
		const { actors, own, child, members } = await world();
		const related = async (memberId: number) =>
			(await rows<{ user_id: number }>("SELECT DISTINCT user_id FROM related_users WHERE member_id = ?", memberId)).map(
				({ user_id }) => user_id,
			);
		const [cashier = 0] = actors;
		expect([await related(own), await related(child)]).toEqual([[cashier], [cashier]]);
		await sql("UPDATE members SET guardian_member_id = NULL WHERE id = ?", child);
		await sql("UPDATE members SET user_id = NULL WHERE id = ?", own);
		expect([await related(own), await related(child)]).toEqual([[cashier], [cashier]]);
		const kept = members[2] ?? 0;
		await sql("UPDATE members SET merged_into = ? WHERE id = ?", kept, child);
		expect(await related(kept)).toEqual([cashier]);
		await sql("UPDATE guardianships SET until = until - 400 * 86400000 WHERE until IS NOT NULL");
		expect(await related(kept)).toEqual([]);
		expect(await related(own)).toEqual([cashier]);
		await sql("UPDATE member_logins SET until = until - 400 * 86400000 WHERE until IS NOT NULL");
		expect(await related(own)).toEqual([]);
	});
});
