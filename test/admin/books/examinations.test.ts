/** 查核: what is drawn, who marks and who answers, and that nothing of it can be changed otherwise. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { foundIn } from "#db/books/examination-draws.ts";
import { concernsUser } from "#db/books/finance-who.ts";
import { readRows } from "#db/read.ts";
import { menuCounts } from "#db/shell/waits.ts";
import type { DrawInput } from "#domain/books/examinations/form.ts";
import { CHOICES } from "#domain/books/examinations/sample.ts";
import { paths } from "#http/paths.ts";
import { withoutAnyTriggers } from "../../support/bulk-rows.ts";
import { brokenOnPurpose } from "../../support/invariants.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { examinations } = paths.admin;
const people = {} as Record<"auditor" | "second" | "accountant" | "cashier" | "chair" | "admin" | "posting", Person>;
const AT = Date.UTC(2026, 2, 10, 2);
const LATER = Date.UTC(2026, 3, 1, 2);

type Voucher = { id: number; on: string; amount: number; source?: string; sourceId?: number; by?: number };
const voucher = ({ id, on, amount, source = "bank_line", sourceId = id, by = people.accountant.userId }: Voucher) => [
	`INSERT INTO vouchers (id, state, kind, roc_year, seq, date, description, source, source_id, source_seq, reverses_id, created_by, posted_by,
		posted_at, created_at, updated_at) VALUES (${id}, 'posted', 'transfer', 115, ${id}, '${on}', '記帳 ${id}', '${source}',
		${source === "manual" ? "NULL, NULL" : `${sourceId}, 1`}, ${source === "reversal" ? sourceId : "NULL"}, ${by}, ${by}, ${AT}, 1, 1)`,
	`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit) VALUES (${id}, 1, 1, ${amount}, 0), (${id}, 2, 3, 0, ${amount})`,
];
type Paid = { id: number; on: string; payee: string; state?: string };
const paid = ({ id, on, payee, state = "paid" }: Paid) =>
	`INSERT INTO finance_documents (id, kind, state, roc_year, seq, title, applicant_id, payee_name, payee_name_folded, pay_by, gross, paid_on,
		paid_from, state_since, created_at, updated_at) VALUES (${id}, 'vendor', '${state}', 115, ${id}, '場地 ${id}', ${people.cashier.userId},
		'${payee}', '${payee}', 'cash', 900, '${on}', 3, 1, 1, 1)`;
const event = (id: number, seq: number, more: string, at = AT) =>
	`INSERT INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, ${more.split("=")[0]}, at)
	VALUES (${id}, ${seq}, 1, 'approve_accountant', 'pending_accountant', 'pending_chair', ${people.accountant.userId}, ${more.split("=")[1]}, ${at})`;
const receipt = (id: number, voidedAt: number | null) =>
	`INSERT INTO receipts (id, series, roc_year, seq, number, mark, payer_title, amount, items, method, paid_on, issued_on, issued_by, status,
		voided_at, voided_by, reason, created_at) VALUES (${id}, 'dues', 115, ${id}, '115-00000${id}', '會', '林小姐', 500, '[]', 'cash', '2026-03-01',
		'2026-03-01', ${people.cashier.userId}, ${voidedAt === null ? "'issued', NULL, NULL, NULL" : `'voided', ${voidedAt}, ${people.accountant.userId}, '抬頭錯'`}, 1)`;

beforeAll(async () => {
	brokenOnPurpose("vouchers, requests and receipts of plain SQL have nothing behind them");
	for (const role of ["auditor", "accountant", "cashier", "chair", "admin"] as const)
		people[role] = await signIn({ name: `${role}甲`, roles: [role] });
	people.second = await signIn({ name: "監事乙", roles: ["auditor"] });
	people.posting = await signIn({ name: "兩個角色", roles: ["auditor", "accountant"] });
	const tables = [
		"vouchers",
		"voucher_lines",
		"finance_documents",
		"finance_events",
		"finance_shares",
		"receipts",
		"payees",
		"concurrent_posts",
		"income_records",
	];
	await withoutAnyTriggers(tables, [
		...voucher({ id: 1, on: "2026-03-01", amount: 49_999 }),
		...voucher({ id: 2, on: "2026-03-31", amount: 50_000 }),
		...voucher({ id: 3, on: "2026-04-01", amount: 90_000 }),
		...voucher({ id: 4, on: "2026-02-28", amount: 90_000 }),
		...voucher({ id: 5, on: "2026-03-05", amount: 100, source: "manual", by: people.posting.userId }),
		...voucher({ id: 6, on: "2026-03-06", amount: 100, source: "reversal", sourceId: 1 }),
		...voucher({ id: 7, on: "2026-04-06", amount: 100, source: "reversal", sourceId: 4 }),
		...voucher({ id: 8, on: "2026-04-05", amount: 100, source: "manual" }),
		`INSERT INTO vouchers (id, date, description, created_at, updated_at) VALUES (9, '2026-03-09', '草稿', 1, 1)`,
		`INSERT INTO concurrent_posts (id, user_id, body, resolution_no, resolved_on, starts_on, ends_on, created_by, created_at)
		VALUES (1, ${people.cashier.userId}, 'board', '第 1 次', '2026-01-01', '2026-01-01', '2026-12-31', ${people.admin.userId}, ${AT})`,
		`INSERT INTO income_records (id, state, kind, roc_year, seq, received_on, payer_title, amount, method, recorded_by, recorded_at, posted_by,
			posted_at, concurrent_post_id, created_at, updated_at) VALUES (1, 'posted', 'donation', 115, 1, '2026-03-04', '善心人士', 100, 'cash',
			${people.cashier.userId}, 1, ${people.accountant.userId}, 1, 1, 1, 1)`,
		...voucher({ id: 10, on: "2026-03-04", amount: 100, source: "income", sourceId: 1 }),
		// 舊廠商 was paid in February; 新廠商 first on 3/2, and again on 3/8; 未付 is not paid, 四月 not in the period.
		paid({ id: 11, on: "2026-02-01", payee: "舊廠商" }),
		paid({ id: 12, on: "2026-03-01", payee: "舊廠商" }),
		paid({ id: 13, on: "2026-03-02", payee: "新廠商", state: "posted" }),
		paid({ id: 14, on: "2026-03-08", payee: "新廠商" }),
		paid({ id: 15, on: "2026-03-03", payee: "未付", state: "approved" }),
		paid({ id: 16, on: "2026-04-03", payee: "四月" }),
		event(12, 1, "over_budget=1"),
		event(13, 1, "concurrent_post_id=1"),
		event(14, 1, "stands_in=1"),
		event(15, 1, "over_budget=0"),
		event(16, 1, "over_budget=1", LATER),
		`INSERT INTO payees (id, kind, name, name_folded, seal_id, created_at, updated_at) VALUES (1, 'company', '講師', '講師', 'x', 1, 1)`,
		"UPDATE finance_documents SET register = 'fees' WHERE id IN (12, 15)",
		...[12, 15].map(
			(id) =>
				`INSERT INTO finance_shares (document_id, position, payee_id, payee_name, payee_name_folded, reason, gross, ruled)
				VALUES (${id}, 1, 1, '講師', '講師', '講師費', 900, ${id === 15 ? `'{"tax":90}'` : "NULL"})`,
		),
		receipt(1, AT),
		receipt(2, LATER),
		receipt(3, null),
	]);
});

const PERIOD = { title: "第 1 季", from_on: "2026-03-01", to_on: "2026-03-31" };
const input = (more: Partial<DrawInput>): DrawInput => ({ ...PERIOD, amount: 0, choices: [], random: 0, ...more });
async function found(more: Partial<DrawInput>) {
	const all = await readRows(env.DB, ...foundIn(input(more)));
	return all
		.flat()
		.map(({ kind, record_id, why }) => `${kind} ${record_id} ${why}`)
		.toSorted();
}

test.each([
	[{ amount: 50_000 }, ["voucher 2 amount"]],
	[{ choices: ["reversal"] }, ["voucher 6 reversal"]],
	[{ choices: ["manual"] }, ["voucher 5 manual"]],
	[{ choices: ["voided"] }, ["receipt 1 voided"]],
	// 12 is a register, whose lecturer is paid for the first time.
	[{ choices: ["new_payee"] }, ["finance 12 new_payee", "finance 13 new_payee"]],
	[
		{ choices: ["exception"] },
		[
			"finance 12 over_budget",
			"finance 13 two_roles",
			"finance 14 stand_in",
			"finance 15 ruled",
			"voucher 10 two_roles",
		],
	],
] as const)("%j finds what it should, and nothing else", async (more, expected) => {
	expect(await found(more as Partial<DrawInput>)).toEqual(expected);
});

const send = async (path: string, form: Record<string, string | string[]>, as: Person) => {
	const answer = await ask(path, { as, form });
	return { status: answer.status, to: answer.headers.get("Location"), text: await answer.text() };
};
async function draw(more: Record<string, string | string[]> = {}, as = people.auditor) {
	const form = { ...PERIOD, amount: "50,000", choices: [...CHOICES], random: "2", ...more, _key: crypto.randomUUID() };
	const { status, to, text } = await send(examinations.create(), form, as);
	return { status, text, id: Number(/\/(\d+)$/.exec(to ?? "")?.[1]) };
}
type Item = {
	id: number;
	kind: string;
	record_id: number;
	why: string;
	mark: string | null;
	version: number;
	question: string;
	answer: string;
};
const itemsOf = (id: number) => rows<Item>("SELECT * FROM examination_items WHERE examination_id = ? ORDER BY id", id);
async function itemOf(id: number, kind: string, recordId: number): Promise<Item> {
	const item = (await itemsOf(id)).find((one) => one.kind === kind && one.record_id === recordId);
	if (!item) throw new Error(`${kind} ${recordId} was not drawn`);
	return item;
}
const mark = (id: number, item: Item, as: Person, more: Record<string, string> = { mark: "seen" }) =>
	send(examinations.mark(id, item.id), { version: String(item.version), ...more }, as);
const answer = (id: number, item: Item, as: Person, text = "廠商後補發票") =>
	send(examinations.answer(id, item.id), { version: String(item.version), answer: text }, as);
const close = async (id: number, as: Person, version?: number) => {
	const [row] = await rows<{ version: number }>("SELECT version FROM examinations WHERE id = ?", id);
	return send(
		examinations.closing(id),
		{ version: String(version ?? row?.version), opinion: "帳目清楚。\n尚屬允當。" },
		as,
	);
};
const seeAll = async (id: number, but: number[] = []) => {
	for (const item of await itemsOf(id))
		if (item.mark === null && !but.includes(item.id)) expect((await mark(id, item, people.auditor)).status).toBe(303);
};

test("a draw keeps each record once with all its reasons, and its random part can be drawn again", async () => {
	const { id } = await draw();
	const items = await itemsOf(id);
	expect(new Set(items.map(({ kind, record_id }) => `${kind} ${record_id}`)).size).toBe(items.length);
	expect(JSON.parse((await itemOf(id, "finance", 12)).why)).toEqual(["new_payee", "over_budget"]);
	const [row] = await rows<{ criteria: string; size: number }>("SELECT * FROM examinations WHERE id = ?", id);
	expect(row?.size).toBe(items.length);
	const { seed, of, random } = JSON.parse(row?.criteria ?? "{}");
	expect([of, random]).toEqual([5, 2]);
	const { drawAtRandom } = await import("#domain/books/examinations/sample.ts");
	expect(
		items
			.filter(({ why }) => why.includes("random"))
			.map(({ record_id }) => record_id)
			.toSorted((a, b) => a - b),
	).toEqual(drawAtRandom([1, 2, 5, 6, 10], 2, seed));
	expect(
		await rows("SELECT action FROM audit_log WHERE auditable_type = 'examination' AND auditable_id = ?", String(id)),
	).toEqual([{ action: "examination.draw" }]);
});

test("a draw that asks for nothing, finds nothing or is typed wrongly says what to do", async () => {
	expect((await draw({ amount: "", choices: [], random: "" })).text).toContain("請至少選一種要抽的單據");
	const empty = await draw({ from_on: "2020-01-01", to_on: "2020-01-31" });
	expect([empty.status, empty.text.includes("沒有符合條件的單據")]).toEqual([422, true]);
	expect((await draw({ to_on: "2026-02-01" })).text).toContain("最後一天不能早於第一天");
	expect((await draw({ random: "101" })).text).toContain("請填 0 到 100 的數字");
	expect((await draw({ amount: "很多" })).text).toContain("請填寫大於 0 的整數金額");
});

test("who may do what", async () => {
	for (const as of [people.accountant, people.cashier, people.chair, people.admin])
		expect((await draw({}, as)).status).toBe(403);
	const { id } = await draw();
	const item = await itemOf(id, "voucher", 2);
	for (const as of [people.accountant, people.cashier, people.chair, people.admin]) {
		expect((await ask(examinations.show(id), { as })).status).toBe(200);
		expect((await mark(id, item, as)).status).toBe(403);
	}
	expect((await mark(id, item, people.auditor, { mark: "doubt", question: "發票呢？" })).status).toBe(303);
	const asked = await itemOf(id, "voucher", 2);
	for (const as of [people.auditor, people.chair, people.admin]) expect((await answer(id, asked, as)).status).toBe(403);
	expect((await answer(id, asked, people.cashier)).status).toBe(303);
	expect(await (await ask(examinations.show(id), { as: people.auditor })).text()).toContain("廠商後補發票");
});

test("nobody marks what they posted, and nobody answers their own doubt", async () => {
	const { id } = await draw();
	const own = await mark(id, await itemOf(id, "voucher", 5), people.posting);
	expect([own.status, own.text.includes("請另一位監事註記")]).toEqual([422, true]);
	expect(
		(await mark(id, await itemOf(id, "voucher", 2), people.posting, { mark: "doubt", question: "為什麼？" })).status,
	).toBe(303);
	const asked = await itemOf(id, "voucher", 2);
	expect((await answer(id, asked, people.posting)).text).toContain("要由提出疑問者以外的人答覆");
	expect((await answer(id, await itemOf(id, "voucher", 5), people.accountant)).text).toContain(
		"只有標為「有疑問」的單據需要答覆",
	);
});

test("a doubt needs a question, which stays as it was answered", async () => {
	const { id } = await draw();
	const before = await itemOf(id, "voucher", 2);
	expect((await mark(id, before, people.auditor, { mark: "doubt", question: "" })).text).toContain("請寫出疑問");
	await mark(id, before, people.auditor, { mark: "doubt", question: "發票呢？" });
	await answer(id, await itemOf(id, "voucher", 2), people.accountant);
	const answered = await itemOf(id, "voucher", 2);
	const other = await mark(id, answered, people.auditor, { mark: "doubt", question: "另一個問題" });
	expect([other.status, (await itemOf(id, "voucher", 2)).question]).toEqual([422, "發票呢？"]);
	expect((await mark(id, answered, people.auditor)).status).toBe(303);
	expect(await itemOf(id, "voucher", 2)).toMatchObject({ mark: "seen", question: "發票呢？", answer: "廠商後補發票" });
});

test("of two auditors who mark the same item at once one is asked to look again", async () => {
	const { id } = await draw();
	const item = await itemOf(id, "voucher", 2);
	const both = await Promise.all([
		mark(id, item, people.auditor),
		mark(id, item, people.second, { mark: "doubt", question: "金額不符？" }),
	]);
	expect(both.filter(({ status }) => status === 303)).toHaveLength(1);
	expect(both.some(({ text }) => text.includes("剛剛有其他人註記或答覆"))).toBe(true);
	expect((await itemOf(id, "voucher", 2)).version).toBe(2);
});

test("it is closed when everything is seen, with the doubts named, and nothing changes afterwards", async () => {
	const { id } = await draw();
	const item = await itemOf(id, "finance", 13);
	expect((await close(id, people.auditor)).text).toContain("全部註記之後才能結案");
	await mark(id, item, people.auditor, { mark: "doubt", question: "誰驗收？" });
	await seeAll(id);
	const page = await (await ask(examinations.closing(id), { as: people.auditor })).text();
	expect(page).toContain("誰驗收？");
	expect(page).toContain("尚未答覆");
	const [row] = await rows<{ version: number }>("SELECT version FROM examinations WHERE id = ?", id);
	await answer(id, await itemOf(id, "finance", 13), people.cashier);
	expect((await close(id, people.auditor, row?.version)).text).toContain("剛剛有其他人註記或答覆");
	expect((await close(id, people.auditor)).status).toBe(303);
	const shown = await itemOf(id, "finance", 13);
	expect((await mark(id, shown, people.auditor)).text).toContain("已結案的查核不能更改");
	expect((await answer(id, shown, people.cashier)).text).toContain("已結案的查核不能更改");
	expect((await close(id, people.second)).status).not.toBe(303);
	const report = await (await ask(examinations.report(id), { as: people.chair })).text();
	for (const words of ["F115-0013", "一人兼兩職", "誰驗收？", "廠商後補發票", "亂數種子"])
		expect(report).toContain(words);
	const opinion = await (await ask(examinations.opinion(id), { as: people.chair })).text();
	for (const words of ["115 年度財務審核意見書", "尚屬允當", "監事會召集人"]) expect(opinion).toContain(words);
	await expect(
		rows("UPDATE examination_items SET answer = '改', version = version + 1 WHERE id = ?", shown.id),
	).rejects.toThrow("examination.is_final");
	await expect(rows("UPDATE examinations SET opinion = '改', version = version + 1 WHERE id = ?", id)).rejects.toThrow(
		"examination.is_final",
	);
});

test("an opinion is printed once the examination is closed", async () => {
	const { id } = await draw();
	expect((await ask(examinations.opinion(id), { as: people.auditor })).headers.get("Location")).toContain(
		examinations.show(id),
	);
	expect((await ask(examinations.report(id), { as: people.auditor })).status).toBe(200);
});

test("raw SQL changes no sample, and marks and answers nothing in the name of who may not", async () => {
	const { id } = await draw();
	const item = await itemOf(id, "voucher", 2);
	const own = await itemOf(id, "voucher", 5);
	const set = (fields: string, of = item.id) =>
		rows(`UPDATE examination_items SET ${fields}, version = version + 1 WHERE id = ?`, of);
	const marked = (by: number) => `mark = 'seen', marked_by = ${by}, marked_at = ${AT}`;
	const answered = (by: number) => `answer = '是', answered_by = ${by}, answered_at = ${AT}`;
	const add = (kind: string, record: number, of = id) =>
		rows(
			`INSERT INTO examination_items (examination_id, kind, record_id, why) VALUES (${of}, '${kind}', ${record}, '["random"]')`,
		);
	await expect(add("voucher", 3)).rejects.toThrow("examination.is_final");
	await expect(add("receipt", 999)).rejects.toThrow("examination.is_final");
	await expect(
		rows(
			`INSERT OR REPLACE INTO examination_items (id, examination_id, kind, record_id, why) VALUES (${item.id}, ${id}, 'voucher', 3, '["random"]')`,
		),
	).rejects.toThrow("examination.is_final");
	await expect(rows("DELETE FROM examination_items WHERE id = ?", item.id)).rejects.toThrow("examination.is_final");
	await expect(rows("DELETE FROM examinations WHERE id = ?", id)).rejects.toThrow("examination.is_final");
	await expect(set("record_id = 3")).rejects.toThrow("examination.is_final");
	await expect(set(`why = '["manual"]'`)).rejects.toThrow("examination.is_final");
	await expect(rows("UPDATE examinations SET criteria = '{}', version = version + 1 WHERE id = ?", id)).rejects.toThrow(
		"examination.is_final",
	);
	await expect(set(marked(people.cashier.userId))).rejects.toThrow("examination.not_yours");
	await expect(set(marked(people.posting.userId), own.id)).rejects.toThrow("examination.own_record");
	await expect(set(answered(people.cashier.userId))).rejects.toThrow();
	await expect(
		rows(
			`UPDATE examinations SET closed_at = ${AT}, closed_by = ${people.auditor.userId}, opinion = '好', version = version + 1 WHERE id = ?`,
			id,
		),
	).rejects.toThrow("examination.unseen");
	await expect(
		rows(`INSERT INTO examinations (title, from_on, to_on, criteria, size, drawn_by, drawn_at)
			VALUES ('我的', '2026-01-01', '2026-01-31', '{}', 1, ${people.accountant.userId}, ${AT})`),
	).rejects.toThrow("examination.not_yours");
	await mark(id, item, people.auditor, { mark: "doubt", question: "發票呢？" });
	await expect(set(answered(people.chair.userId))).rejects.toThrow("examination.not_yours_to_answer");
	await expect(set("mark = NULL, question = '', marked_by = NULL, marked_at = NULL")).rejects.toThrow(/examination\./);
});

test("a list names the same records as one's own as the trigger does", async () => {
	const apart = await rows(
		`SELECT d.id, u.id AS user_id FROM finance_documents d CROSS JOIN users u
		WHERE (EXISTS (SELECT 1 FROM examination_handlers p WHERE p.kind = 'finance' AND p.record_id = d.id AND p.user_id = u.id)
				OR ${concernsUser("u.id")})
			<> EXISTS (SELECT 1 FROM examination_parties p WHERE p.kind = 'finance' AND p.record_id = d.id AND p.user_id = u.id)`,
	);
	expect(apart).toEqual([]);
});

const told = (kind: string, id: number) =>
	rows<{ user_id: number }>(
		"SELECT user_id FROM notifications WHERE kind = ? AND data ->> '$.examinationId' = ? ORDER BY user_id",
		kind,
		id,
	);
const sorted = (...some: Person[]) =>
	some.map(({ userId }) => ({ user_id: userId })).toSorted((a, b) => a.user_id - b.user_id);
const homeOf = async (as: Person) => (await ask(paths.admin.home(), { as })).text();

test("a doubt is told to those who may answer, its answer to who asked, and doubts of an hour are one mail", async () => {
	const { id } = await draw({ title: "有疑問的查核" });
	const doubt = { mark: "doubt", question: "林小姐的發票呢？" };
	const [first, other] = [await itemOf(id, "voucher", 2), await itemOf(id, "finance", 13)];
	await mark(id, first, people.posting, doubt);
	// Who asks may answer others, not themselves.
	expect(await told("examination_doubt", id)).toEqual(sorted(people.accountant, people.cashier));
	expect(await rows("SELECT data FROM notifications WHERE kind = 'examination_doubt' AND data LIKE '%林%'")).toEqual(
		[],
	);
	expect(await homeOf(people.cashier)).toMatch(/wait=doubts[\s\S]*有疑問的查核/);
	for (const as of [people.auditor, people.chair]) expect(await homeOf(as)).not.toContain("wait=doubts");
	await mark(id, other, people.auditor, doubt);
	expect(await told("examination_doubt", id)).toHaveLength(2);
	// An hour later it is told anew; a question that is put in other words is not.
	await withoutAnyTriggers(["examination_items"], [`UPDATE examination_items SET marked_at = marked_at - 3600001`]);
	await mark(id, await itemOf(id, "voucher", 2), people.posting, { ...doubt, question: "發票在哪裡？" });
	expect(await told("examination_doubt", id)).toHaveLength(2);
	await withoutAnyTriggers(["examination_items"], [`UPDATE examination_items SET marked_at = marked_at - 3600001`]);
	await mark(id, await itemOf(id, "voucher", 6), people.auditor, doubt);
	expect(await told("examination_doubt", id)).toEqual(
		sorted(people.accountant, people.cashier, people.accountant, people.cashier, people.posting),
	);
	// The answers: the second one to the same auditor within the hour is no mail of its own, nor is one that is written anew.
	await answer(id, await itemOf(id, "voucher", 2), people.cashier);
	await answer(id, await itemOf(id, "finance", 13), people.cashier);
	await answer(id, await itemOf(id, "finance", 13), people.accountant, "另一個答覆");
	await answer(id, await itemOf(id, "voucher", 6), people.cashier);
	expect(await told("examination_answered", id)).toEqual(sorted(people.posting, people.auditor));
	expect(await homeOf(people.cashier)).not.toContain("有疑問的查核");
});

test("what the menu counts is what waits for the user", async () => {
	const { id } = await draw();
	const counted = async (as: Person) =>
		(await readRows(env.DB, menuCounts(as.sid, "2026-03-10")))[0][0]?.examinations ?? 0;
	const before = [await counted(people.cashier), await counted(people.posting), await counted(people.auditor)];
	const doubt = { mark: "doubt", question: "發票呢？" };
	await mark(id, await itemOf(id, "voucher", 2), people.posting, doubt);
	await mark(id, await itemOf(id, "voucher", 6), people.auditor, doubt);
	const after = [await counted(people.cashier), await counted(people.posting), await counted(people.auditor)];
	expect(after.map((many, at) => many - (before[at] ?? 0))).toEqual([2, 1, 0]);
});

test("the search of the staff finds it by its title, and its items leave as a file", async () => {
	const { id } = await draw({ title: "第三季憑證查核" });
	const found = await (
		await ask(`${paths.admin.search()}?q=${encodeURIComponent("憑證查核")}`, { as: people.chair })
	).text();
	expect(found).toContain(examinations.show(id));
	await mark(id, await itemOf(id, "voucher", 2), people.auditor, { mark: "doubt", question: "發票呢？" });
	const file = await ask(`${examinations.items("csv")}?id=${id}`, { as: people.chair });
	const lines = (await file.text()).trimEnd().split("\r\n");
	expect(lines).toHaveLength((await itemsOf(id)).length + 1);
	expect(lines.find((line) => line.includes("發票呢？"))).toMatch(
		/^轉115-0002,2026-03-31,記帳 2,50000,.*金額.*,有疑問,auditor甲,發票呢？,,$/,
	);
	expect((await ask(`${examinations.items("xlsx")}?id=${id}`, { as: people.auditor })).status).toBe(200);
	expect((await ask(`${examinations.items("csv")}?id=999999`, { as: people.auditor })).status).toBe(404);
	expect(
		await rows(
			"SELECT count(*) AS many FROM audit_log WHERE action = 'examination.export' AND user_id = ?",
			people.chair.userId,
		),
	).toEqual([{ many: 1 }]);
});
