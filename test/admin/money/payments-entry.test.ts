import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { newSeed } from "../../support/chances.ts";
import { page, type Shown, shown, tripsOf } from "../../support/pages.ts";
import {
	dues,
	entryOf,
	flashIn,
	item,
	owing,
	payment,
	paymentNow,
	recordedIn,
	submit,
} from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { random } from "../../support/random.ts";
import { rows } from "../../support/users.ts";

const { payments } = paths.admin;
const words = ({ html }: Pick<Shown, "html">): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");

let secretary: Person;
beforeEach(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
});

const post = async (path: string, form: Record<string, string | string[]>, as = secretary) => {
	const answer = await ask(path, { as, form });
	return { to: answer.headers.get("Location"), made: recordedIn(answer), ...(await shown(answer)) };
};
const numberOf = async (memberId: number): Promise<string> => {
	const [row] = await rows<{ member_no: string | null }>("SELECT member_no FROM members WHERE id = ?", memberId);
	if (row?.member_no) return row.member_no;
	const no = `E${String(memberId).padStart(4, "0")}`;
	await env.DB.prepare("UPDATE members SET member_no = ? WHERE id = ?").bind(no, memberId).run();
	return no;
};
const partsOf = (id: number) =>
	rows<{ kind: string; amount: number; member_id: number }>(
		"SELECT kind, amount, member_id FROM payment_allocations WHERE payment_id = ? ORDER BY id",
		id,
	);

type Owing = Awaited<ReturnType<typeof owing>>;
const entry = (owed: Owing, more: Record<string, string | string[]> = {}) => ({
	...entryOf(owed),
	method: "transfer",
	...more,
});
const record = (owed: Owing, more: Record<string, string | string[]> = {}) =>
	post(payments.create(), entry(owed, more));

describe("recording one", () => {
	test("the payer is looked for by number or name, and the family's dues are listed together", async () => {
		const owed = await owing();
		const child = await owing({ guardianId: owed.memberId });
		const no = await numberOf(owed.memberId);
		const found = await page(`${payments.create()}?q=${no}`, secretary);
		expect([
			found.html.includes(`${payments.create()}?member=${owed.memberId}`),
			words(found).includes("未繳 1,000 元"),
		]).toEqual([true, true]);
		expect(words(await page(`${payments.create()}?q=nobody`, secretary))).toContain("找不到「nobody」");
		const form = await page(`${payments.create()}?member=${owed.memberId}`, secretary);
		const boxes = form.elements.filter(({ attributes }) => attributes.name === "items");
		expect(boxes.map(({ attributes }) => [attributes.value, "checked" in attributes])).toEqual([
			[`${owed.itemId}.1000`, true],
			[`${child.itemId}.1000`, false],
		]);
		expect((await page(`${payments.create()}?member=999999`, secretary)).status).toBe(404);
		expect(await tripsOf(payments.create(), secretary)).toBe(2);
		expect(await tripsOf(`${payments.create()}?member=${owed.memberId}`, secretary)).toBe(2);
	});

	test("for the family with a donation: what was chosen, given and too much", async () => {
		const owed = await owing();
		const child = await owing({ guardianId: owed.memberId });
		const items = [`${owed.itemId}.1000`, `${child.itemId}.1000`];
		const done = await record(owed, { items, donation: "５００", amount: "3,000", method: "cash", last5: "12345" });
		expect(done.status).toBe(303);
		const id = done.made;
		expect(await paymentNow(id)).toMatchObject({ status: "submitted", amount: 3_000, method: "cash", last5: null });
		expect((await partsOf(id)).map(({ kind, amount, member_id }) => [kind, amount, member_id])).toEqual([
			["dues", 1_000, owed.memberId],
			["dues", 1_000, child.memberId],
			["donation", 500, owed.memberId],
			["credit", 500, owed.memberId],
		]);
		// Whoever recorded it reads that somebody else has to look at it.
		expect(words(await page(payments.show(id), secretary))).toContain("請由其他人核對");
	});

	test("too little pays a part; nothing typed is what was chosen; nothing chosen is refused", async () => {
		const [a, b, c] = [await owing(), await owing(), await owing()];
		expect(await partsOf((await record(a, { amount: "400" })).made)).toMatchObject([{ kind: "dues", amount: 400 }]);
		expect(await partsOf((await record(b)).made)).toMatchObject([{ kind: "dues", amount: 1_000 }]);
		const none = await record(c, { items: [] });
		expect([none.status, none.html.includes("請選擇要繳的會費。")]).toEqual([422, true]);
		expect(await partsOf((await record(c, { items: [], amount: "700" })).made)).toMatchObject([
			{ kind: "credit", amount: 700 },
		]);
	});

	test.each([
		["amount", "0", "請填寫大於 0 的整數金額"],
		["amount", "-1000", "請填寫大於 0 的整數金額"],
		["amount", "1000.5", "請填寫大於 0 的整數金額"],
		["amount", "1,00", "請填寫大於 0 的整數金額"],
		["last5", "123", "請填轉出帳號的最後 5 個數字。"],
		["paid_on", "199/1/1", "繳費日期不能晚於今天"],
		["paid_on", "12/3/5", "可能是民國12年3月5日，也可能是2012年3月5日"],
		["paid_on", "", "請填寫繳費的日期。"],
		["donation", "一百", "請填寫整數的金額"],
		["payer_title", " ", "請填寫收據抬頭。"],
		["method", "credit", "請選擇繳費方式。"],
	])("%s %j is refused beside its field, and nothing typed is lost", async (name, value, said) => {
		const owed = await owing();
		const refused = await record(owed, { [name]: value, remark: "備註留著" });
		expect([refused.status, words(refused).includes(said), refused.html.includes("備註留著")]).toEqual([
			422,
			true,
			true,
		]);
		expect(await rows("SELECT id FROM payments WHERE payer_member_id = ?", owed.memberId)).toEqual([]);
	});

	test("another's dues, an item that costs something else by now, and the same transfer twice", async () => {
		const [owed, stranger] = [await owing(), await owing()];
		const others = await record(owed, { items: [`${stranger.itemId}.1000`] });
		expect([others.status, words(others).includes("已繳清、免繳或取消")]).toEqual([422, true]);
		expect((await record(owed, { items: [`${owed.itemId}.900`] })).status).toBe(409);
		expect((await record(owed, { last5: "31415" })).status).toBe(303);
		const other = await owing();
		const twice = await record(other, { last5: "31415" });
		expect([twice.status, words(twice).includes("我確認過，這是另一筆收款")]).toEqual([422, true]);
		expect((await record(other, { last5: "31415", confirm_duplicate: "1" })).status).toBe(303);
	});

	test("a double press makes one", async () => {
		const owed = await owing();
		const form = { ...entry(owed), _key: "once" };
		const [x, y] = await Promise.all([post(payments.create(), form), post(payments.create(), form)]);
		expect([x.status, y.status, x.made]).toEqual([303, 303, y.made]);
		expect(await rows("SELECT count(*) AS n FROM payments WHERE payer_member_id = ?", owed.memberId)).toEqual([
			{ n: 1 },
		]);
	});

	test("is changed, sent again and cancelled by whoever recorded it alone", async () => {
		const owed = await owing();
		const id = (await record(owed)).made;
		const form = await page(payments.edit(id), secretary);
		expect(form.elements.find(({ attributes }) => attributes.name === "amount")?.attributes.value).toBe("1,000");
		const other = await signIn({ roles: ["secretary"] });
		expect((await ask(payments.edit(id), { as: other })).status).toBe(404);
		expect((await post(payments.edit(id), entry(owed, { version: "1", amount: "900" }), other)).status).toBe(404);
		expect((await post(payments.edit(id), entry(owed, { version: "1", amount: "900" }))).to).toBe(payments.show(id));
		expect(await paymentNow(id)).toMatchObject({ amount: 900, status: "submitted" });
		expect((await post(payments.edit(id), entry(owed, { version: "1" }))).status).toBe(409);
		expect((await post(payments.cancellation(id), { version: "2" }, other)).status).toBe(422);
		expect((await post(payments.cancellation(id), { version: "2" })).to).toBe(payments.show(id));
		expect((await paymentNow(id)).status).toBe("cancelled");
		const others = await submit(payment([dues(await owing())]), { userId: other.userId, source: "staff" });
		expect(words(await page(payments.show(others), secretary))).not.toContain("取消這筆收款");
	});
});

describe("the next payer", () => {
	const asked = async (q = "", as = secretary) => {
		const query = new URLSearchParams({ q, method: "postal", paid_on: "2026-11-02" });
		const answer = await ask(`${payments.create()}?${query}`, { as, headers: { Accept: "application/json" } });
		return (await answer.json()) as { data: { label: string; end: string; href: string }[]; words?: string };
	};
	const memberIn = (href: string): number => Number(new URL(href, "http://localhost").searchParams.get("member"));

	test("follows at once: method, day and account stay, the message has number, name, amount and link", async () => {
		const owed = await owing();
		const answer = await ask(payments.create(), {
			as: secretary,
			form: entry(owed, { method: "postal", paid_on: "115/11/2" }),
		});
		expect([answer.status, answer.headers.get("Location")]).toEqual([
			303,
			`${payments.create()}?method=postal&paid_on=2026-11-02`,
		]);
		const id = recordedIn(answer);
		expect(flashIn(answer)).toContain(`已登錄收款 ${id}：${owed.name}，1,000 元`);
		const next = await owing();
		const { data } = await asked(await numberOf(next.memberId));
		expect(data.map(({ href, end }) => [href, end])).toEqual([
			[`${payments.create()}?member=${next.memberId}&method=postal&paid_on=2026-11-02`, "未繳 1,000 元"],
		]);
		const form = await page(data[0]?.href ?? "", secretary);
		const chosen = form.elements.filter(({ attributes }) => attributes.name === "method" && "checked" in attributes);
		expect(chosen.map(({ attributes }) => attributes.value)).toEqual(["postal"]);
		const day = form.elements.find(({ attributes: { name, type } }) => name === "paid_on" && type !== "hidden");
		expect(day?.attributes.value).toBe("115/11/02");
	});

	/** Who owes for an item that no waiting payment claims, oldest first, as all items and all payments say. */
	async function owingNow(): Promise<number[]> {
		const items = await rows<{ id: number; member_id: number; dues_year: number; status: string }>(
			"SELECT id, member_id, dues_year, status FROM dues_items",
		);
		const claimed = await rows<{ id: number }>(
			`SELECT a.dues_item_id AS id FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
			WHERE p.status = 'submitted' AND a.dues_item_id IS NOT NULL`,
		);
		const oldest = new Map<number, number>();
		for (const one of items) {
			const isUnpaid = one.status === "open" || one.status === "partially_paid";
			if (!isUnpaid || claimed.some(({ id }) => id === one.id)) continue;
			oldest.set(one.member_id, Math.min(one.dues_year, oldest.get(one.member_id) ?? one.dues_year));
		}
		return [...oldest].sort(([a, x], [b, y]) => x - y || a - b).map(([id]) => id);
	}

	test("is offered before anything is typed: who owes, oldest first, but whose payment waits; in any order of events", async () => {
		const seed = newSeed();
		const { next, pick } = random(seed);
		const people = [await owing(), await owing({ year: 2024 }), await owing({ year: 2019 }), await owing()];
		for (let step = 0; step < 16; step++) {
			const { memberId } = pick(people);
			const year = 2000 + step;
			const itemId = await item({ memberId, year, status: next() < 0.3 ? "waived" : "open" });
			const [stored] = await rows<{ status: string }>("SELECT status FROM dues_items WHERE id = ?", itemId);
			if (stored?.status === "open" && next() < 0.5)
				await submit(payment([dues({ memberId, itemId })]), { userId: secretary.userId, source: "staff" });
			const expected = await owingNow();
			const { data, words: told } = await asked();
			expect([seed, data.map(({ href }) => memberIn(href))]).toEqual([seed, expected.slice(0, 20)]);
			expect(told).toBe("未繳會費，最早的在前");
			const { elements } = await page(payments.create(), secretary);
			const links = elements.flatMap(({ attributes: { href = "" } }) =>
				href.includes("?member=") ? [memberIn(href)] : [],
			);
			expect([seed, links]).toEqual([seed, expected.slice(0, 20)]);
		}
	});

	test("is nobody's business who may not record payments", async () => {
		const editor = await signIn({ roles: ["editor"] });
		const answer = await ask(`${payments.create()}?q=`, { as: editor, headers: { Accept: "application/json" } });
		expect([answer.status, (await answer.text()).includes("未繳")]).toEqual([403, false]);
	});
});

describe("recording many", () => {
	const many = (list: string[][], more: Record<string, string> = {}) => ({
		no: list.map(([one = ""]) => one),
		year: list.map(([, one = ""]) => one),
		money: list.map(([, , one = ""]) => one),
		day: list.map(([, , , one = ""]) => one),
		tail: list.map(([, , , , one = ""]) => one),
		method: "transfer",
		account: "",
		pasted: "",
		step: "check",
		...more,
	});
	const waitingOf = async (memberId: number) =>
		rows("SELECT amount, last5, paid_on, status, source FROM payments WHERE payer_member_id = ?", memberId);

	test("rows that are pasted are looked at, then recorded all at once; money too much and too little", async () => {
		const [a, b, c] = [await owing(), await owing(), await owing()];
		const [x, y, z] = [await numberOf(a.memberId), await numberOf(b.memberId), await numberOf(c.memberId)];
		const pasted = `會員編號\t年度\t金額\t日期\t末五碼\n${x}\t115\t1,000\t115/11/1\t718\n${y.toLowerCase()}\t2026\t1200\t2026/11/2\t40719\n${z}\t\t６００\t1151103\t\n`;
		const checked = await post(payments.createMany(), many([], { pasted }));
		expect([
			checked.status,
			words(checked).includes("3 筆都正確"),
			words(checked).includes("溢繳 200 元"),
			words(checked).includes("還欠 400 元"),
		]).toEqual([200, true, true, true]);
		const cells = (name: string) =>
			checked.elements
				.filter(({ attributes }) => attributes.name === name)
				.map(({ attributes }) => attributes.value ?? "");
		const again = {
			no: cells("no"),
			year: cells("year"),
			money: cells("money"),
			day: cells("day"),
			tail: cells("tail"),
		};
		const done = await post(payments.createMany(), { ...many([]), ...again, step: "save" });
		expect(done.to).toBe(`${payments.list()}?status=submitted`);
		expect(await waitingOf(a.memberId)).toEqual([
			{ amount: 1_000, last5: "00718", paid_on: "2026-11-01", status: "submitted", source: "staff" },
		]);
		expect(await waitingOf(c.memberId)).toMatchObject([{ amount: 600, last5: null }]);
		const [second] = await rows<{ id: number }>("SELECT id FROM payments WHERE payer_member_id = ?", b.memberId);
		expect((await partsOf(second?.id ?? 0)).map(({ kind, amount }) => [kind, amount])).toEqual([
			["dues", 1_000],
			["credit", 200],
		]);
		expect(await rows("SELECT step, seq FROM payment_events WHERE payment_id = ?", second?.id ?? 0)).toEqual([
			{ step: "submit", seq: 1 },
		]);
	});

	test("one wrong row keeps all of them away, each with its reason", async () => {
		const [a, b] = [await owing(), await owing()];
		const [x, y] = [await numberOf(a.memberId), await numberOf(b.memberId)];
		const cases: [string[], string][] = [
			[["NOBODY", "115", "1000", "115/11/1", ""], "沒有編號「NOBODY」的會員。"],
			[[x, "114", "1000", "115/11/1", ""], "沒有 114 年未繳的會費。"],
			[[x, "abc", "1000", "115/11/1", ""], "看不懂年度"],
			[[x, "115", "0", "115/11/1", ""], "不是大於 0 的整數"],
			[[x, "115", "-1", "115/11/1", ""], "不是大於 0 的整數"],
			[[x, "115", "10.5", "115/11/1", ""], "不是大於 0 的整數"],
			[[x, "115", "1000", "12/3/5", ""], "也可能是"],
			[[x, "115", "1000", "199/1/1", ""], "日期還沒有到。"],
			[[x, "115", "1000", "115/11/1", "123456"], "不是 5 個數字"],
			[["", "115", "1000", "115/11/1", ""], "請填會員編號。"],
			[[y, "115", "1000", "115/11/1", "77777"], "和第 1 列重複。"],
		];
		for (const [row, said] of cases) {
			const answer = await post(
				payments.createMany(),
				many([[y, "115", "1000", "115/11/1", "77777"], row], { step: "save" }),
			);
			expect([said, answer.status, words(answer).includes(said)]).toEqual([said, 422, true]);
		}
		expect(await waitingOf(b.memberId)).toEqual([]);
	});

	test("what waits already, or looks like a transfer that is there, is told", async () => {
		const a = await owing();
		const no = await numberOf(a.memberId);
		const row = [no, "115", "1000", "115/11/1", "55555"];
		expect((await post(payments.createMany(), many([row], { step: "save" }))).status).toBe(303);
		const again = await post(payments.createMany(), many([row], { step: "save" }));
		expect([again.status, words(again).includes("已有一筆收款等待核對。")]).toEqual([422, true]);
		const b = await owing();
		const twin = await post(
			payments.createMany(),
			many([[await numberOf(b.memberId), "115", "1000", "115/11/1", "55555"]]),
		);
		expect([twin.status, words(twin).includes("同日、同金額、同末五碼的收款")]).toEqual([422, true]);
	});

	test("a hundred at once, pressed twice, are a hundred; a hundred and one are refused", async () => {
		const made: string[][] = [];
		for (let nth = 0; nth < 100; nth++) {
			const owed = await owing();
			made.push([await numberOf(owed.memberId), "115", "1000", "115/11/1", String(60_000 + nth)]);
		}
		const before = await rows<{ n: number }>("SELECT count(*) AS n FROM payments");
		const form = { ...many(made, { step: "save" }), _key: "hundred" };
		const [x, y] = await Promise.all([post(payments.createMany(), form), post(payments.createMany(), form)]);
		expect([x.status, y.status]).toEqual([303, 303]);
		const after = await rows<{ n: number }>("SELECT count(*) AS n FROM payments");
		expect((after[0]?.n ?? 0) - (before[0]?.n ?? 0)).toBe(100);
		const more = await post(payments.createMany(), many([...made, made[0] ?? []]));
		expect([more.status, words(more).includes("一次最多 100 筆")]).toEqual([422, true]);
	});
});

test("what was sent back stands on the dashboard of who recorded it, until they send it again", async () => {
	const owed = await owing();
	const id = (await record(owed)).made;
	const dashboard = async (who: Person) => words(await page(paths.admin.home(), who));
	const cashier = await signIn({ roles: ["cashier"] });
	await post(payments.rejection(id), { version: "1", detail: "金額與存摺不符" }, cashier);
	expect(await dashboard(secretary)).toMatch(new RegExp(`退回的收款 ?收款 ${id}[ 　]1,000 元 ?金額與存摺不符`));
	expect(await dashboard(await signIn({ roles: ["secretary"] }))).not.toContain("退回的收款");
	await post(payments.edit(id), { ...entry(owed), version: "2" });
	expect(await dashboard(secretary)).not.toContain("退回的收款");
});
