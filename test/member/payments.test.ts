import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { app } from "#app.ts";
import { itemValue } from "#domain/money/payments/own-form.ts";
import { applyCredit } from "#domain/money/payments/settlement-actions.ts";
import { rejectPayment } from "#domain/money/payments/verification-actions.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { member } from "../support/certificates.ts";
import { openToGuardian } from "../support/members.ts";
import { fieldValue, page, type Shown, shown, tripsOf } from "../support/pages.ts";
import { db, item, payment, paymentNow, refOf, submit, verify } from "../support/payments.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { REAL } from "../support/pictures.ts";
import { by, person, rows } from "../support/users.ts";

const { payments, receipt } = paths.member;
const NOW = Date.now();
const TODAY = dateInTaipei(NOW);

let own: Person;
let memberId: number;
let childId: number;
let dues: number;
let childDues: number;
let cashier: number;
/** Of each test its own: a transfer that looks like another's is asked about. */
let last5 = 40_000;
beforeEach(async () => {
	own = await signIn({ name: "石雅婷", roles: ["member"] });
	memberId = await member({ userId: own.userId, name: "石雅婷" });
	childId = await member({ guardian: memberId, name: "石品睿", birth: "2015-01-01" });
	await openToGuardian(childId);
	last5 += 10;
	dues = await item({ memberId });
	childDues = await item({ memberId: childId, percent: 50 });
	cashier = (await person({ name: "許雅雯", roles: ["cashier"] })).id;
});

const words = ({ html }: Pick<Shown, "html">): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
const fields = (more: Record<string, string | string[]> = {}) => ({
	_key: crypto.randomUUID(),
	items: [itemValue(dues, 1000), itemValue(childDues, 500)],
	method: "transfer",
	paid_on: TODAY,
	last5: String(last5),
	payer_title: "石雅婷",
	...more,
});

type File = { bytes: Uint8Array; name?: string; type?: string };
/** Sends the form as a browser does, with its file part. */
async function send(path: string, as: Person, form: Record<string, string | string[]>, file?: File, headers = {}) {
	const body = new FormData();
	for (const [name, value] of Object.entries(form)) for (const one of [value].flat()) body.append(name, one);
	body.append("file", new File(file ? [file.bytes] : [], file?.name ?? "", { type: file?.type ?? "image/jpeg" }));
	const context = createExecutionContext();
	const request = new Request(`http://localhost:8787${path}`, {
		method: "POST",
		headers: { Cookie: as.cookie, "Sec-Fetch-Site": "same-origin", ...headers },
		body,
	});
	const answer = await app.fetch(request, env, context);
	await waitOnExecutionContext(context);
	return { to: answer.headers.get("Location"), answer, ...(await shown(answer.clone())) };
}
const mine = () =>
	rows<{ id: number; status: string; amount: number }>(
		"SELECT id, status, amount FROM payments WHERE submitted_by = ? ORDER BY id",
		own.userId,
	);
const partsOf = (id: number) =>
	rows("SELECT kind, dues_item_id, member_id, amount FROM payment_allocations WHERE payment_id = ? ORDER BY id", id);
/** Sends a payment of everything and returns its id. */
async function sent(more: Record<string, string | string[]> = {}): Promise<number> {
	const answer = await send(payments.create(), own, fields(more));
	expect([answer.status, answer.status === 303 ? "" : words(answer)]).toEqual([303, ""]);
	return Number(answer.to?.split("/").at(-1));
}
let accounts = 10;
/** An account of the association. */
const account = async (kind: "bank" | "postal", number: string, isShown = 1) => {
	accounts += 1;
	const code = `1130-${accounts}`;
	await env.DB.batch([
		env.DB.prepare("INSERT INTO accounts (code, name, created_at, updated_at) VALUES (?1, ?1, 1, 1)").bind(code),
		env.DB.prepare(
			`INSERT INTO bank_accounts (kind, name, bank_name, branch, holder, number, account_id, is_shown, created_at, updated_at)
			SELECT ?1, '專戶', '示範銀行', '示範分行', '漣漪病友協會', ?2, id, ?3, 1, 1 FROM accounts WHERE code = ?4`,
		).bind(kind, number, isShown, code),
	]);
};

describe("the form", () => {
	test("tells two accounts of one bank apart, where it was paid to", async () => {
		for (const number of ["700-1", "700-2", "700-2"]) await account("bank", number);
		await rows("UPDATE bank_accounts SET name = '捐款專戶' WHERE id = (SELECT max(id) FROM bank_accounts)");
		const { html } = await page(payments.create(), own);
		const labels = [...html.matchAll(/>(示範銀行　[^<]*700[^<]*)<\/option>/g)].map(([, label]) => label);
		expect(labels).toEqual([
			"示範銀行　示範分行　700-1",
			"示範銀行　示範分行　700-2（專戶）",
			"示範銀行　示範分行　700-2（捐款專戶）",
		]);
		await rows("UPDATE bank_accounts SET is_shown = 0 WHERE number LIKE '700-%'");
	});

	test("begins with the accounts, then everything that is owed with its discount, ticked and added up", async () => {
		await account("bank", "012-345-678901");
		await account("postal", "50123456");
		await account("bank", "999-hidden", 0);
		const form = await page(payments.create(), own);
		const said = words(form);
		for (const one of ["012-345-678901", "示範銀行 示範分行", "郵政劃撥帳號", "50123456", "常年會費 115 年"])
			expect(said).toContain(one);
		expect(said).toContain("石品睿 常年會費 115 年");
		expect(said).toContain("原 1,000 元，減免 50%，應繳 500 元");
		expect(said).toContain("1,500 元");
		expect(said).not.toContain("999-hidden");
		expect(form.elements.filter(({ attributes }) => attributes["data-copy"] === "50123456")).toHaveLength(1);
		const boxes = form.elements.filter(({ attributes }) => attributes.name === "items");
		expect(boxes.map(({ attributes }) => [attributes.value, "checked" in attributes])).toEqual([
			[itemValue(dues, 1000), true],
			[itemValue(childDues, 500), true],
		]);
		expect([fieldValue(form, "paid_on"), fieldValue(form, "payer_title")]).toEqual([TODAY, "石雅婷"]);
	});

	test("is sent once, for oneself and for a dependent, with a donation; the amount is the server's", async () => {
		const form = fields({ donation: "１,０００" });
		const first = await send(payments.create(), own, form);
		const again = await send(payments.create(), own, form);
		expect([first.status, again.status, again.to]).toEqual([303, 303, first.to]);
		const [row, ...others] = await mine();
		expect([row?.status, row?.amount, others]).toEqual(["submitted", 2_500, []]);
		expect(await partsOf(row?.id ?? 0)).toEqual([
			{ kind: "dues", dues_item_id: dues, member_id: memberId, amount: 1000 },
			{ kind: "dues", dues_item_id: childDues, member_id: childId, amount: 500 },
			{ kind: "donation", dues_item_id: null, member_id: memberId, amount: 1000 },
		]);
		const shownThen = words(await page(payments.show(row?.id ?? 0), own));
		for (const one of ["已送出，等候核對", "2,500 元", "石品睿 常年會費 115 年", String(last5)])
			expect(shownThen).toContain(one);
	});

	test("takes 民國 dates, full-width digits and the only account of its kind", async () => {
		const id = await sent({ last5: "４０７１８", paid_on: rocWords(TODAY), method: "transfer" });
		expect(await paymentNow(id)).toMatchObject({ last5: "40718", paid_on: TODAY });
	});

	test("a picture is the proof, shown to who sent it and to nobody else", async () => {
		const form = fields({ last5: "" });
		const answer = await send(payments.create(), own, form, { bytes: REAL.jpeg, name: "轉帳.jpg" });
		expect(answer.status).toBe(303);
		const [row] = await mine();
		const id = row?.id ?? 0;
		const shownPage = await page(payments.show(id), own);
		expect(shownPage.elements.find(({ name }) => name === "img")?.attributes.src).toBe(payments.proof(id));
		const file = await ask(payments.proof(id), { as: own });
		expect([file.status, file.headers.get("Content-Disposition")?.split(";")[0]]).toEqual([200, "inline"]);
		expect(await file.bytes()).toEqual(REAL.jpeg);
		const other = await signIn({ roles: ["member"] });
		await member({ userId: other.userId });
		for (const path of [payments.show(id), payments.edit(id), payments.proof(id)])
			expect([path, (await ask(path, { as: other })).status]).toEqual([path, 404]);
		const staff = await signIn({ roles: ["cashier"] });
		expect((await ask(payments.show(id), { as: staff })).status).toBe(403);
	});

	test("a PDF is a proof, and only ever downloaded", async () => {
		const pdf = { bytes: new TextEncoder().encode("%PDF-1.7\n%%EOF\n"), name: "明細.pdf", type: "application/pdf" };
		const answer = await send(payments.create(), own, fields({ last5: "" }), pdf);
		const shownThen = await page(answer.to ?? "", own);
		expect(words(shownThen)).toContain("下載您送出的 PDF");
		const file = await ask(`${answer.to}/proof`, { as: own });
		expect([file.status, file.headers.get("Content-Disposition")?.split(";")[0]]).toEqual([200, "attachment"]);
		expect(file.headers.get("Content-Security-Policy")).toBe("sandbox; default-src 'none'");
		await file.arrayBuffer();
	});

	test("a script gets the place to go on", async () => {
		const { answer } = await send(
			payments.create(),
			own,
			fields(),
			{ bytes: REAL.jpeg },
			{ Accept: "application/json" },
		);
		const [row] = await mine();
		expect([answer.status, await answer.json()]).toEqual([200, { to: payments.show(row?.id ?? 0) }]);
	});
});

const tomorrow = dateInTaipei(NOW + 86_400_000);
type Bad = { form?: Record<string, string | string[]>; file?: File; status?: number; said: string };
test.each<[string, Bad]>([
	["an amount of the form's own", { form: { amount: "1" }, said: "表單的欄位不正確" }],
	["nothing chosen", { form: { items: [] }, said: "請選擇要繳的會費。" }],
	["no proof of a transfer", { form: { last5: "" }, said: "請附上匯款證明，或填寫帳號末五碼。" }],
	["four digits", { form: { last5: "4071" }, said: "請填轉出帳號的最後 5 個數字。" }],
	["tomorrow", { form: { paid_on: tomorrow }, said: "繳費日期不能晚於今天" }],
	["a year that slipped", { form: { paid_on: "1026-03-05" }, said: "繳費日期不能晚於今天，也不能早於三年前" }],
	["a day that no calendar has", { form: { paid_on: "115/2/30" }, said: "看不懂這個日期" }],
	["an ambiguous date", { form: { paid_on: "12/3/5" }, said: "可能是民國12年3月5日，也可能是2012年3月5日" }],
	["a donation below zero", { form: { donation: "-500" }, said: "請填寫整數的金額" }],
	["half a dollar", { form: { donation: "0.5" }, said: "請填寫整數的金額" }],
	["a method of nobody's", { form: { method: "credit" }, said: "請選擇繳費方式。" }],
	["no title", { form: { payer_title: " " }, said: "請填寫收據抬頭。" }],
	[
		"HTML as a JPEG",
		{ file: { bytes: new TextEncoder().encode("<script>1</script>"), name: "a.jpg" }, said: "檔案的內容與副檔名不符" },
	],
	["11 MB", { file: { bytes: new Uint8Array(11 * 1024 * 1024), name: "a.jpg" }, said: "檔案太大" }],
	["17 MB", { file: { bytes: new Uint8Array(17 * 1024 * 1024), name: "a.jpg" }, status: 413, said: "什麼都沒有儲存" }],
])("%s is refused in words, and nothing is stored", async (_, { form, file, status = 422, said }) => {
	const answer = await send(payments.create(), own, fields(form), file);
	expect([answer.status, words(answer).includes(said) ? "" : words(answer)]).toEqual([status, ""]);
	expect(await mine()).toEqual([]);
	// Nothing typed is lost.
	if (status === 422 && form?.payer_title === undefined) expect(fieldValue(answer, "payer_title")).toBe("石雅婷");
});

test("another's item by its id, an item at another price, and one that is paid are refused", async () => {
	const stranger = await member({ name: "別人" });
	const theirs = await item({ memberId: stranger });
	const other = await send(payments.create(), own, fields({ items: [itemValue(theirs, 1000)] }));
	expect([other.status, words(other).includes("請重新選擇"), other.html.includes("別人")]).toEqual([422, true, false]);
	const cheaper = await send(payments.create(), own, fields({ items: [itemValue(dues, 1)] }));
	expect([cheaper.status, words(cheaper).includes("已被其他人更新")]).toEqual([409, true]);
	// What costs something else now is shown at its price, and stays ticked.
	expect(
		cheaper.elements.find(({ attributes }) => attributes.value === itemValue(dues, 1000))?.attributes,
	).toHaveProperty("checked");
	expect(await mine()).toEqual([]);
	await verify(await sent({ items: [itemValue(dues, 1000)] }), cashier, { at: NOW });
	const paid = await send(payments.create(), own, fields({ items: [itemValue(dues, 1000)], last5: String(last5 + 1) }));
	expect([paid.status, words(paid).includes("所選的會費已繳清")]).toEqual([422, true]);
});

test("who sent in all that they owe is told that it is being checked, not to pay", async () => {
	await rows("UPDATE members SET status = 'awaiting_payment' WHERE id = ?", memberId);
	expect(words(await page(paths.member.home(), own))).toContain("繳納會費、核對完成後，會員資格就會生效。");
	await sent();
	const home = words(await page(paths.member.home(), own));
	expect([home.includes("繳納會費、核對完成後"), home.includes("繳費資料已送出")]).toEqual([false, true]);
});

test("the same transfer twice is asked about once, and both are kept when it is another", async () => {
	await sent();
	const form = await page(payments.create(), own);
	expect(words(form)).toContain("這筆會費已有一筆等候核對的繳費");
	expect(form.elements.filter(({ attributes }) => attributes.name === "items" && "checked" in attributes)).toEqual([]);
	const again = await send(payments.create(), own, fields());
	expect([again.status, words(again).includes("這是另外一筆，不是重複送出")]).toEqual([422, true]);
	const id = await sent({ confirm_duplicate: "1" });
	expect((await mine()).map(({ status }) => status)).toEqual(["submitted", "submitted"]);
	expect(words(await page(payments.show(id), own))).toContain("其中有會費另有一筆等候核對的繳費");
	const home = words(await page(paths.member.home(), own));
	expect([home.includes("等候核對"), home.includes("查看送出的繳費")]).toEqual([true, true]);
});

test("a rejected one shows its reason and is sent again; one that waits is corrected and cancelled", async () => {
	const id = await sent();
	const reviewer = { userId: cashier, standsFor: [null] };
	await rejectPayment(db, { ref: await refOf(id), reason: "末五碼對不上", reviewer, by: by({ id: cashier }, NOW) });
	const rejected = words(await page(payments.show(id), own));
	for (const one of ["請補正後重送", "末五碼對不上", "修改並重新送出"]) expect(rejected).toContain(one);
	// It is told wherever one might pay anew, and what it was for is not ticked there.
	const anew = await page(payments.create(), own);
	for (const one of [anew, await page(paths.member.home(), own)])
		expect(one.elements.some(({ attributes }) => attributes.href === payments.show(id))).toBe(true);
	expect(anew.elements.filter(({ attributes }) => attributes.name === "items" && "checked" in attributes)).toEqual([]);
	const form = await page(payments.edit(id), own);
	expect([fieldValue(form, "last5"), fieldValue(form, "version")]).toEqual([String(last5), "2"]);
	const again = await send(
		payments.edit(id),
		own,
		fields({ version: "2", last5: String(last5 + 1), items: [itemValue(dues, 1000)] }),
	);
	expect([again.status, again.to]).toEqual([303, payments.show(id)]);
	expect(await paymentNow(id)).toMatchObject({ status: "submitted", last5: String(last5 + 1), amount: 1_000 });
	const stale = await send(payments.edit(id), own, fields({ version: "2" }));
	expect([stale.status, words(stale).includes("請看最新的狀態")]).toEqual([409, true]);
	const cancelled = await ask(payments.cancellation(id), { as: own, form: { version: "3" } });
	expect([cancelled.status, (await paymentNow(id)).status]).toEqual([303, "cancelled"]);
	expect(words(await page(payments.edit(id), own))).toContain("這筆繳費在核對前取消了。");
	const late = await ask(payments.cancellation(id), { as: own, form: { version: "4" } });
	expect([late.status, (await paymentNow(id)).status]).toEqual([422, "cancelled"]);
});

describe("who sees what", () => {
	test("staff who are members see nothing in their own area of what they recorded for others", async () => {
		const id = await sent();
		const clerk = await signIn({ roles: ["member", "secretary"] });
		await member({ userId: clerk.userId });
		await env.DB.prepare("UPDATE payments SET source = 'staff', submitted_by = ? WHERE id = ?")
			.bind(clerk.userId, id)
			.run();
		expect((await ask(payments.show(id), { as: clerk })).status).toBe(404);
		// Its payer still sees it, and may not change what staff recorded.
		expect((await ask(payments.show(id), { as: own })).status).toBe(200);
		expect((await ask(payments.edit(id), { as: own })).status).toBe(404);
	});

	test("a dependent with a login sees their part alone: not the payer's account, proof, title or other children", async () => {
		const child = await signIn({ name: "石品睿", roles: ["member"] });
		await env.DB.prepare("UPDATE members SET user_id = ? WHERE id = ?").bind(child.userId, childId).run();
		const id = await sent({ donation: "777" });
		const seen = words(await page(payments.show(id), child));
		expect(seen).toContain("500 元");
		for (const one of ["石雅婷", String(last5), "1,000", "777", "2,277"])
			expect([one, seen.includes(one)]).toEqual([one, false]);
		expect((await ask(payments.edit(id), { as: child })).status).toBe(404);
		await verify(id, cashier, { at: NOW });
		const [one] = await rows<{ id: number; number: string }>(
			"SELECT id, mark || number AS number FROM receipts WHERE payment_id = ? AND series = 'dues'",
			id,
		);
		const after = words(await page(payments.show(id), child));
		expect([after.includes("繳費完成"), after.includes(one?.number ?? "?")]).toEqual([true, false]);
	});

	test("of a dependent who came of age the guardian sees and pays the fees: no donation, discount or certificate", async () => {
		const adult = await signIn({ name: "石成年", roles: ["member"] });
		const adultId = await member({ userId: adult.userId, guardian: memberId, name: "石成年", birth: "2000-01-01" });
		const owed = await item({ memberId: adultId, percent: 50 });
		const form = words(await page(payments.create(), own));
		expect(form).toContain("石成年 常年會費 115 年應繳 500 元");
		const theirs = await send(payments.create(), adult, {
			...fields({ items: [itemValue(owed, 500)], donation: "333", last5: String(last5 + 1), payer_title: "石成年" }),
		});
		const id = Number(theirs.to?.split("/").at(-1));
		const seen = words(await page(payments.show(id), own));
		expect(seen).toContain("500 元");
		for (const one of ["333", "833", String(last5 + 1), "當時身障證明"])
			expect([one, seen.includes(one)]).toEqual([one, false]);
		await verify(id, cashier, { at: NOW });
		// And the guardian may pay: the item of next year.
		const next = await item({ memberId: adultId, year: 2027 });
		await sent({ items: [itemValue(next, 1000)], last5: String(last5 + 2) });
	});
});

describe("the history", () => {
	test("says by which certificate a fee was counted, also while it is renewed", async () => {
		const owed = await item({ memberId: childId, year: 2031, percent: 50 });
		await env.DB.prepare("UPDATE members SET disability_status = 'pending' WHERE id = ?").bind(childId).run();
		await sent({ items: [itemValue(owed, 500)], last5: String(last5 + 7) });
		expect(words(await page(payments.list(), own))).toContain("當時身障證明：已核准（更新審核中）");
	});

	test("has fee, amount, status, receipt, disability status at the time and day; imported ones their old number", async () => {
		await env.DB.prepare("UPDATE members SET disability_status = 'approved' WHERE id = ?").bind(childId).run();
		const id = await sent();
		await verify(id, cashier, { at: NOW });
		const [one] = await rows<{ id: number; number: string }>(
			"SELECT id, mark || number AS number FROM receipts WHERE payment_id = ?",
			id,
		);
		const list = await page(payments.list(), own);
		const said = words(list);
		for (const part of ["常年會費 115 年", "1,000 元", "繳費完成", `收據 ${one?.number}`, "當時身障證明：已核准"])
			expect(said).toContain(part);
		expect(list.elements.filter(({ attributes }) => attributes.href === receipt.show(one?.id ?? 0))).toHaveLength(2);
		const home = words(await page(paths.member.home(), own));
		expect([home.includes("繳費完成"), home.includes(`收據 ${one?.number}`)]).toEqual([true, true]);
		const family = words(await page(paths.member.dependent.show(childId), own));
		expect([family.includes("石品睿 常年會費 115 年"), family.includes("1,000 元")]).toEqual([true, false]);

		const old = await env.DB.prepare(
			`INSERT INTO payments (source, method, paid_on, amount, payer_member_id, payer_title, submitted_at, created_at, updated_at)
			VALUES ('import', 'cash', '2020-02-03', 800, ?, '石雅婷', 1, 1, 1) RETURNING id`,
		)
			.bind(memberId)
			.first<number>("id");
		await env.DB.batch([
			env.DB.prepare(
				"INSERT INTO payment_allocations (payment_id, kind, member_id, amount) VALUES (?, 'credit', ?, 800)",
			).bind(old, memberId),
			env.DB.prepare("UPDATE payments SET old_receipt_no = 'A-0099' WHERE id = ?").bind(old),
			env.DB.prepare("UPDATE payments SET status = 'verified', verified_at = ? WHERE id = ?").bind(
				Date.UTC(2020, 1, 5),
				old,
			),
			env.DB.prepare("INSERT INTO payment_events (payment_id, seq, step, at) VALUES (?, 1, 'verify', 1)").bind(old),
		]);
		const after = words(await page(payments.list(), own));
		for (const part of ["2020年2月3日 原收據 A-0099", "核對日 2020年2月5日", "溢繳款 800 元"])
			expect(after).toContain(part);
		// A null time of verification breaks no page.
		expect((await ask(payments.show(old ?? 0), { as: own })).status).toBe(200);
	});

	test("says what was paid too much, of oneself and of dependents, and of nobody else", async () => {
		const credit = async (of: number, amount: number) => {
			const id = await submit(payment([{ kind: "credit", memberId: of, amount }], { method: "cash" }), {
				userId: cashier,
				source: "staff",
				at: NOW,
			});
			const other = (await person({ roles: ["cashier"] })).id;
			await verify(id, other, { at: NOW });
		};
		await credit(memberId, 250);
		await credit(childId, 80);
		await credit(await member({ name: "別人" }), 999);
		const home = words(await page(paths.member.home(), own));
		expect(home).toContain("溢繳款 250 元、石品睿 溢繳款 80 元");
		expect(home).not.toContain("999");
		await applyCredit(db, {
			memberId,
			duesItemIds: [dues],
			key: crypto.randomUUID(),
			reviewer: { userId: cashier, standsFor: [null] },
			by: by({ id: cashier }, NOW),
		});
		const after = words(await page(paths.member.home(), own));
		expect([after.includes("250 元"), after.includes("已繳 250 元，還差 750 元")]).toEqual([true, true]);
		expect(after).not.toContain("溢繳款 250 元、");
		const [used] = await rows<{ id: number }>(
			"SELECT id FROM payments WHERE method = 'credit' AND payer_member_id = ?",
			memberId,
		);
		expect(words(await page(payments.show(used?.id ?? 0), own))).toContain("用溢繳款折抵，原來繳款時已開立收據。");
	});

	test("takes the same number of queries whatever there is", async () => {
		const pages = [paths.member.home(), payments.list(), payments.create()];
		const before = [];
		for (const path of pages) before.push(await tripsOf(path, own));
		for (let at = 0; at < 3; at++) await item({ memberId, year: 2027 + at });
		await sent();
		const after = [];
		for (const path of pages) after.push(await tripsOf(path, own));
		expect([before, after]).toEqual([
			[2, 2, 2],
			[2, 2, 2],
		]);
	});
});
