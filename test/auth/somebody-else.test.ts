/** A refusal that leaves something to somebody else names who that is: today's people, and never whoever was refused. */
import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Gate } from "#auth/permissions.ts";
import { action } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { CONCERNED, concernedBy } from "#db/shell/who-can.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { createVoucher } from "#domain/books/vouchers/actions.ts";
import { SOMEBODY_ELSE, type SomebodyElse } from "#domain/system/second-persons/rules.ts";
import type { App } from "#http/context.ts";
import { paths } from "#http/paths.ts";
import { Refusal, type RefusalCode } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Permission } from "#permissions.ts";
import { html } from "#ui/html.ts";
import { bring, deputise, draft, now, office, type Until } from "../support/finance.ts";
import { member } from "../support/members.ts";
import { db, dues, owing, payment, refOf, submit, verify } from "../support/payments.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { by, person, rows } from "../support/users.ts";

const { finance, ledger, payments, users } = paths.admin;
const sql = (text: string, ...params: (string | number | null)[]) =>
	env.DB.prepare(text)
		.bind(...params)
		.run();
/** Nobody of an earlier test is there any more. */
beforeEach(() => sql("UPDATE users SET status = 'disabled'"));

const today = dateInTaipei(Date.now());
const standsIn = (owner: number, deputy: number) =>
	sql(
		"INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, ?, ?, 1)",
		owner,
		deputy,
		today,
		today,
	);

/** What is said where an action behind a gate is refused: to a script, and on the page. */
async function refused(
	code: RefusalCode,
	{ gate, as, step }: { gate: Gate; as: Person; step?: readonly Permission[] },
) {
	const path = "/admin/somewhere";
	const route = action({
		path,
		gate,
		form: z.strictObject({}),
		run: async () => {
			throw new Refusal(code, code, step);
		},
		page: async (_, { problem, errors }) => ({
			title: problem ?? Object.values(errors).flat().join(""),
			body: html`<p></p>`,
		}),
	});
	const app = new Hono<App>();
	app.onError((error) => {
		throw error;
	});
	app.post(path, (c) => route.handle(c, (page) => page.title));
	const send = async (accept: string) => {
		const context = createExecutionContext();
		const headers = { Cookie: as.cookie, Accept: accept, "Content-Type": "application/x-www-form-urlencoded" };
		const answer = await app.fetch(
			new Request(`http://localhost:8787${path}`, { method: "POST", headers, body: "" }),
			env,
			context,
		);
		await waitOnExecutionContext(context);
		return answer.text();
	};
	const shown = await send("text/html");
	expect(z.object({ message: z.string() }).parse(JSON.parse(await send("application/json"))).message).toBe(shown);
	return shown;
}
const whoIn = (words: string) => /可以處理的人：(.*)。$/.exec(words)?.[1];

const RULES: [string, SomebodyElse][] = Object.entries(SOMEBODY_ELSE);
const STEP = "ledger.post";

describe.each(RULES)("%s", (name, { by, always, alone }) => {
	const code = name as RefusalCode;
	const isSeconds = always !== undefined || by?.includes("confirmations.decide");
	// The step that the rule's exceptions are about, else any that takes one permission.
	const own = always === "receipts.void" ? "receipts.void" : STEP;
	const gate: Gate = own === "receipts.void" ? "receipts_void" : "ledger_post";
	const takes = by?.[0] ?? own;

	test("names the holder and their deputy, never whoever was refused or stands in for them", async () => {
		const me = await signIn({ name: "被拒絕的人", permissions: [...new Set([own, takes] as const)] });
		const holder = await signIn({ name: "王小明", permissions: [takes] });
		const deputy = await signIn({ name: "陳美玲", permissions: ["articles.manage"] });
		await standsIn(holder.userId, deputy.userId);
		const mine = await signIn({ name: "我的代理", permissions: ["articles.manage"] });
		await standsIn(me.userId, mine.userId);
		await signIn({ name: "理事長", permissions: ["confirmations.decide"] });
		await signIn({ name: "別人", permissions: ["articles.manage"] });
		const gone = await signIn({ name: "停用的人", permissions: [takes] });
		await sql("UPDATE users SET status = 'disabled' WHERE id = ?", gone.userId);
		const named = whoIn(await refused(code, { gate, as: me }));
		expect(named?.split("、").sort()).toEqual(
			["王小明", "陳美玲（代理王小明）", ...(isSeconds ? ["理事長"] : [])].sort(),
		);
	});

	test("says whom to ask where nobody can", async () => {
		const me = await signIn({ name: "被拒絕的人", permissions: [...new Set([own, takes] as const)] });
		const last = async () => refused(code, { gate, as: me });
		expect(await last()).toMatch(/目前沒有別人可以處理，請把這項權限交給另一位同仁。$/);
		await signIn({ name: "高管理員", permissions: ["users.manage"] });
		expect(await last()).toMatch(/請系統管理員（高管理員）把這項權限交給另一位同仁。$/);
		await signIn({ name: "理事長", permissions: ["confirmations.decide"] });
		expect(whoIn(await last())).toBe(isSeconds || alone ? "理事長" : undefined);
	});
});

test("a rule that leaves nothing to anybody else names nobody, and a step that takes another permission its holders", async () => {
	const me = await signIn({ name: "被拒絕的人", permissions: [STEP] });
	await signIn({ name: "王小明", permissions: [STEP] });
	await signIn({ name: "出納", permissions: ["finance.pay"] });
	expect(await refused("voucher.unbalanced", { gate: "ledger_post", as: me })).toBe("借貸不平衡，不能過帳。");
	expect(whoIn(await refused("finance.own_document", { gate: "ledger_post", as: me, step: ["finance.pay"] }))).toBe(
		"出納",
	);
});

test("of many six are named and all are counted", async () => {
	const me = await signIn({ name: "我", permissions: [STEP] });
	for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) await signIn({ name: `職員${n}`, permissions: [STEP] });
	const named = whoIn(await refused("voucher.second_person", { gate: "ledger_post", as: me }));
	expect(named).toBe("職員1、職員2、職員3、職員4、職員5、職員6 等 8 人");
});

/** The names in an answer of the Worker. */
async function namedBy(path: string, as: Person, form: Record<string, string | string[]>) {
	const answer = await ask(path, { as, form, headers: { Accept: "application/json" } });
	const { message } = z.object({ message: z.string() }).parse(await answer.json());
	return { status: answer.status, who: whoIn(message), message };
}

test("of a finance document the holders of its step who have nothing to do with it, and approved no other", async () => {
	const mine = await signIn({ name: "申請兼審核", roles: ["applicant", "cashier", "accountant", "chair"] });
	const people = { ...(await office()), applicant: { id: mine.userId, held: [] } };
	const nameOf = async ({ id }: { id: number }) =>
		(await rows<{ name: string }>("SELECT name FROM users WHERE id = ?", id))[0]?.name ?? "";
	const standing = await deputise(
		{ id: (await person({ name: "代理的人", roles: ["editor"] })).id, held: [] },
		people.chair,
	);
	// Whoever approved as the cashier is no accountant of this one.
	await sql("INSERT INTO user_roles SELECT ?, id FROM roles WHERE code = 'accountant'", people.cashier.id);
	const id = await draft(people.applicant);
	const [cashier, accountant, chair] = await Promise.all([people.cashier, people.accountant, people.chair].map(nameOf));
	const deputy = `${await nameOf(standing)}（代理${chair}）`;
	const stages: [Until, (id: number) => string, Record<string, string | string[]>, string[]][] = [
		["submitted", finance.approval, {}, [cashier ?? ""]],
		["cashier", finance.return, { comment: "退" }, [accountant ?? ""]],
		["accountant", finance.approval, {}, [chair ?? "", deputy]],
		["chair", finance.payment, { paid_on: today, paid_from: "1", reference: "" }, [cashier ?? ""]],
		["paid", finance.posting, {}, [accountant ?? "", cashier ?? ""]],
	];
	for (const [until, path, form, expected] of stages) {
		await bring(id, people, until, { at: Date.now() });
		const { version } = await now(id);
		const { status, who, message } = await namedBy(path(id), mine, { ...form, version: String(version) });
		expect([until, status, message.slice(0, 8), who?.split("、").sort()]).toEqual([
			until,
			422,
			"申請人與受款人不",
			expected.sort(),
		]);
	}
});

test("of a payment its verifiers but those whose it is, and to reverse it not who verified it", async () => {
	const clerk = await signIn({ name: "登錄的人", roles: ["cashier"] });
	const owed = await owing();
	await signIn({ name: "另一位出納", roles: ["cashier"] });
	const parent = await signIn({ name: "家長出納", roles: ["cashier"] });
	const guardian = await member({ name: "家長", status: "active", userId: parent.userId });
	await sql("UPDATE members SET guardian_member_id = ? WHERE id = ?", guardian.id, owed.memberId);
	const id = await submit(payment([dues(owed)]), { userId: clerk.userId, source: "staff" });
	const { version } = await refOf(id);
	const rejection = await namedBy(payments.rejection(id), clerk, {
		version: String(version),
		reasons: [],
		detail: "不符",
	});
	expect([rejection.status, rejection.who]).toEqual([422, "另一位出納"]);
	const both = await signIn({ name: "核對又沖銷", permissions: ["payments.verify", "payments.reverse"] });
	for (const name of ["理事長", "代理過的人"]) await signIn({ name, permissions: ["payments.reverse"] });
	await verify(id, both.userId);
	await sql("UPDATE users SET status = 'disabled' WHERE id = ?", clerk.userId);
	const reversal = await namedBy(payments.reversal(id), both, {
		version: String((await refOf(id)).version),
		reason: "錯",
	});
	expect([reversal.status, reversal.who]).toEqual([422, "代理過的人、理事長"]);
});

test("of every place whom its record concerns is asked in SQL that the database takes; of one without an id nobody", async () => {
	for (const path of Object.keys(CONCERNED))
		for (const id of ["", "/1", "/2026-01"])
			expect(await readRows(env.DB, concernedBy({ path: `/admin/${path}${id}`, gate: "staff", today }))).toHaveLength(
				1,
			);
	expect(await readRows(env.DB, concernedBy({ path: "/admin/tasks/1", gate: "staff", today }))).toEqual([
		[{ user_id: null }],
	]);
});

test("of a month neither who closed it nor in whose place that was", async () => {
	const closer = await signIn({ name: "結帳的人", permissions: ["ledger.view", "periods.close", "ledger.reopen"] });
	const owner = await signIn({ name: "被代理的人", permissions: ["ledger.reopen"] });
	await signIn({ name: "第三人", permissions: ["ledger.reopen"] });
	await sql(
		"INSERT INTO period_events (period, step, user_id, on_behalf_of, at) VALUES ('2025-01', 'close', ?, ?, 1)",
		closer.userId,
		owner.userId,
	);
	await sql("INSERT INTO periods (month, updated_at) VALUES ('2025-01', 1) ON CONFLICT DO NOTHING");
	await sql(
		"UPDATE periods SET status = 'closed', closed_by = ?, closed_at = 1 WHERE month = '2025-01'",
		closer.userId,
	);
	const [row] = await rows<{ version: number }>("SELECT version FROM periods WHERE month = '2025-01'");
	const form = { version: String(row?.version), reason: "更正" };
	expect(await namedBy(ledger.periodReopening("2025-01"), closer, form)).toMatchObject({ status: 422, who: "第三人" });
});

test("of one's family's login whoever else manages users", async () => {
	const me = await signIn({ name: "家人", roles: ["admin"] });
	await signIn({ name: "另一位管理員", roles: ["admin"] });
	const own = await member({ name: "家長", status: "active", userId: me.userId });
	const child = await person({ name: "孩子", roles: ["member"] });
	await member({ name: "孩子", status: "active", userId: child.id, guardianId: own.id });
	const { status, who } = await namedBy(users.secondFactorReset(child.id), me, { version: "1" });
	expect([status, who]).toEqual([422, "另一位管理員"]);
});

test("of a large voucher neither who wrote it nor their deputy, but 理事長 and 監事 too", async () => {
	const author = await signIn({ name: "製票的人", permissions: ["ledger.post"] });
	const deputy = await signIn({ name: "代理製票的人", permissions: ["ledger.view"] });
	await standsIn(author.userId, deputy.userId);
	await signIn({ name: "第二人", permissions: ["ledger.post"] });
	await signIn({ name: "監事", permissions: ["confirmations.decide"] });
	const lines = [debit("5410", 100_001, ""), credit("1130", 100_001, "")];
	const head = { date: today, description: "大額", turnsNextYear: false };
	const id = await createVoucher(db, {
		input: { ...head, lines },
		key: "large",
		by: by({ id: author.userId }, Date.now()),
	});
	for (const as of [author, deputy])
		expect(await namedBy(ledger.voucherPosting(id), as, { version: "1" })).toMatchObject({
			status: 422,
			who: "監事、第二人",
		});
});
