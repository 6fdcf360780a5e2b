/** The list of bank lines as a desk: a press in a row leads to the next one, and a line is divided by amounts. */
import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { bankAccount, bankLine, lineNow, OPEN, partsOf } from "../../support/bank.ts";
import { recorded } from "../../support/income.ts";
import { endPayments } from "../../support/money-fixtures.ts";
import { dues, item, owing, payment, paymentNow, refOf, submit } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { random } from "../../support/random.ts";
import { rows } from "../../support/users.ts";

const { bank } = paths.admin;
let cashier: Person;
let account: number;
beforeAll(async () => {
	cashier = await signIn({ name: "出納", roles: ["cashier"] });
	account = await bankAccount();
});
// What another test left open would be in the list too.
beforeEach(async () => {
	await env.DB.prepare(
		"UPDATE bank_lines SET status = 'ignored', reason = 'x' WHERE status IN ('unmatched', 'suggested')",
	).run();
	await endPayments("cancel");
});

const text = async (path: string, as = cashier) => (await ask(path, { as })).text();
const post = (path: string, form: Record<string, string | string[]>) => ask(path, { as: cashier, form });
const unescaped = (html: string): string => html.replaceAll("&amp;", "&");
/** The address of the first form of the page that is sent to an address. */
const actionOf = (page: string, path: string): string =>
	unescaped(new RegExp(`action="(${path}\\?list=[^"]*)"`).exec(page)?.[1] ?? "");
const allocationsOf = (paymentId: number) =>
	rows<{ kind: string; amount: number }>(
		"SELECT kind, amount FROM payment_allocations WHERE payment_id = ? ORDER BY id",
		paymentId,
	);

async function told(day = "2026-03-03") {
	const owed = await owing();
	const said = payment([dues(owed)]);
	const id = await submit(said, { userId: owed.userId });
	const line = await bankLine({ accountId: account, last5: said.last5, day });
	return { ...owed, paymentId: id, line };
}

describe("a press in a row", () => {
	test("settles the line, keeps the list's conditions, and leads to the row of the next line", async () => {
		const [one, two, three] = [await told("2026-03-01"), await told("2026-03-02"), await told("2026-03-04")];
		const list = `${bank.lines()}?account=${account}&from=2026-03-02`;
		const page = await text(list);
		expect([one, two, three].map(({ line }) => page.includes(`id="line-${line}"`))).toEqual([false, true, true]);
		const { version } = await refOf(two.paymentId);
		const form = { version: "1", payment: `${two.paymentId}.${version}` };
		const answer = await post(actionOf(page, bank.match(two.line)), form);
		expect(answer.status).toBe(303);
		const next = `${bank.lines()}?account=${account}&from=2026-03-02&at=${three.line}#line-${three.line}`;
		expect(answer.headers.get("Location")).toBe(next);
		expect((await paymentNow(two.paymentId)).status).toBe("verified");
		const after = await text(next);
		expect(after).toContain(`id="line-${three.line}" class="at"`);
		// The last one leads to the list, where nothing is open.
		const { version: last } = await refOf(three.paymentId);
		const end = await post(actionOf(after, bank.match(three.line)), {
			version: "1",
			payment: `${three.paymentId}.${last}`,
		});
		expect(end.headers.get("Location")).toBe(`${bank.lines()}?account=${account}&from=2026-03-02`);
	});

	test("in a second tab is told in the list, open at the line, and writes nothing", async () => {
		const { line, paymentId } = await told();
		await told();
		const action = actionOf(await text(bank.lines()), bank.match(line));
		const form = { version: "1", payment: `${paymentId}.${(await refOf(paymentId)).version}` };
		expect((await post(action, form)).status).toBe(303);
		const counts = () =>
			rows(
				"SELECT (SELECT count(*) FROM vouchers) AS v, (SELECT count(*) FROM receipts) AS r, (SELECT count(*) FROM audit_log) AS a",
			);
		const before = await counts();
		const second = await post(action, form);
		const page = await second.text();
		expect([second.status, page.includes("已被其他人處理"), page.includes('class="plain match"')]).toEqual([
			409,
			true,
			true,
		]);
		expect(await counts()).toEqual(before);
	});

	test("leads nowhere but to the list, whatever the address says", async () => {
		for (const list of ["//evil.example/?at=1", "at=x", "status=none", "a=b&at=1", "page=-1"]) {
			const line = await bankLine({ accountId: account });
			const answer = await post(`${bank.suspense(line)}?list=${encodeURIComponent(list)}`, { version: "1" });
			expect([list, answer.status, answer.headers.get("Location")]).toEqual([list, 303, bank.lines()]);
		}
	});
});

test("the difference of the balances, of one account or all, is what the open lines and the rest of it are", async () => {
	const other = await bankAccount("bank", "差額專戶");
	await bankLine({ accountId: other, amount: 1_000, balance: 5_000, day: "2026-04-01" });
	const second = await bankLine({ accountId: other, amount: 700, balance: 5_700, day: "2026-04-02" });
	const strip = async () =>
		/<div class="sums">.*?<\/div>/s
			.exec(await text(`${bank.lines()}?account=${other}`))?.[0]
			.replace(/<[^>]*>/g, " ")
			.replace(/\s+/g, " ") ?? "";
	expect(await strip()).toContain(
		"銀行餘額 5,700 − 帳上餘額 0 ＝ 差額 5,700 還沒對上的 2 行占 1,700，其餘 4,000 見 差額專戶調節表",
	);
	// What is in suspense is in the books, and no part of the difference any more.
	await post(bank.suspense(second), { version: "1" });
	expect(await strip()).toContain("帳上餘額 700 ＝ 差額 5,000 還沒對上的 1 行占 1,000，其餘 4,000 見");
	expect(await text(bank.lines())).toContain("差額");
});

describe("the open row", () => {
	test("finds a person and fills in what the family owes, without leaving the list", async () => {
		const { memberId, itemId, name } = await owing();
		const child = await owing({ guardianId: memberId });
		const line = await bankLine({ accountId: account, amount: 1_700, memo: "會費與捐款" });
		const found = await text(`${bank.lines()}?at=${line}&find=${encodeURIComponent(name)}`);
		expect(unescaped(found)).toContain(`${bank.lines()}?member=${memberId}&at=${line}#line-${line}`);
		const page = await text(`${bank.lines()}?at=${line}&member=${memberId}`);
		const filled = [
			...page.matchAll(/name="parts" value="([^"]*)"[^<]*<input[^>]*name="amounts"[^>]*value="([^"]*)"/g),
		];
		expect(filled.map(([, part, amount]) => [part, amount])).toEqual([
			[`dues.${itemId}`, "1,000"],
			[`dues.${child.itemId}`, "700"],
		]);
		expect(page).toContain("2 部分合計等於這一行");
	});

	test("offers nobody the money of their own family", async () => {
		const mine = await owing();
		const number = `T${mine.memberId}8`;
		await rows("UPDATE members SET member_no = ?, user_id = ? WHERE id = ?", number, cashier.userId, mine.memberId);
		const line = await bankLine({ accountId: account, amount: 1_000, memo: number });
		const page = await text(`${bank.lines()}?at=${line}`);
		expect(["須由其他人核對", "對上，開立收據"].map((words) => page.includes(words))).toEqual([true, false]);
		await rows("UPDATE members SET user_id = NULL WHERE id = ?", mine.memberId);
	});

	test("tells who else is in the household, and only those who may match", async () => {
		const parent = await owing();
		const child = await owing({ guardianId: parent.memberId });
		const number = `T${parent.memberId}9`;
		await rows("UPDATE members SET member_no = ? WHERE id = ?", number, parent.memberId);
		const line = await bankLine({ accountId: account, amount: 1_000, memo: number });
		expect(await text(`${bank.lines()}?at=${line}`)).toContain("同戶其他");
		const clerk = await signIn({ permissions: ["bank.manage"] });
		const page = await text(`${bank.lines()}?at=${line}&find=${encodeURIComponent(child.name)}`, clerk);
		expect(["同戶其他", child.name, "換一個人", "對上，開立收據"].map((words) => page.includes(words))).toEqual([
			false,
			false,
			false,
			false,
		]);
		expect(page).toContain("請由出納核對");
	});
});

const LINE = 1_700;
/** Amounts for 1,000 and 500 that are owed, a donation and credit; often they sum to the line. */
function divided(next: () => number): [number, number, number, number] {
	const pick = (most: number): number => Math.floor(next() * (most + 1));
	const maybe = (usual: number, most: number): number => (pick(1) === 0 ? usual : pick(most));
	const [first, second, donation] = [maybe(1_000, 1_400), maybe(500, 700), maybe(0, 400)];
	return [first, second, donation, maybe(Math.max(0, LINE - first - second - donation), 300)];
}

describe("a line is divided by amounts", () => {
	test("at random: it is taken when the parts sum to the line and none is more than is owed, else nothing is written", async () => {
		const { next } = random(20_261_130);
		for (let round = 0; round < 25; round++) {
			const owed = await owing();
			const entrance = await item({ memberId: owed.memberId, kind: "entrance", base: 500 });
			const line = await bankLine({ accountId: account, amount: LINE, memo: "不明" });
			const amounts = divided(next);
			const form = {
				version: "1",
				payer: String(owed.memberId),
				parts: [`dues.${owed.itemId}`, `dues.${entrance}`, "donation", "credit"],
				amounts: amounts.map(String),
			};
			const isRight = amounts.reduce((sum, one) => sum + one, 0) === LINE && amounts[0] <= 1_000 && amounts[1] <= 500;
			const answer = await post(bank.match(line), form);
			const { record, ...now } = await lineNow(line);
			expect([amounts, answer.status, now.status]).toEqual([
				amounts,
				isRight ? 303 : 422,
				isRight ? "matched" : "unmatched",
			]);
			const stored = record === null ? [] : await allocationsOf(record);
			expect(stored.map(({ amount }) => amount)).toEqual(isRight ? amounts.filter((amount) => amount > 0) : []);
		}
	});

	test("what was typed stands in the row again when it was refused", async () => {
		const owed = await owing();
		const line = await bankLine({ accountId: account, amount: 1_700, memo: "不明" });
		const list = encodeURIComponent(`at=${line}`);
		const answer = await post(`${bank.match(line)}?member=${owed.memberId}&list=${list}`, {
			version: "1",
			payer: String(owed.memberId),
			parts: [`dues.${owed.itemId}`, "donation", "credit"],
			amounts: ["1,000", "123", ""],
		});
		const page = await answer.text();
		expect([
			answer.status,
			page.includes('value="123"'),
			page.includes("還差 577 元"),
			page.includes("分配的金額與收款金額不符"),
		]).toEqual([422, true, true, true]);
	});

	test("neither a part twice, nor what another family owes, nor words for an amount, nor nothing", async () => {
		const [owed, other] = [await owing(), await owing()];
		const line = await bankLine({ accountId: account, amount: 1_000 });
		const mine = `dues.${owed.itemId}`;
		const tries: [string[], string[]][] = [
			[
				[mine, mine],
				["500", "500"],
			],
			[[`dues.${other.itemId}`], ["1000"]],
			[[mine], ["一千"]],
			[[mine], ["-1000"]],
			[[mine], [""]],
			[[mine], []],
			[["credit.1"], ["1000"]],
		];
		for (const [parts, amounts] of tries) {
			const answer = await post(bank.match(line), { version: "1", payer: String(owed.memberId), parts, amounts });
			expect([parts, amounts, answer.status]).toEqual([parts, amounts, 422]);
		}
		expect(await lineNow(line)).toMatchObject(OPEN);
	});

	test("booked records are used as far as their amounts say, never more than they have left or than the line has", async () => {
		const money = { method: "transfer", bankAccountId: account, receivedOn: "2026-03-03" } as const;
		const one = await recorded(cashier.userId, { ...money, amount: 2_000 });
		const two = await recorded(cashier.userId, { ...money, amount: 3_000 });
		const line = await bankLine({ accountId: account, amount: 4_000 });
		const parts = [`income.${one}`, `income.${two}`];
		const press = async (amounts: string[], version = 1) =>
			(await post(bank.parts(line), { version: String(version), parts, amounts })).status;
		// Too much of the first, of the line, words, nothing at all.
		for (const amounts of [
			["2001", "1"],
			["2000", "2001"],
			["x", "1"],
			["", ""],
			["0", "0"],
		])
			expect([amounts, await press(amounts)]).toEqual([amounts, 422]);
		expect(await lineNow(line)).toMatchObject(OPEN);
		expect(await press(["1,500", ""])).toBe(303);
		const { version } = await lineNow(line);
		expect(await press(["500", "2,001"], version)).toBe(422);
		expect(await press(["", "2,500"], 1)).toBe(409);
		expect(await press(["", "2,500"], version)).toBe(303);
		expect((await partsOf(line)).map(({ amount }) => amount)).toEqual([1_500, 2_500]);
		expect((await lineNow(line)).status).toBe("matched");
	});
});
