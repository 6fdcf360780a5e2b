import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { app } from "#app.ts";
import { REJECT_REASONS } from "#domain/money/payments/review-form.ts";
import { paths } from "#http/paths.ts";
import { lineNow } from "../../support/bank.ts";
import { correctItem, endDuesItems, endPayments } from "../../support/money-fixtures.ts";
import { cells, page, type Shown, shown, tripsOf } from "../../support/pages.ts";
import { dues, item, owing, payment, paymentNow, recordedIn, refOf, submit } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { REAL } from "../../support/pictures.ts";
import { rows } from "../../support/users.ts";

const { payments } = paths.admin;
const NOW = Date.now();
const words = ({ html }: Pick<Shown, "html">): string =>
	html
		.replace(/<[^>]+>/g, "")
		.replace(/\s+/g, " ")
		.replaceAll("&#39;", "'");

let cashier: Person;
let secretary: Person;
beforeEach(async () => {
	// What waits in the queue of an earlier test would stand before this one's.
	await endPayments("cancel");
	cashier = await signIn({ name: "吳佩珊", roles: ["cashier"] });
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
});

let count = 0;
/** One that waits, of a member of its own, sent a minute after the one before. */
async function waiting(more: Parameters<typeof payment>[1] = {}, amount = 1_000) {
	count += 1;
	const owed = await owing();
	const input = payment([dues(owed, amount)], { paidOn: "2026-11-01", ...more });
	const id = await submit(input, { userId: owed.userId, at: NOW - 86_400_000 * 3 + count * 60_000 });
	return { id, ...owed, last5: input.last5 };
}
const post = async (path: string, form: Record<string, string | string[]>, as = cashier) => {
	const answer = await ask(path, { as, form });
	return { to: answer.headers.get("Location"), cookies: answer.headers.getSetCookie(), ...(await shown(answer)) };
};
const decision = (more: Record<string, string> = {}) => ({
	version: "1",
	received: "1,000",
	line: "",
	payer_title: "王小明",
	receipt_split: "one",
	...more,
});
const verify = (id: number, more: Record<string, string> = {}, as = cashier) =>
	post(payments.verification(id), decision(more), as);
const receiptsOf = (id: number) =>
	rows<{ number: string; payer_title: string; amount: number; status: string }>(
		"SELECT mark || number AS number, payer_title, amount, status FROM receipts WHERE payment_id = ? ORDER BY id",
		id,
	);
const partsOf = (id: number) =>
	rows<{ kind: string; amount: number }>(
		"SELECT kind, amount FROM payment_allocations WHERE payment_id = ? ORDER BY id",
		id,
	);

describe("the queue", () => {
	test("leads to what waits longest; without any it says so", async () => {
		expect(words(await page(payments.queue(), cashier))).toContain("沒有等待核對的收款");
		const [first] = [await waiting(), await waiting()];
		const answer = await ask(payments.queue(), { as: cashier });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, payments.show(first.id)]);
	});

	test("shows the proof beside what it is for, who sent it, the family's other dues, and where one is", async () => {
		const [a, b, c] = [await waiting(), await waiting({ remark: "<b>請開抬頭</b>" }), await waiting()];
		const child = await owing({ guardianId: b.memberId });
		const shownPage = await page(payments.show(b.id), cashier);
		const text = words(shownPage);
		for (const said of [
			"第 2 / 3 筆",
			"由本人填報",
			b.last5 ?? "",
			"1,000 元",
			"相符",
			"剛好，會費全部繳清。",
			"繳款人與家人",
		])
			expect([said, text.includes(said)]).toEqual([said, true]);
		const [name] = await rows<{ name: string }>("SELECT name FROM members WHERE id = ?", child.memberId);
		expect(text).toContain(`${name?.name} 常年會費 115 年`);
		expect(shownPage.html).toContain("&lt;b>請開抬頭");
		const links = shownPage.elements.flatMap(({ name: tag, attributes }) => (tag === "a" ? [attributes.href] : []));
		expect([a.id, c.id].map((id) => links.includes(payments.show(id)))).toEqual([true, true]);
		expect(shownPage.html).toMatch(/收據編號將是 會115-\d{6}/);
		expect((await page(payments.show(999_999), cashier)).status).toBe(404);
	});

	test("verifying issues the receipt and leads to the next one; the flash names the number", async () => {
		const [a, b] = [await waiting(), await waiting()];
		const first = await signIn({ name: "洪出納", roles: ["cashier"] });
		const titled = { ...(await refOf(a.id)), payer_title: "漣漪股份有限公司" };
		const asked = await ask(payments.verification(a.id), {
			as: first,
			form: {
				version: String(titled.version),
				received: "1000",
				line: "",
				payer_title: titled.payer_title,
				receipt_split: "one",
			},
		});
		expect([asked.status, (await asked.text()).includes("要由另一位有同樣權限的同仁確認")]).toEqual([422, true]);
		expect(words(await page(payments.show(a.id), cashier))).toContain("抬頭已改為「漣漪股份有限公司」，等另一位核對");
		const version = String((await refOf(a.id)).version);
		const done = await verify(a.id, { version, payer_title: "漣漪股份有限公司" });
		expect([done.status, done.to]).toEqual([303, payments.show(b.id)]);
		const [receipt] = await receiptsOf(a.id);
		expect(receipt).toMatchObject({ payer_title: "漣漪股份有限公司", amount: 1_000, status: "issued" });
		expect(decodeURIComponent(decodeURIComponent(done.cookies.join()))).toContain(
			`收款 ${a.id} 已核對，收據 ${receipt?.number}。這是下一筆。`,
		);
		expect(await paymentNow(a.id)).toMatchObject({ status: "verified", verified_by: cashier.userId, amount: 1_000 });
		expect((await verify(b.id)).to).toBe(payments.queue());
		const text = words(await page(payments.show(a.id), cashier));
		for (const said of ["已收款", receipt?.number ?? "", "收115-", "吳佩珊", "核對收款"])
			expect([said, text.includes(said)]).toEqual([said, true]);
	});

	test.each([
		[
			"1,500",
			[
				["dues", 1_000],
				["credit", 500],
			],
			"paid",
			"500 元記為",
		],
		["６００", [["dues", 600]], "partially_paid", "部分繳納，還欠 400 元"],
		["NT$ 1,000 元", [["dues", 1_000]], "paid", "剛好"],
	] as const)("received %s: %j, and the item is %s", async (received, parts, status, said) => {
		const one = await waiting();
		const again = await verify(one.id, { received, payer_title: "" });
		expect([again.status, words(again).includes(said)]).toEqual([422, true]);
		expect(again.html).toContain(`value="${received}"`);
		expect((await verify(one.id, { received })).status).toBe(303);
		expect((await partsOf(one.id)).map(({ kind, amount }) => [kind, amount])).toEqual(parts);
		expect(await rows("SELECT status FROM dues_items WHERE id = ?", one.itemId)).toEqual([{ status }]);
	});

	test.each(["0", "-5", "10.5", "1,00", "", "一千", "1e3", "999999999999"])(
		"received %j is no amount",
		async (received) => {
			const one = await waiting();
			const answer = await verify(one.id, { received });
			expect([answer.status, answer.html.includes("請填寫大於 0 的整數金額")]).toEqual([422, true]);
			expect((await paymentNow(one.id)).status).toBe("submitted");
		},
	);

	test("one receipt for the family, or one per member", async () => {
		const [a, b] = [await owing(), await owing()];
		const make = () => payment([dues(a), dues(b)], { paidOn: "2026-11-01" });
		const one = await submit(make(), { userId: secretary.userId, source: "staff" });
		expect((await verify(one, { received: "2000", receipt_split: "per_member" })).status).toBe(303);
		expect((await receiptsOf(one)).map(({ amount }) => amount)).toEqual([1_000, 1_000]);
	});

	test("rejecting wants a reason, usual or one's own, and tells who paid", async () => {
		const one = await waiting();
		const without = await post(payments.rejection(one.id), { version: "1", detail: " " });
		expect([without.status, without.html.includes("請選擇或填寫原因")]).toEqual([422, true]);
		const form = { version: "1", reasons: [REJECT_REASONS[0], REJECT_REASONS[1]], detail: "請補上日期" };
		expect((await post(payments.rejection(one.id), form)).to).toBe(payments.queue());
		const [stored] = await rows("SELECT status, reason FROM payments WHERE id = ?", one.id);
		expect(stored).toEqual({
			status: "rejected",
			reason: `${REJECT_REASONS[0]}。\n${REJECT_REASONS[1]}。\n請補上日期`,
		});
		expect(words(await page(payments.show(one.id), cashier))).toContain(`退回：${REJECT_REASONS[0]}。`);
	});

	test("of two the second gets 409 and reads who was faster; a double press makes one receipt", async () => {
		const second = await signIn({ name: "許雅雯", roles: ["accountant"] });
		const one = await waiting();
		const [x, y] = await Promise.all([verify(one.id), verify(one.id)]);
		expect([x.status, y.status].sort()).toEqual([303, 409]);
		const late = await post(payments.rejection(one.id), { version: "1", reasons: [REJECT_REASONS[0]] }, second);
		expect([late.status, words(late).includes("吳佩珊"), words(late).includes("您的決定沒有儲存。")]).toEqual([
			409,
			true,
			true,
		]);
		expect(await receiptsOf(one.id)).toHaveLength(1);
	});

	test("nobody verifies their own, their family's, or what they recorded; the page says who can", async () => {
		const parent = await signIn({ name: "石國樑", roles: ["cashier", "member"] });
		const guardian = await owing();
		await env.DB.prepare("UPDATE members SET user_id = ? WHERE id = ?").bind(parent.userId, guardian.memberId).run();
		const child = await owing({ guardianId: guardian.memberId });
		const [own, childs, recorded] = [
			await submit(payment([dues(guardian)]), { userId: parent.userId }),
			await submit(payment([dues(child)]), { userId: secretary.userId, source: "staff" }),
			await submit(payment([dues(await owing())]), { userId: parent.userId, source: "staff" }),
		];
		for (const id of [own, childs, recorded]) {
			const text = words(await page(payments.show(id), parent));
			expect([id, text.includes("請由其他人核對"), text.includes("吳佩珊")]).toEqual([id, true, true]);
			const answer = await verify(id, {}, parent);
			expect([answer.status, words(answer).includes("不能核對自己、家人或自己登錄的繳費")]).toEqual([422, true]);
		}
		expect(words(await page(payments.show(recorded), parent))).toContain("自己登錄的收款不能自己核對。");
		expect((await verify(childs)).status).toBe(303);
		// Who may only record reads that they may not verify.
		const seen = await page(payments.show(own), secretary);
		expect([words(seen).includes("您沒有核對收款的權限。"), seen.html.includes(payments.verification(own))]).toEqual([
			true,
			false,
		]);
		expect((await verify(own, {}, secretary)).status).toBe(403);
	});

	test("warns of another payment for the item, of a transfer that looks the same, and of what is not owed any more", async () => {
		const one = await waiting();
		const other = await submit(payment([dues(one)]), { userId: one.userId });
		const twin = await submit(payment([dues(await owing())], { last5: one.last5, paidOn: "2026-11-01" }), {
			userId: secretary.userId,
			source: "staff",
			confirmDuplicate: true,
		});
		const text = words(await page(payments.show(one.id), cashier));
		expect([
			text.includes(`另一筆待核對的收款也要繳同一項會費 收款 ${other}（`),
			text.includes(`日期、金額與末五碼都相同 收款 ${twin}（`),
		]).toEqual([true, true]);
		expect((await verify(one.id)).status).toBe(303);
		expect(words(await page(payments.show(other), cashier))).toContain(
			"已繳清、免繳或取消；核對後這部分會記為溢繳款。",
		);
		// A page from before would make credit of the same transfer unseen.
		expect((await verify(other)).status).toBe(409);
		expect((await verify(other, { anew: "1" })).status).toBe(303);
		expect((await partsOf(other)).map(({ kind, amount }) => [kind, amount])).toEqual([["credit", 1_000]]);
	});

	test("a certificate that was approved since, or is over, is told beside the amount", async () => {
		const one = await waiting();
		const certificate = (until: string | null) =>
			env.DB.prepare(
				`INSERT INTO disability_certificates (member_id, status, valid_until, reviewed_by, reviewed_at, created_at, updated_at)
				VALUES (?, 'approved', ?, ?, ?, 1, 1)`,
			)
				.bind(one.memberId, until, cashier.userId, NOW)
				.run();
		await certificate(null);
		expect(words(await page(payments.show(one.id), cashier))).toContain("常年會費 115 年依減免應為 500 元");
		const two = await waiting();
		await correctItem(two.itemId, 50);
		await env.DB.prepare(
			`INSERT INTO disability_certificates (member_id, status, valid_until, reviewed_by, reviewed_at, created_at, updated_at)
			VALUES (?, 'approved', '2026-10-31', ?, 5, 1, 1)`,
		)
			.bind(two.memberId, cashier.userId)
			.run();
		expect(words(await page(payments.show(two.id), cashier))).toContain("證明到 115年10月31日");
	});

	test("the payer's own credit is shown, not another's credit", async () => {
		const [rich, poor] = [await waiting(), await waiting()];
		await verify(rich.id, { received: "1,250" });
		const again = await submit(payment([dues(await owing())], { payerMemberId: rich.memberId }), {
			userId: secretary.userId,
			source: "staff",
		});
		expect(words(await page(payments.show(again), cashier))).toContain("溢繳款250 元");
		expect(words(await page(payments.show(poor.id), cashier))).toContain("溢繳款沒有");
	});

	test("a bank line of the same amount and account is chosen, used by the verification, and free after a reversal", async () => {
		const one = await waiting();
		await env.DB.batch([
			env.DB.prepare("INSERT INTO accounts (code, name, created_at, updated_at) VALUES ('1130-77', '會費專戶', 1, 1)"),
			env.DB.prepare(
				`INSERT INTO bank_accounts (id, kind, name, number, account_id, created_at, updated_at)
				SELECT 77, 'bank', '會費專戶', '012-345', id, 1, 1 FROM accounts WHERE code = '1130-77'`,
			),
			env.DB.prepare(
				"INSERT INTO bank_statements (id, bank_account_id, filename, state, created_at) VALUES (77, 77, 'a.csv', 'applied', 1)",
			),
			env.DB.prepare(
				`INSERT INTO bank_lines (id, statement_id, bank_account_id, row, booked_on, amount, memo, last5, fingerprint, created_at, updated_at)
				VALUES (77, 77, 77, 1, '2026-11-02', 1000, '王小明會費', ?, 'f77', 1, 1)`,
			).bind(one.last5),
		]);
		const review = await page(payments.show(one.id), cashier);
		const line = review.elements.find(({ attributes }) => attributes.name === "line" && "checked" in attributes);
		expect([words(review).includes("完全相符"), line?.attributes.value]).toEqual([true, "77.1"]);
		expect((await verify(one.id, { line: "77.1" })).status).toBe(303);
		expect(await lineNow(77)).toMatchObject({ status: "matched", kind: "payment", record: one.id });
		expect(words(await page(payments.show(one.id), cashier))).toContain("王小明會費");
	});
});

test("a certificate can be reviewed on the way, and the way leads back to the queue", async () => {
	const one = await waiting();
	const { certificates } = paths.admin;
	const [made] = await rows<{ id: number }>(
		"INSERT INTO disability_certificates (member_id, created_at, updated_at) VALUES (?, 1, 1) RETURNING id",
		one.memberId,
	);
	const id = made?.id ?? 0;
	const review = await page(payments.show(one.id), cashier);
	const address = `${certificates.show(id)}?from=payments`;
	expect([words(review).includes("這筆收款的會員有身障證明待審"), review.html.includes(`href="${address}"`)]).toEqual([
		true,
		true,
	]);
	const shownPage = await page(address, cashier);
	expect([shownPage.status, shownPage.html.includes(`href="${payments.queue()}"`)]).toEqual([200, true]);
	const sent = await post(`${certificates.approval(id)}?from=payments`, {
		version: "1",
		expiry: "date",
		valid_until: "",
	});
	expect([sent.status, sent.html.includes(`${certificates.approval(id)}?from=payments`)]).toEqual([422, true]);
	const done = await post(`${certificates.approval(id)}?from=payments`, { version: "1", expiry: "none" });
	expect([done.status, done.to]).toEqual([303, payments.queue()]);
	expect((await ask(`${certificates.show(id)}?from=elsewhere`, { as: cashier })).status).toBe(400);
});

test("the proof is streamed to staff alone, and each view is in the audit log", async () => {
	const owed = await owing();
	const body = new FormData();
	const at = payments.create();
	for (const [name, value] of Object.entries({
		_key: crypto.randomUUID(),
		member: String(owed.memberId),
		items: `${owed.itemId}.1000`,
		method: "transfer",
		paid_on: "115/11/1",
		last5: "４０７１８",
		payer_title: "王小明",
		receipt_split: "one",
	}))
		body.append(name, value);
	body.append("file", new File([REAL.jpeg], "proof.jpg", { type: "image/jpeg" }));
	const context = createExecutionContext();
	const headers = { Cookie: secretary.cookie, "Sec-Fetch-Site": "same-origin" };
	const made = await app.fetch(
		new Request(`http://localhost:8787${at}`, { method: "POST", headers, body }),
		env,
		context,
	);
	await waitOnExecutionContext(context);
	const id = recordedIn(made);
	expect(await paymentNow(id)).toMatchObject({ amount: 1_000, last5: "40718", paid_on: "2026-11-01", source: "staff" });
	const review = await page(payments.show(id), cashier);
	expect(review.elements.find(({ name }) => name === "img")?.attributes.src).toBe(payments.proof(id));
	const file = await ask(payments.proof(id), { as: cashier });
	expect(await file.bytes()).toEqual(REAL.jpeg);
	expect(file.headers.get("Cache-Control")).toBe("no-store");
	expect(
		await rows("SELECT user_id, description FROM audit_log WHERE action = 'payment.view' ORDER BY id DESC LIMIT 1"),
	).toEqual([{ user_id: cashier.userId, description: `payment ${id}` }]);
	const editor = await signIn({ roles: ["editor"] });
	expect((await ask(payments.proof(id), { as: editor })).status).toBe(403);
	const { id: without } = await waiting();
	expect((await ask(payments.proof(without), { as: cashier })).status).toBe(404);
});

describe("a reversal", () => {
	test("says first what it changes, is by another, with a reason, and can be recorded again set right", async () => {
		const chair = await signIn({ name: "周明遠", roles: ["chair"] });
		const one = await waiting();
		await verify(one.id);
		const [receipt] = await receiptsOf(one.id);
		const asked = words(await page(payments.reversal(one.id), chair));
		for (const said of [`收據 ${receipt?.number} 作廢`, "以一張沖銷傳票沖回", "（1,000 元）恢復為未繳"])
			expect([said, asked.includes(said)]).toEqual([said, true]);
		const without = await post(payments.reversal(one.id), { version: "2", reason: "" }, chair);
		expect([without.status, without.html.includes("請說明沖銷的原因。")]).toEqual([422, true]);
		const done = await post(payments.reversal(one.id), { version: "2", reason: "金額登錯" }, chair);
		expect([done.status, done.to]).toEqual([303, payments.show(one.id)]);
		expect((await receiptsOf(one.id))[0]?.status).toBe("voided");
		expect(await rows("SELECT status FROM dues_items WHERE id = ?", one.itemId)).toEqual([{ status: "open" }]);
		expect((await post(payments.reversal(one.id), { version: "2", reason: "again" }, chair)).status).toBe(409);
		const copy = await page(`${payments.create()}?corrects=${one.id}`, secretary);
		const value = (name: string) => copy.elements.find(({ attributes }) => attributes.name === name)?.attributes.value;
		expect([value("amount"), value("last5"), value("corrects"), value("paid_on")]).toEqual([
			"1,000",
			one.last5,
			String(one.id),
			"115/11/01",
		]);
	});

	test("is not for who verified it, nor without a fresh sign-in", async () => {
		const both = await signIn({ name: "何會計", roles: ["accountant"] });
		const one = await waiting();
		await verify(one.id, {}, both);
		const own = words(await page(payments.reversal(one.id), both));
		expect([own.includes("請由其他人沖銷"), own.includes("沖銷要由核對者以外的人辦理")]).toEqual([true, true]);
		const refused = await post(payments.reversal(one.id), { version: "2", reason: "x" }, both);
		expect([refused.status, words(refused).includes("沖銷要由核對者以外的人辦理")]).toEqual([422, true]);
		const stale = await signIn({ roles: ["chair"], authenticatedAt: NOW - 3_600_000 });
		expect((await ask(payments.reversal(one.id), { as: stale })).status).not.toBe(200);
		expect((await ask(payments.reversal(one.id), { as: cashier })).status).toBe(403);
	});
});

test("the list: searched by name, number, last five, amount and receipt; filtered; sorted; constant queries", async () => {
	const one = await waiting({ last5: "98765", paidOn: "2026-10-05" });
	await verify(one.id);
	const two = await waiting({ amount: 1_000, paidOn: "2026-10-06" });
	const [receipt] = await receiptsOf(one.id);
	const [member] = await rows<{ name: string; member_no: string | null }>(
		"SELECT name, member_no FROM members WHERE id = ?",
		one.memberId,
	);
	const found = async (query: string) => {
		const list = await page(`${payments.list()}?${query}`, cashier);
		return list.elements.flatMap(({ name, attributes, inside }) => {
			const id =
				name === "a" && inside.includes("tbody")
					? /\/admin\/payments\/(\d+)$/.exec(attributes.href ?? "")?.[1]
					: undefined;
			return id ? [Number(id)] : [];
		});
	};
	const q = (text: string) => `q=${encodeURIComponent(text)}`;
	for (const text of [member?.name ?? "", "98765", "９８７６５", receipt?.number ?? "", `${member?.name} 98765`])
		expect([text, await found(q(text))]).toEqual([text, [one.id]]);
	expect(await found(`${q("1,000")}&from=2026-10-05&to=2026-10-06&sort=day`)).toEqual([one.id, two.id]);
	expect(await found("from=2026-10-05&to=2026-10-06")).toEqual([two.id, one.id]);
	expect(await found("from=2026-10-05&to=2026-10-06&status=verified&method=transfer&source=member")).toEqual([one.id]);
	expect(await found(q("nobody at all"))).toEqual([]);
	expect((await ask(`${payments.list()}?status=paid`, { as: cashier })).status).toBe(400);
	expect(cells(await page(`${payments.list()}?${q("98765")}`, cashier))[0]?.slice(1)).toEqual([
		"常年會費 115 年",
		"1,000",
		"115年10月5日轉帳／匯款　98765",
		receipt?.number,
		"已收款",
	]);
	expect(await tripsOf(payments.list(), cashier)).toBe(2);
	expect(await tripsOf(payments.show(one.id), cashier)).toBe(2);
	expect(await tripsOf(payments.show(two.id), cashier)).toBe(2);
});

test("the list comes to what came in or may yet: what was sent back, cancelled or reversed is not summed", async () => {
	const on = { paidOn: "2026-09-07" };
	const [one, two] = [await waiting(on), await waiting(on)];
	await verify(one.id);
	await post(payments.rejection(two.id), { version: "1", detail: "查無此筆" });
	await waiting({ ...on, amount: 700 }, 700);
	const said = async (more = "") =>
		words(await page(`${payments.list()}?from=2026-09-07&to=2026-09-07${more}`, cashier));
	expect(await said()).toContain(
		"符合條件的有 3 筆，合計 1,700 元（未計退回、已取消與已沖銷的），其中已收款 1,000 元。",
	);
	expect(await said("&status=submitted")).toContain("符合條件的有 1 筆，合計 700 元。");
	expect(await said("&status=rejected")).toContain("符合條件的有 1 筆。");
});

test("the export has the list's rows and a row in the audit log", async () => {
	const one = await waiting({ last5: "24680" });
	const file = await ask(`${payments.export("csv")}?q=24680`, { as: cashier });
	const [head, row] = (await file.text())
		.replace(/^\uFEFF/, "")
		.trim()
		.split("\r\n");
	expect([head?.startsWith("收款編號,會員編號,繳款人"), row?.startsWith(`${one.id},`), row?.includes("24680")]).toEqual(
		[true, true, true],
	);
	expect(await rows("SELECT changes FROM audit_log WHERE action = 'payment.export' ORDER BY id DESC LIMIT 1")).toEqual([
		{ changes: '{"format":"csv","rows":1,"filter":{"search":"yes"}}' },
	]);
	expect((await ask(payments.export("xlsx"), { as: cashier })).headers.get("Content-Type")).toContain("spreadsheetml");
	const none = await ask(`${payments.export("csv")}?q=nobody`, { as: cashier });
	expect([none.status, none.headers.get("Location")]).toEqual([303, `${payments.list()}?q=nobody`]);
});

test("the dashboard tells who verifies how many wait, and what came in", async () => {
	await waiting();
	const one = await waiting();
	await verify(one.id);
	const home = words(await page(paths.admin.home(), cashier));
	for (const said of ["收款核對 1", "115 年會費", "今年收到的會費"])
		expect([said, home.includes(said)]).toEqual([said, true]);
	const editor = await signIn({ roles: ["editor"] });
	expect(words(await page(paths.admin.home(), editor))).not.toContain("年會費");
});

test("an item that somebody cancels meanwhile does not stop the rest", async () => {
	const owed = await owing();
	const second = await item({ memberId: owed.memberId, year: 2027 });
	const id = await submit(payment([dues(owed), dues({ ...owed, itemId: second })]), { userId: owed.userId });
	await endDuesItems("cancelled", `id = ${second}`);
	expect((await verify(id, { received: "2000", anew: "1" })).status).toBe(303);
	expect((await partsOf(id)).map(({ kind, amount }) => [kind, amount])).toEqual([
		["dues", 1_000],
		["credit", 1_000],
	]);
});
