import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { plain } from "#admin/shell/search/source.ts";
import { readRows } from "#db/read.ts";
import { MOST_COUNTED } from "#db/system/record-words.ts";
import { paths } from "#http/paths.ts";
import type { Permission } from "#permissions.ts";
import { insert } from "../../support/content.ts";
import { bring, draft, now, office } from "../../support/finance.ts";
import { posted, recorded } from "../../support/income.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { person, rows } from "../../support/users.ts";

type Found = { kind: string; hits: { label: string; sub: string; href: string }[] };

const at = (query: Record<string, string>) => `${paths.admin.search()}?${new URLSearchParams(query)}`;
const found = async (as: Person, q: string): Promise<Found[]> => {
	const answer = await ask(at({ q }), { as, headers: { Accept: "application/json" } });
	expect(answer.status).toBe(200);
	return (await answer.json<{ data: Found[] }>()).data;
};
/** Each kind with the names of its hits. */
const namesOf = async (as: Person, q: string) =>
	(await found(as, q)).map(({ kind, hits }) => `${kind}: ${hits.map(({ label }) => label).join("、")}`);
const holding = (...permissions: Permission[]) => signIn({ name: "查詢者", permissions });

let cashier: { id: number };
let accountant: { id: number };
beforeAll(async () => {
	cashier = await person({ name: "出納甲", roles: ["cashier"] });
	accountant = await person({ name: "會計乙", roles: ["accountant"] });
});

test("支出申請: everybody's own, of others what they have sent, and that only for who sees all", async () => {
	const people = await office();
	const own = await signIn({ name: "申請人丙", roles: ["applicant"] });
	const applicant = { id: own.userId, held: people.applicant.held };
	await draft(applicant, { title: "迎新茶會草稿" });
	const sent = await bring(await draft(applicant, { title: "迎新茶會餐點" }), { ...people, applicant }, "submitted");
	const [other, all] = [await signIn({ roles: ["applicant"] }), await holding("finance.view")];
	const own2 = await signIn({ name: "看全部的申請人", permissions: ["finance.submit", "finance.view"] });
	await draft({ id: own2.userId, held: [] }, { title: "迎新茶會布條" });
	expect(await namesOf(own, "迎新茶會")).toEqual(["支出申請: 迎新茶會餐點、迎新茶會草稿"]);
	expect(await namesOf(other, "迎新茶會")).toEqual([]);
	expect(await namesOf(all, "迎新茶會")).toEqual(["支出申請: 迎新茶會餐點"]);
	expect(await namesOf(own2, "迎新茶會")).toEqual(["支出申請: 迎新茶會布條、迎新茶會餐點"]);
	expect(await namesOf(await holding("ledger.view", "payments.verify", "members.view"), "迎新茶會")).toEqual([]);
	const { roc_year: year, seq } = await now(sent);
	const number = String(seq).padStart(4, "0");
	for (const q of [
		`F${year}-${number}`,
		`f${year}${number}`,
		`${year}-${number}`,
		`${year}-${seq}`,
		`Ｆ${year}－${number}`,
	])
		expect(await namesOf(all, q)).toContainEqual("支出申請: 迎新茶會餐點");
	for (const q of ["申請人丙 餐點", "12345675 迎新茶會餐點", "18,600 迎新", "青禾 迎新茶會"])
		expect(await namesOf(all, q)).toEqual(["支出申請: 迎新茶會餐點"]);
	await env.DB.prepare("UPDATE users SET name = '申請人丁' WHERE id = ?").bind(own.userId).run();
	expect(await namesOf(all, "申請人丁 迎新")).toEqual(["支出申請: 迎新茶會餐點"]);
	expect(await namesOf(all, "申請人丙")).toEqual([]);
});

test("收入, its 收據 and 傳票 by name, number and amount, each for who may see that kind", async () => {
	const id = await recorded(cashier.id, { method: "cash", payerTitle: "蕭玉臺", amount: 54_321, purpose: "冬令救助" });
	await posted(id, accountant.id);
	const [income] = await rows<{ number: string }>(
		"SELECT 'I' || roc_year || '-' || printf('%04d', seq) AS number FROM income_records WHERE id = ?",
		id,
	);
	const [receipt] = await rows<{ number: string; mark: string }>(
		"SELECT mark || number AS number, mark FROM receipts WHERE income_id = ?",
		id,
	);
	const [voucher] = await rows<{ number: string; description: string }>(
		`SELECT '收' || roc_year || '-' || printf('%04d', seq) AS number, description FROM vouchers
		WHERE source = 'income' AND source_id = ?`,
		id,
	);
	if (!income || !receipt || !voucher) throw new Error("something was not made");
	const [keeper, issuer, bookkeeper] = [
		await holding("income.manage"),
		await holding("receipts.issue"),
		await holding("ledger.view"),
	];
	expect(await namesOf(keeper, "蕭玉台")).toEqual(["收入: 蕭玉臺"]);
	expect(await namesOf(issuer, "蕭玉台")).toEqual([`收據: ${receipt.number}`]);
	expect(await namesOf(await holding("articles.manage", "members.view", "finance.submit"), "蕭玉台")).toEqual([]);
	for (const q of [income.number, income.number.replace("-", ""), "冬令 蕭", "54,321"])
		expect(await namesOf(keeper, q)).toEqual(["收入: 蕭玉臺"]);
	const short = receipt.number.replace(/-0+/, "-");
	const wide = receipt.number.replace(/[-\d]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
	const unmarked = receipt.number.replace(receipt.mark, "");
	for (const q of [receipt.number, receipt.number.replace("-", ""), short, wide, unmarked, "NT$54,321 蕭玉臺"])
		expect((await namesOf(issuer, q))[0]).toBe(`收據: ${receipt.number}`);
	for (const q of [voucher.number, voucher.number.replace("收", ""), "54321"])
		expect(await namesOf(bookkeeper, q)).toContainEqual(`傳票: ${voucher.description}`);
});

test("收款 by whose name stands on it and the last five digits, until the name is forgotten", async () => {
	await insert("payments", {
		source: "member",
		method: "transfer",
		paid_on: "2026-03-02",
		amount: 1_500,
		last5: "90817",
		payer_title: "歐陽佩珊",
		submitted_at: 1,
		created_at: 1,
		updated_at: 1,
	});
	await rows("INSERT INTO payment_events (payment_id, seq, step, at) SELECT max(id), 1, 'submit', 1 FROM payments");
	const [payments, users] = [await holding("payments.verify"), await holding("users.manage")];
	for (const q of ["歐陽", "佩珊", "90817", "1500 歐陽佩珊"])
		expect(await namesOf(payments, q)).toEqual(["收款: 歐陽佩珊"]);
	expect(await namesOf(users, "歐陽")).toEqual([]);
	await env.DB.prepare("UPDATE payments SET payer_title = '已去識別化' WHERE last5 = '90817'").run();
	expect(await namesOf(payments, "歐陽")).toEqual([]);
});

test("任務: all of them for who manages them, else one's own; their titles reach nobody else", async () => {
	const [manager, own, other] = [
		await holding("tasks.manage"),
		await holding("audit.view"),
		await holding("audit.view"),
	];
	await insert("tasks", { title: "寄發感謝狀給廠商", rank: 1, assignee_id: own.userId, created_at: 1, updated_at: 1 });
	await insert("tasks", { title: "整理感謝狀名單", rank: 2, created_at: 1, updated_at: 1 });
	expect(await namesOf(manager, "感謝狀")).toEqual(["任務: 整理感謝狀名單、寄發感謝狀給廠商"]);
	expect(await namesOf(own, "感謝狀")).toEqual(["任務: 寄發感謝狀給廠商"]);
	expect(await namesOf(other, "感謝狀")).toEqual([]);
	const [task] = await rows<{ id: number }>("SELECT id FROM tasks WHERE assignee_id = ?", own.userId);
	expect(await found(own, "感謝狀")).toEqual([
		{
			kind: "任務",
			hits: [{ label: "寄發感謝狀給廠商", sub: "待辦　查詢者", href: `/admin/tasks/${task?.id}` }],
			all: null,
		},
	]);
});

test("公告: those for members and staff only for who manages these", async () => {
	for (const [slug, audience] of [
		["open", "public"],
		["inside", "members"],
		["staff", "staff:chair"],
	] as const)
		await insert("announcements", { slug, title: `改選公告 ${slug}`, audience, created_at: 1, updated_at: 1 });
	const [manager, publisher] = [await holding("announcements.manage"), await holding("announcements.publish")];
	expect(await namesOf(manager, "改選")).toEqual(["公告: 改選公告 staff、改選公告 inside、改選公告 open"]);
	expect(await namesOf(publisher, "改選")).toEqual(["公告: 改選公告 open"]);
	expect(await namesOf(await holding("articles.manage", "members.view"), "改選")).toEqual([]);
	expect((await found(manager, "改選"))[0]?.hits.map(({ sub }) => sub)).toEqual([
		"草稿　工作人員：理事長",
		"草稿　全體會員",
		"草稿　公開",
	]);
});

test("傳票: a draft is told as one", async () => {
	await insert("vouchers", { date: "2026-03-02", description: "調整預付租金", created_at: 1, updated_at: 1 });
	expect((await found(await holding("ledger.view"), "預付租金"))[0]?.hits).toEqual([
		{
			label: "調整預付租金",
			sub: "草稿　115年3月2日",
			href: expect.stringMatching(/^\/admin\/ledger\/vouchers\/\d+$/),
		},
	]);
});

test("more than are counted: the page says so, and leads no further than it counted", async () => {
	await env.DB.prepare(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
		INSERT INTO announcements (slug, title, created_at, updated_at) SELECT 'many-' || i, '例會 ' || i, 1, 1 FROM n`,
	)
		.bind(MOST_COUNTED + 5)
		.run();
	const manager = await holding("announcements.manage");
	const text = async (query: Record<string, string>) => (await ask(at(query), { as: manager })).text();
	const first = await text({ q: "例會" });
	expect(first).toContain(`<span class="count">${MOST_COUNTED}+</span>`);
	expect(first).toContain(`找到超過 ${MOST_COUNTED} 筆符合的資料。`);
	expect(first).toContain("更多公告");
	const last = await text({ q: "例會", kind: "announcement", page: String(MOST_COUNTED / 20) });
	expect(last).toContain(`共 ${MOST_COUNTED} 則`);
	expect(last).toContain(`符合的超過 ${MOST_COUNTED} 則`);
	expect(last).not.toContain("下一頁");
	expect(last).toContain("<mark>例會</mark> 6<");
});

test("a kind that its noun declares whole is found by the words that triggers keep of its table", async () => {
	const { id: writer } = await person({ name: "秘書戊", roles: ["secretary"] });
	for (const title of ["借用會議室", "借用投影機", "歸還投影機"])
		await insert("tasks", { title, created_by: writer, rank: 0, created_at: 0, updated_at: 0 });
	const look = plain("task", { table: "tasks", label: "title", sub: "status", href: paths.admin.tasks.show });
	const wanted = { q: "借用", limit: 1, page: 1 };
	const asked = look(wanted);
	if (!("asks" in asked)) throw new Error("nothing is asked");
	const { total, hits } = asked.found(await readRows(env.DB, ...asked.asks));
	const [first] = await rows("SELECT id FROM tasks WHERE title = '借用投影機'");
	expect({ total, hits }).toEqual({
		total: 2,
		hits: [
			{
				label: [
					{ text: "借用", isMatch: true },
					{ text: "投影機", isMatch: false },
				],
				sub: [{ text: "todo", isMatch: false }],
				href: `/admin/tasks/${first?.id}`,
			},
		],
	});
	expect(look({ ...wanted, q: "，" })).toEqual({ total: 0, hits: [] });
});
