import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { openBooks } from "#domain/books/vouchers/actions.ts";
import { lastPostingDay } from "#domain/books/vouchers/days.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { rocWords } from "#kernel/calendar.ts";
import { closeMonths } from "../../support/money-fixtures.ts";
import { page } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { ledger } = paths.admin;
let accountant: Person;
let other: Person;

beforeAll(async () => {
	accountant = await signIn({ name: "製票人", roles: ["accountant"] });
	other = await signIn({ name: "第二人", roles: ["accountant"] });
	const at = Date.now();
	await env.DB.batch([
		env.DB.prepare(
			"INSERT INTO members (id, member_no, name, created_at, updated_at) VALUES (1, 'M0001', '王小明', ?1, ?1)",
		).bind(at),
		env.DB.prepare("INSERT INTO projects (id, name, created_at, updated_at) VALUES (1, '補助案', 0, 0)"),
		env.DB.prepare(
			"INSERT INTO budget_items (id, year, account_id, name, amount, created_at, updated_at) SELECT 1, 2026, id, '郵資', 5000, 0, 0 FROM accounts WHERE code = '5250'",
		),
	]);
});
beforeEach(async () => {
	await rows("DELETE FROM vouchers WHERE state = 'draft'");
});

type Line = [account: string, debit: string, credit: string, more?: Partial<Record<string, string>>];
const form = (lines: Line[], more: Record<string, string | string[]> = {}) => ({
	date: "2026-03-05",
	description: "測試傳票",
	step: "save",
	account: lines.map(([account]) => account),
	debit: lines.map(([, debit]) => debit),
	credit: lines.map(([, , credit]) => credit),
	memo: lines.map(([, , , extra]) => extra?.memo ?? ""),
	member: lines.map(([, , , extra]) => extra?.member ?? ""),
	project: lines.map(([, , , extra]) => extra?.project ?? ""),
	budget: lines.map(([, , , extra]) => extra?.budget ?? ""),
	...more,
});
const EVEN: Line[] = [
	["5250", "1,200", ""],
	["1130", "", "1200"],
];
const send = async (path: string, fields: Record<string, string | string[]>, as = accountant) => {
	const answer = await ask(path, { as, form: fields });
	return { status: answer.status, to: answer.headers.get("Location") ?? "", text: await answer.text() };
};
const make = (lines: Line[], more: Record<string, string | string[]> = {}, as = accountant) =>
	send(ledger.voucherCreate(), { ...form(lines, more), _key: crypto.randomUUID(), ...more }, as);
const idIn = (to: string): number => Number(to.split("/").at(-1));
const stored = async (id: number) =>
	(
		await rows("SELECT state, kind, date, description, turns_next_year, version, seq FROM vouchers WHERE id = ?", id)
	)[0];
const linesOf = (id: number) =>
	rows(
		"SELECT a.code, l.debit, l.credit, l.memo, l.member_id, l.project_id, l.budget_item_id FROM voucher_lines l JOIN accounts a ON a.id = l.account_id WHERE voucher_id = ? ORDER BY line_no",
		id,
	);
const draft = async (lines = EVEN, more = {}, as = accountant) => idIn((await make(lines, more, as)).to);
const counted = async () => (await rows("SELECT count(*) AS n FROM vouchers"))[0]?.n;

test("money leaves 基金專戶 by a resolution, which the form asks for and the paper shows", async () => {
	const OUT: Line[] = [
		["5310", "900", ""],
		["1310", "", "900"],
	];
	await make(
		[
			["1310", "5000", ""],
			["3110", "", "5000"],
		],
		{ step: "post", tied_known: "1" },
	);
	const refused = await make(OUT, { step: "post", tied_known: "1", resolution_on: "115/3/6" });
	expect(refused.status).toBe(422);
	expect(refused.text).toContain("請填寫決議的會次或文號。");
	const missing = await make(OUT, { step: "post", tied_known: "1" });
	expect([missing.status, missing.text.includes("從基金專戶（1310）支出，要填理事會決議")]).toEqual([422, true]);
	const kept = await draft(OUT);
	expect((await page(ledger.voucher(kept), accountant)).html).toContain("從基金專戶（1310）支出，要填理事會決議");
	const resolved = { resolution_no: "第 3 屆第 2 次理事會", resolution_on: "115/3/1" };
	const later = await make(OUT, { step: "post", tied_known: "1", ...resolved, resolution_on: "115/3/6" });
	expect(later.text).toContain("決議的日期不能晚於傳票的日期。");
	const made = await make(OUT, { step: "post", tied_known: "1", ...resolved });
	expect(made.status).toBe(303);
	const words = "理事會 115年3月1日決議（第 3 屆第 2 次理事會）";
	expect((await page(made.to, accountant)).html).toContain(words);
	expect((await page(ledger.voucherPrint(idIn(made.to)), accountant)).html).toContain(`動支基金專戶：${words}`);
});

test("a draft keeps what was typed: accounts by code or name, one side each, a member, a project, a budget item", async () => {
	const made = await make(
		[
			["5250 郵電費", "１，２００", "", { memo: "郵資", project: "1", budget: "1" }],
			["銀行存款", "", "1,200", { member: "m0001" }],
		],
		{ date: "115/3/5", turns_next_year: "1" },
	);
	expect(made.status).toBe(303);
	const id = idIn(made.to);
	expect(await stored(id)).toEqual({
		state: "draft",
		kind: null,
		date: "2026-03-05",
		description: "測試傳票",
		turns_next_year: 1,
		version: 1,
		seq: null,
	});
	expect(await linesOf(id)).toEqual([
		{ code: "5250", debit: 1200, credit: 0, memo: "郵資", member_id: null, project_id: 1, budget_item_id: 1 },
		{ code: "1130", debit: 0, credit: 1200, memo: "", member_id: 1, project_id: null, budget_item_id: null },
	]);
	expect(
		await rows(
			"SELECT action, description, changes FROM audit_log WHERE auditable_type = 'voucher' AND auditable_id = ?",
			String(id),
		),
	).toEqual([
		{
			action: "voucher.create",
			description: "manual voucher",
			changes: JSON.stringify({ date: "2026-03-05", turns_next_year: true, lines: ["借 5250 1200", "貸 1130 1200"] }),
		},
	]);
	const { text } = await (async () => ({ text: await (await ask(ledger.voucher(id), { as: accountant })).text() }))();
	expect(text).toContain("借貸平衡：1,200 元（壹仟貳佰元整）");
	expect(text).toContain(`href="${ledger.voucherEdit(id)}"`);
});

test.each([
	[
		"zero",
		[
			["5250", "0", ""],
			["1130", "", "0"],
		],
		"請在借方或貸方填寫大於 0 的金額。",
	],
	[
		"less than zero",
		[
			["5250", "-100", ""],
			["1130", "", "100"],
		],
		"「-100」不是大於 0 的整數金額",
	],
	[
		"parts of a dollar",
		[
			["5250", "10.5", ""],
			["1130", "", "10.5"],
		],
		"「10.5」不是大於 0 的整數金額",
	],
	[
		"commas in wrong places",
		[
			["5250", "10,5", ""],
			["1130", "", "105"],
		],
		"「10,5」不是大於 0 的整數金額",
	],
	[
		"both sides",
		[
			["5250", "100", "100"],
			["1130", "", "100"],
		],
		"借方與貸方只能填一邊。",
	],
	[
		"no account",
		[
			["", "100", ""],
			["1130", "", "100"],
		],
		"請選擇會計科目。",
	],
	[
		"an unknown account",
		[
			["9999", "100", ""],
			["1130", "", "100"],
		],
		"找不到「9999」這個科目。",
	],
	[
		"an unknown member",
		[
			["5250", "100", "", { member: "M9" }],
			["1130", "", "100"],
		],
		"找不到會員編號 M9。",
	],
	[
		"another account's budget",
		[
			["5220", "100", "", { budget: "1" }],
			["1130", "", "100"],
		],
		"預算項目與會計科目不同",
	],
] satisfies [string, Line[], string][])(
	"refused, beside its line, with everything kept: %s",
	async (_, lines, words) => {
		const before = await counted();
		const { status, text } = await make(lines);
		expect(status).toBe(422);
		expect(text).toContain(words);
		expect(text).toContain(`value="${lines[0]?.[1]}"`);
		expect(text).toContain('value="測試傳票"');
		expect(await counted()).toBe(before);
	},
);

test.each([
	["115/2/30", "「115/2/30」不是正確的日期"],
	["2026-02-30", "「2026-02-30」不是正確的日期"],
	["12/3/5", "可能是民國12年3月5日，也可能是2012年3月5日，請把年份寫完整"],
	["", "請填寫日期。"],
	["昨天", "「昨天」不是正確的日期"],
])("the day %s is refused in words", async (date, words) => {
	const { status, text } = await make(EVEN, { date });
	expect(status).toBe(422);
	expect(text).toContain(words);
});

test.each(["民國115年3月5日", "115.03.05", "1150305", "2026/3/5", "2026-03-05"])(
	"the day %s is the 5th of March 2026",
	async (date) => {
		expect(await stored(await draft(EVEN, { date }))).toMatchObject({ date: "2026-03-05" });
	},
);

test("an account that is out of use takes no line, and posts none", async () => {
	const id = await draft([
		["5820", "100", ""],
		["1130", "", "100"],
	]);
	await rows("UPDATE accounts SET is_active = 0 WHERE code = '5820'");
	expect(
		(
			await make([
				["5820", "100", ""],
				["1130", "", "100"],
			])
		).text,
	).toContain("5820 呆帳已停用");
	const posted = await send(ledger.voucherPosting(id), { version: "1" });
	expect(posted.status).toBe(422);
	expect(posted.text).toContain("會計科目已停用");
	expect(await stored(id)).toMatchObject({ state: "draft" });
	await rows("UPDATE accounts SET is_active = 1 WHERE code = '5820'");
});

test.each([
	[
		"uneven",
		[
			["5250", "100", ""],
			["1130", "", "90"],
		],
		"借貸不平衡，不能過帳：借方比貸方多 10 元（壹拾元整）。",
	],
	["one line", [["5250", "100", ""]], "只有一行分錄，不能過帳；借方與貸方至少各一行。"],
] satisfies [string, Line[], string][])("an %s voucher is kept as a draft and not posted", async (_, lines, said) => {
	const before = await counted();
	const posted = await make(lines, { step: "post" });
	expect(posted.status).toBe(422);
	expect(posted.text).toContain(said);
	expect(await counted()).toBe(before);
	const id = await draft(lines);
	expect((await send(ledger.voucherPosting(id), { version: "1" })).status).toBe(422);
	expect(await (await ask(ledger.voucher(id), { as: accountant })).text()).toContain("還不能過帳");
});

test("a voucher is posted at once, under the next number of its kind, and is final then", async () => {
	const [{ last = 0 } = {}] = await rows<{ last: number }>(
		"SELECT last_no AS last FROM number_series WHERE series = 'voucher:expense' AND roc_year = 115",
	);
	const made = await make(EVEN, { step: "post" });
	const id = idIn(made.to);
	expect(await stored(id)).toMatchObject({ state: "posted", kind: "expense", seq: last + 1, version: 2 });
	expect(
		await rows(
			"SELECT action, user_id FROM audit_log WHERE auditable_type = 'voucher' AND auditable_id = ? ORDER BY id",
			String(id),
		),
	).toEqual([
		{ action: "voucher.create", user_id: accountant.userId },
		{ action: "voucher.post", user_id: accountant.userId },
	]);
	expect((await ask(ledger.voucherEdit(id), { as: accountant })).status).toBe(303);
	const edited = await send(ledger.voucherEdit(id), {
		...form([
			["5250", "1", ""],
			["1130", "", "1"],
		]),
		version: "2",
	});
	expect([edited.status, (await linesOf(id)).length]).toEqual([409, 2]);
	expect((await send(ledger.voucherRemoval(id), { version: "2" })).status).toBe(409);
	expect((await send(ledger.voucherPosting(id), { version: "2" })).status).toBe(409);
	expect(await stored(id)).toMatchObject({ state: "posted" });
});

test("the same form sent twice makes one voucher", async () => {
	const before = Number(await counted());
	const fields = { ...form(EVEN), _key: "same" };
	const [first, second] = [await send(ledger.voucherCreate(), fields), await send(ledger.voucherCreate(), fields)];
	expect(second.to).toBe(first.to);
	expect(await counted()).toBe(before + 1);
});

test("a closed month takes nothing", async () => {
	await closeMonths("2026-01");
	const posted = await make(EVEN, { date: "2026-01-31", step: "post" });
	expect(posted.status).toBe(422);
	expect(posted.text).toContain("這個月份已經結帳，不能入帳。");
	const id = await draft(EVEN, { date: "2026-01-31" });
	expect(await (await ask(ledger.voucher(id), { as: accountant })).text()).toContain("這個月份已經結帳，請改日期");
});

test("a draft that somebody else changed meanwhile is not overwritten: both texts, and nothing typed is lost", async () => {
	const id = await draft();
	await send(ledger.voucherEdit(id), { ...form(EVEN, { description: "別人改的" }), version: "1" }, other);
	const mine = await send(ledger.voucherEdit(id), {
		...form(
			[
				["5250", "77", ""],
				["1130", "", "77"],
			],
			{ description: "我改的" },
		),
		version: "1",
	});
	expect(mine.status).toBe(409);
	for (const words of ["別人改的", "我改的", 'value="77"']) expect(mine.text).toContain(words);
	expect(await stored(id)).toMatchObject({ description: "別人改的", version: 2 });
	expect((await send(ledger.voucherPosting(id), { version: "1" })).status).toBe(409);
	expect((await send(ledger.voucherRemoval(id), { version: "1" })).status).toBe(409);
	expect((await send(ledger.voucherRemoval(id), { version: "2" })).status).toBe(303);
	expect(await stored(id)).toBeUndefined();
});

const LARGE: Line[] = [
	["5410", "100,001", ""],
	["1130", "", "100,001"],
];

test("above the amount of the settings another than the author posts, on every road; the database says the same", async () => {
	const before = await counted();
	const atOnce = await make(LARGE, { step: "post" });
	expect([atOnce.status, await counted()]).toEqual([422, before]);
	expect(atOnce.text).toContain("超過設定金額的傳票，要由製票者以外的人過帳。");
	expect(atOnce.text).not.toContain("開帳者");
	const id = await draft(LARGE);
	const shown = await (await ask(ledger.voucher(id), { as: accountant })).text();
	expect(shown).toContain("請由其他人過帳");
	expect(shown).toContain("可以過帳的人：第二人");
	expect((await send(ledger.voucherPosting(id), { version: "1" })).status).toBe(422);
	await expect(
		env.DB.prepare(
			"UPDATE vouchers SET state = 'posted', kind = 'expense', roc_year = 115, seq = coalesce((SELECT last_no + 1 FROM number_series WHERE series = 'voucher:expense' AND roc_year = 115), 1), posted_at = 1, posted_by = created_by WHERE id = ?",
		)
			.bind(id)
			.run(),
	).rejects.toThrow("voucher.second_person");
	await expect(env.DB.prepare("UPDATE vouchers SET created_by = NULL WHERE id = ?").bind(id).run()).rejects.toThrow(
		"voucher.is_posted",
	);
	// Who changed it last is its author then.
	const edited = await send(ledger.voucherEdit(id), { ...form(LARGE, { step: "post" }), version: "1" }, other);
	expect(edited.status).toBe(422);
	expect((await send(ledger.voucherEdit(id), { ...form(LARGE), version: "1" }, other)).status).toBe(303);
	expect((await send(ledger.voucherPosting(id), { version: "2" }, other)).status).toBe(422);
	expect((await send(ledger.voucherPosting(id), { version: "2" })).status).toBe(303);
	expect(await stored(id)).toMatchObject({ state: "posted" });
	// And whoever posted it does not reverse it.
	const reversal = { version: "3", date: "2026-03-06", reason: "重複入帳" };
	const own = await send(ledger.voucherReversal(id), reversal);
	expect([own.status, own.text.includes("超過設定金額的傳票，要由過帳者以外的人沖銷。")]).toEqual([422, true]);
	expect((await send(ledger.voucherReversal(id), reversal, other)).status).toBe(303);
});

test("a deputy of the author is the author, too", async () => {
	const deputy = await signIn({ name: "代理人", roles: ["secretary"] });
	const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
	await rows(
		"INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, ?, ?, 1)",
		accountant.userId,
		deputy.userId,
		today,
		today,
	);
	const id = await draft(LARGE);
	expect((await send(ledger.voucherPosting(id), { version: "1" }, deputy)).status).toBe(422);
	const small = await draft();
	expect((await send(ledger.voucherPosting(small), { version: "1" }, deputy)).status).toBe(303);
	expect(
		await rows(
			"SELECT user_id, on_behalf_of FROM audit_log WHERE action = 'voucher.post' AND auditable_id = ?",
			String(small),
		),
	).toEqual([{ user_id: deputy.userId, on_behalf_of: accountant.userId }]);
	await rows("DELETE FROM deputies");
});

test("a posted voucher is reversed once, with a reason, on a day that is not before its own; a reversal is not", async () => {
	const id = idIn((await make(EVEN, { step: "post" })).to);
	const page = await (await ask(ledger.voucherReversal(id), { as: accountant })).text();
	expect(page).toContain("沖銷後會改變");
	const fields = { version: "2", date: "2026-03-06", reason: "科目記錯" };
	expect((await send(ledger.voucherReversal(id), { ...fields, reason: "" })).text).toContain("請說明沖銷的原因。");
	expect((await send(ledger.voucherReversal(id), { ...fields, date: "2026-02-30" })).text).toContain("不是正確的日期");
	expect((await send(ledger.voucherReversal(id), { ...fields, date: "2026-03-04" })).text).toContain("不能早於原傳票");
	const done = await send(ledger.voucherReversal(id), fields);
	expect(done.status).toBe(303);
	const reversal = idIn(done.to);
	expect(await rows("SELECT reverses_id, description, kind FROM vouchers WHERE id = ?", reversal)).toEqual([
		{ reverses_id: id, description: expect.stringMatching(/^沖銷 支115-\d{4}：科目記錯$/), kind: "transfer" },
	]);
	expect((await linesOf(reversal)).map(({ code, debit, credit }) => [code, debit, credit])).toEqual([
		["5250", 0, 1200],
		["1130", 1200, 0],
	]);
	expect((await send(ledger.voucherReversal(id), fields)).status).toBe(422);
	const again = await send(ledger.voucherReversal(reversal), { version: "2", date: "2026-03-07", reason: "再沖一次" });
	expect(again.status).toBe(422);
	expect(again.text).toContain("沖銷傳票不能再沖銷");
	expect((await rows("SELECT count(*) AS n FROM vouchers WHERE reverses_id IN (?, ?)", id, reversal))[0]?.n).toBe(1);
});

test("a voucher of a source says where it is corrected, and is not reversed here", async () => {
	await rows(
		"INSERT INTO vouchers (id, date, description, source, source_id, source_seq, created_at, updated_at) VALUES (7000, '2026-03-05', '結帳後', 'bank_line', 77, 1, 1, 1)",
	);
	await rows(
		'INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit) SELECT 7000, j.value ->> 0, a.id, j.value ->> 2, j.value ->> 3 FROM json_each(\'[[1,"1130",5,0],[2,"2150",0,5]]\') j JOIN accounts a ON a.code = j.value ->> 1',
	);
	await rows(
		"UPDATE vouchers SET state = 'posted', kind = 'income', roc_year = 115, seq = coalesce((SELECT last_no + 1 FROM number_series WHERE series = 'voucher:income' AND roc_year = 115), 1), posted_at = 1 WHERE id = 7000",
	);
	const shown = await (await ask(ledger.voucherReversal(7000), { as: accountant })).text();
	expect(shown).toContain("請在原單據更正");
	const { version } = (await rows("SELECT version FROM vouchers WHERE id = 7000"))[0] ?? {};
	const tried = await send(ledger.voucherReversal(7000), {
		version: String(version),
		date: "2026-03-06",
		reason: "試",
	});
	expect(tried.status).toBe(422);
	expect(tried.text).toContain("這張傳票由單據自動產生，請在原單據更正。");
	expect(await rows("SELECT id FROM vouchers WHERE reverses_id = 7000")).toEqual([]);
});

test("more rows and a template come without a script, and what was typed stays", async () => {
	await rows(
		`INSERT INTO voucher_templates (id, name, description, lines, created_at, updated_at) VALUES (1, '繳電費', '電費',
		'[{"account":"5230","side":"debit","amount":null,"memo":"電費"},{"account":"1130","side":"credit","amount":1500,"memo":""}]', 0, 0)`,
	);
	const more = await make([["5250", "abc", ""]], { step: "more", date: "" });
	expect(more.status).toBe(200);
	expect(more.text).toContain('value="abc"');
	expect(more.text.match(/name="account"/g)?.length).toBe(8);
	const filled = await make([["5250", "10", ""]], { step: "fill", template: "1" });
	for (const value of ["5250", "5230 水電費", "1130 銀行存款", "1,500"])
		expect(filled.text).toContain(`value="${value}"`);
	// An amount that the template leaves open is asked for on its side; its words are taken where there are none.
	expect(filled.text.match(/name="(?:debit|credit)"[^>]*placeholder="金額"/g)?.length).toBe(1);
	expect(filled.text).toMatch(/name="debit"[^>]*placeholder="金額"/);
	const unnamed = await make([], { step: "fill", template: "1", description: "" });
	expect(unnamed.text).toMatch(/name="description"[^>]*value="電費"|value="電費"[^>]*name="description"/);
	const fresh = await (await ask(`${ledger.voucherCreate()}?template=1`, { as: accountant })).text();
	expect(fresh).toContain('value="電費"');
	const id = idIn((await make(EVEN, { step: "post" })).to);
	const copy = await (await ask(`${ledger.voucherCreate()}?copy=${id}`, { as: accountant })).text();
	for (const value of ["5250 郵電費", "1,200", "測試傳票"]) expect(copy).toContain(`value="${value}"`);
});

test("the list of drafts is searched, filtered and sorted; a posted voucher is none", async () => {
	await draft(EVEN, { description: "甲 <b>案" });
	await draft([["5250", "5", ""]], { description: "乙案" });
	const list = async (query = "") => (await ask(`${ledger.drafts()}${query}`, { as: accountant })).text();
	expect(await list()).toContain("甲 &lt;b>案");
	expect(await list("?q=乙")).not.toContain("甲 ");
	expect(await list("?balance=uneven")).toMatch(/乙案/);
	expect(await list("?balance=uneven")).not.toContain("甲 &lt;b>案");
	expect(await list("?q=沒有這張")).toContain("找不到符合的草稿");
	const sorted = await list("?sort=-amount");
	expect(sorted.indexOf("甲 ")).toBeLessThan(sorted.indexOf("乙案"));
	await rows("DELETE FROM vouchers WHERE state = 'draft'");
	expect(await list()).toContain("沒有傳票草稿");
});

test("a voucher on paper: its kind, its number, its amount in capitals, and who signs", async () => {
	const id = idIn(
		(
			await make(
				[
					["1110", "10001", ""],
					["4910", "", "10001", { memo: "利息" }],
				],
				{ step: "post" },
			)
		).to,
	);
	const text = await (await ask(ledger.voucherPrint(id), { as: accountant })).text();
	for (const words of [
		"收入傳票",
		"收115-",
		"中華民國 115年3月5日",
		"新臺幣壹萬零壹元整",
		"利息",
		"理事長",
		"會計",
		"出納",
		"製票",
	])
		expect(text).toContain(words);
	// On half a sheet, when the address says so.
	expect(text).not.toContain("voucher half");
	const half = await (await ask(`${ledger.voucherPrint(id)}?paper=half`, { as: accountant })).text();
	expect(half).toContain('class="paper voucher half"');
	expect(half).toContain("新臺幣壹萬零壹元整");
	expect((await ask(`${ledger.voucherPrint(id)}?paper=a5`, { as: accountant })).status).toBe(400);
	expect((await ask(ledger.voucherPrint(await draft()), { as: accountant })).status).toBe(404);
});

test("who only looks sees no way to change; who may not look sees nothing", async () => {
	const id = await draft();
	const chair = await signIn({ roles: ["chair"] });
	const shown = await (await ask(ledger.voucher(id), { as: chair })).text();
	for (const href of [ledger.voucherEdit(id), ledger.voucherPosting(id), ledger.voucherRemoval(id)])
		expect(shown).not.toContain(href);
	expect((await send(ledger.voucherPosting(id), { version: "1" }, chair)).status).toBe(403);
	expect((await ask(ledger.voucher(id), { as: await signIn({ roles: ["secretary"] }) })).status).toBe(403);
});

test("reversals and openings ask for the password again", async () => {
	const stale = await signIn({ roles: ["accountant"], authenticatedAt: Date.now() - 3_600_000 });
	const id = idIn((await make(EVEN, { step: "post" })).to);
	const tried = await send(ledger.voucherReversal(id), { version: "2", date: "2026-03-06", reason: "x" }, stale);
	expect(tried.status).toBe(403);
	expect(await rows("SELECT id FROM vouchers WHERE reverses_id = ?", id)).toEqual([]);
	expect((await send(ledger.opening(), { date: "2026-01-01", seen: "0" }, stale)).status).toBe(403);
});

test("what the program keeps is posted to by hand once its words were read; a draft says the same before it is posted", async () => {
	const lines: Line[] = [
		["2120", "500", ""],
		["1130", "", "500"],
	];
	const before = await counted();
	const asked = await make(lines, { step: "post" });
	expect(asked.status).toBe(422);
	expect(asked.text).toContain("2120 預收款項(預收會費)</b>：由收款、退費與年初轉列自動記入");
	expect(asked.text).toContain('name="tied_known"');
	expect(await counted()).toBe(before);
	const done = await make(lines, { step: "post", tied_known: "1" });
	expect([done.status, await stored(idIn(done.to))]).toMatchObject([303, { state: "posted" }]);
	const kept = await draft(lines);
	const page = await (await ask(ledger.voucher(kept), { as: accountant })).text();
	expect(page).toContain("手動過帳後，帳上的餘額會和會員預繳、溢繳的合計不同。");
	expect(await (await ask(ledger.voucher(await draft()), { as: accountant })).text()).not.toContain("手動過帳後");
});

test("an account with others below is posted to only to move what lies there; cash by a transfer that empties it", async () => {
	const code = await draft([
		["5240", "300", ""],
		["1110", "", "300"],
	]);
	await rows(
		"INSERT INTO accounts (code, name, created_at, updated_at) VALUES ('5240-01', '旅運費－訪視', 0, 0), ('1130-77', '合作金庫', 0, 0)",
	);
	const before = await counted();
	const refused = await make(
		[
			["5240", "300", ""],
			["1130-77", "", "300"],
		],
		{ step: "post" },
	);
	expect(refused.status).toBe(422);
	expect(refused.text).toContain("5240 旅運費有子目，請改用子目：5240-01 旅運費－訪視。");
	expect(await counted()).toBe(before);
	// A draft of before is refused by the action itself.
	const late = await send(ledger.voucherPosting(code), { version: "1" });
	expect([late.status, late.text.includes("這個科目有子目，請改用子目")]).toEqual([422, true]);
	expect(await stored(code)).toMatchObject({ state: "draft" });
	for (const lines of [
		[
			["5240-01", "300", ""],
			["1130-77", "", "300"],
		],
		[
			["5240-01", "50", ""],
			["5240", "", "50"],
		],
	] as Line[][])
		expect((await make(lines, { step: "post" })).status).toBe(303);
	const cash = await make(
		[
			["5240-01", "300", ""],
			["1130", "", "300"],
		],
		{ step: "post" },
	);
	expect(cash.status).toBe(422);
	expect(cash.text).toContain(
		"1130 銀行存款有子目，請改用子目：1130-77 合作金庫。只有把原有餘額轉走的轉帳傳票可以用它，最多",
	);
	const [parent] = await rows<{ id: number }>("SELECT id FROM accounts WHERE code = '1130'");
	const filled = await (await ask(`${ledger.voucherCreate()}?empty=${parent?.id}`, { as: accountant })).text();
	expect(filled).toContain('value="1130 銀行存款餘額轉入子目"');
	const [amount = ""] = [...filled.matchAll(/name="(?:debit|credit)" value="([\d,]+)"/g)].map(([, one]) => one);
	const moved = await make(
		[
			["1130-77", "", amount],
			["1130", amount, ""],
		],
		{ step: "post" },
	);
	expect(moved.status).toBe(303);
	expect(
		await rows("SELECT sum(m.debit - m.credit) AS held FROM account_months m WHERE m.account_id = ?", parent?.id ?? 0),
	).toEqual([{ held: 0 }]);
	await rows("UPDATE accounts SET is_active = 0 WHERE code IN ('5240-01', '1130-77')");
	expect((await send(ledger.voucherPosting(code), { version: "1" })).status).toBe(303);
});

test("by hand nothing is posted after this month or before 開帳, said at the day; drafts stand and say why", async () => {
	const later = { date: `${Number(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 4)) + 1}-03-05` };
	const last = lastPostingDay(Date.now());
	const before = await counted();
	const refused = await make(EVEN, { ...later, step: "post" });
	expect(refused.status).toBe(422);
	expect(refused.text).toContain(`日期不能晚於本月底（${rocWords(last)}）；可以先存成草稿，到時再過帳。`);
	expect(refused.text).toMatch(/name="date"[^>]*aria-invalid="true"/);
	expect(await counted()).toBe(before);
	const early = await draft(EVEN, later);
	expect(await (await ask(ledger.voucher(early), { as: accountant })).text()).toContain("日期不能晚於本月底");
	const posted = await send(ledger.voucherPosting(early), { version: "1" });
	expect([posted.status, await stored(early)]).toMatchObject([422, { state: "draft" }]);
	expect((await make(EVEN, { date: last, step: "post" })).status).toBe(303);

	const owed: Line[] = [
		["5250", "1,200", ""],
		["2110", "", "1200"],
	];
	expect((await make(owed, { date: "2025-12-31", step: "post" })).status).toBe(303);
	const db = open(env.DB);
	const by = byUser(accountant.userId, null, Date.now());
	const opened = { lines: [debit("1130", 9, ""), credit("3210", 9, "")], by };
	const seen = await openBooks(db, { ...opened, date: "2025-12-31", seen: 0 });
	const old = await make(EVEN, { date: "2025-12-30", step: "post" });
	expect(old.status).toBe(422);
	expect(old.text).toContain("日期早於開帳日（114年12月31日），不能過帳。");
	const books = await counted();
	const cells = { account: ["1130"], debit: ["10"], credit: [""], seen: `${seen}` };
	// Behind a voucher, and after this month.
	for (const date of ["2026-01-01", later.date]) {
		const corrected = await send(ledger.opening(), { ...cells, date });
		expect([corrected.status, await counted()]).toEqual([422, books]);
		expect(corrected.text).toContain("開帳日不能晚於本月底，也不能晚於已經過帳的傳票。");
	}
	const kept = await draft(EVEN, { date: "2025-12-30" });
	expect(await (await ask(ledger.voucher(kept), { as: accountant })).text()).toContain("日期早於開帳日");
	const tried = await send(ledger.voucherPosting(kept), { version: "1" });
	expect([tried.status, await stored(kept)]).toMatchObject([422, { state: "draft" }]);
	expect((await send(ledger.voucherEdit(kept), { ...form(EVEN, { step: "post" }), version: "1" })).status).toBe(303);
});
