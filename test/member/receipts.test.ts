import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { reversePayment } from "#domain/money/payments/verification-actions.ts";
import { voidReceipt } from "#domain/money/receipts/actions.ts";
import { paths } from "#http/paths.ts";
import { member } from "../support/certificates.ts";
import { twice } from "../support/issued.ts";
import { fieldValue, page, type Shown, tripsOf } from "../support/pages.ts";
import { db, dues, item, payment, refOf, submit, verify } from "../support/payments.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { by, person, rows } from "../support/users.ts";

const { receipt, payments } = paths.member;
const NOW = Date.now();
const MINUTE = 60_000;

let own: Person;
let memberId: number;
let cashier: number;
let paymentId: number;
beforeEach(async () => {
	own = await signIn({ name: "石雅婷", roles: ["member"] });
	memberId = await member({ userId: own.userId, name: "石雅婷" });
	cashier = (await person({ name: "許雅雯", roles: ["cashier"] })).id;
	const owed = { memberId, itemId: await item({ memberId }) };
	paymentId = await submit(payment([dues(owed)], { payerTitle: "石雅婷" }), { userId: own.userId, at: NOW });
	await verify(paymentId, cashier, { at: NOW });
});

type Row = {
	id: number;
	version: number;
	number: string;
	original_at: number | null;
	original_by: number | null;
	member_id: number | null;
};
const receiptsOf = (id = paymentId) =>
	rows<Row>("SELECT *, mark || number AS number FROM receipts WHERE payment_id = ? ORDER BY id", id);
async function only(id = paymentId): Promise<Row> {
	const [row, ...more] = await receiptsOf(id);
	if (!row || more.length > 0) throw new Error("not one receipt");
	return row;
}
const words = ({ html }: Pick<Shown, "html">): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
const isCopy = (one: Shown): boolean => one.html.includes('class="slip-copy"');
const take = (id: number, as: Person, key: string = crypto.randomUUID()) =>
	ask(receipt.original(id), { as, form: { _key: key } });

test("the receipt is a page with its paper, and a copy until the original is taken, once", async () => {
	const { id, number } = await only();
	const first = await page(receipt.show(id), own);
	const said = words(first);
	for (const one of [`收據 ${number}`, "會費收據", "1,000 元", "新臺幣壹仟元整", "石雅婷", "領取正本"])
		expect(said).toContain(one);
	expect(isCopy(first)).toBe(true);
	const key = fieldValue(first, "_key") ?? "";
	const taken = await take(id, own, key);
	const row = await only();
	expect([taken.status, taken.headers.get("Location"), row.original_by]).toEqual([
		303,
		`${receipt.show(id)}?original=${row.original_at}`,
		own.userId,
	]);
	const original = await page(taken.headers.get("Location") ?? "", own);
	expect([isCopy(original), words(original).includes("這是正本")]).toEqual([false, true]);
	// Pressed twice: the same original. Asked for anew: there is none.
	expect((await take(id, own, key)).headers.get("Location")).toBe(taken.headers.get("Location"));
	const again = await take(id, own);
	expect([again.status, (await again.text()).includes("正本已經列印過")]).toEqual([422, true]);
	expect(isCopy(await page(receipt.show(id), own))).toBe(true);
	expect(
		await rows("SELECT action FROM audit_log WHERE auditable_type = 'receipt' AND auditable_id = ?", String(id)),
	).toEqual([{ action: "receipt.print" }]);
});

test("the address of the original is a copy for anybody else, for another moment, and after a quarter of an hour", async () => {
	const { id } = await only();
	await take(id, own);
	const { original_at: at } = await only();
	const address = (moment: number | null) => `${receipt.show(id)}?original=${moment}`;
	expect(isCopy(await page(address(at), own))).toBe(false);
	expect(isCopy(await page(address((at ?? 0) + 1), own))).toBe(true);
	const child = await signIn({ roles: ["member"] });
	await env.DB.prepare("UPDATE members SET guardian_member_id = ? WHERE id = ?")
		.bind(await member({ userId: child.userId }), memberId)
		.run();
	expect(isCopy(await page(address(at), child))).toBe(true);
	const owed = { memberId, itemId: await item({ memberId, year: 2027 }) };
	const old = await submit(payment([dues(owed)]), { userId: own.userId, at: NOW });
	await verify(old, cashier, { at: NOW });
	const late = await only(old);
	const then = Date.now() - 16 * MINUTE;
	await env.DB.prepare("UPDATE receipts SET original_at = ?, original_by = ? WHERE id = ?")
		.bind(then, own.userId, late.id)
		.run();
	expect(isCopy(await page(`${receipt.show(late.id)}?original=${then}`, own))).toBe(true);
});

test("the PDF is a file, a copy by its name; where the font lacks a character it is the page, and says so", async () => {
	const { id, number } = await only();
	const file = await ask(receipt.pdf(id), { as: own });
	expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
	expect(decodeURIComponent(file.headers.get("Content-Disposition") ?? "")).toContain(`收據 ${number}（副本）.pdf`);
	expect(new TextDecoder("latin1").decode(await file.arrayBuffer()).startsWith("%PDF-")).toBe(true);
	await take(id, own);
	const { original_at } = await only();
	const original = await ask(`${receipt.pdf(id)}?original=${original_at}`, { as: own });
	expect(decodeURIComponent(original.headers.get("Content-Disposition") ?? "")).toContain(`收據 ${number}.pdf`);
	await original.arrayBuffer();

	const rare = { memberId, itemId: await item({ memberId, year: 2027 }) };
	const paid = await submit(payment([dues(rare)], { payerTitle: "王𡍼" }), { userId: own.userId, at: NOW });
	await verify(paid, cashier, { at: NOW });
	const { id: rareId } = await only(paid);
	const instead = await page(receipt.pdf(rareId), own);
	expect([instead.status, words(instead).includes("PDF 的字型沒有「𡍼」")]).toEqual([200, true]);
});

test("a receipt opens for its payer, its members and who acts for them, and for nobody else", async () => {
	const { id } = await only();
	const stranger = await signIn({ roles: ["member"] });
	await member({ userId: stranger.userId });
	for (const path of [receipt.show(id), receipt.pdf(id)])
		expect([path, (await ask(path, { as: stranger })).status]).toEqual([path, 404]);
	expect([(await take(id, stranger)).status, (await only()).original_at]).toEqual([404, null]);
	const staff = await signIn({ roles: ["cashier"] });
	expect((await ask(receipt.show(id), { as: staff })).status).toBe(403);

	// A parent pays for two children: with one receipt neither child's login opens it; with one each, each opens its own.
	const children = await Promise.all(
		["甲", "乙"].map(async (name) => {
			const person = await signIn({ name, roles: ["member"] });
			const child = await member({ userId: person.userId, guardian: memberId, name, birth: "2015-01-01" });
			return { person, memberId: child, itemId: await item({ memberId: child }) };
		}),
	);
	const both = children.map((child) => dues(child));
	const one = await submit(payment(both, { payerMemberId: memberId }), { userId: own.userId, at: NOW });
	await verify(one, cashier, { at: NOW });
	const shared = await only(one);
	const opens = async (receiptId: number) => {
		const everybody = [own, ...children.map(({ person }) => person)];
		return Promise.all(everybody.map(async (as) => (await ask(receipt.show(receiptId), { as })).status));
	};
	expect(await opens(shared.id)).toEqual([200, 404, 404]);
	const next = await Promise.all(
		children.map(async (child) => dues({ ...child, itemId: await item({ memberId: child.memberId, year: 2027 }) })),
	);
	const each = await submit(payment(next, { payerMemberId: memberId, receiptSplit: "per_member" }), {
		userId: own.userId,
		at: NOW,
	});
	await verify(each, cashier, { at: NOW });
	const [first, second] = await receiptsOf(each);
	expect([await opens(first?.id ?? 0), await opens(second?.id ?? 0)]).toEqual([
		[200, 200, 404],
		[200, 404, 200],
	]);
	const seen = words(await page(payments.show(each), children[0]?.person ?? own));
	expect([seen.includes(first?.number ?? "?"), seen.includes(second?.number ?? "?")]).toEqual([true, false]);
});

test("a receipt that is void says so, with its reason and what took its place; its original is gone", async () => {
	const seen = await only();
	const wrong = { ref: seen, reason: "抬頭錯了", replacement: "title", payerTitle: "石氏企業" } as const;
	await twice((who) => voidReceipt(db, { ...wrong, by: by(who, NOW) }));
	const [, replaced] = await receiptsOf();
	const after = await page(receipt.show(seen.id), own);
	for (const one of ["這張收據已作廢", "抬頭錯了", `改開的收據 ${replaced?.number}`])
		expect(words(after)).toContain(one);
	expect((await take(seen.id, own)).status).toBe(422);
	expect(words(await page(receipt.show(replaced?.id ?? 0), own))).toContain("石氏企業");
	const chair = (await person({ roles: ["chair"] })).id;
	const reviewer = { userId: chair, standsFor: [null] };
	await reversePayment(db, {
		ref: await refOf(paymentId),
		reason: "款項沒有入帳",
		reviewer,
		by: by({ id: chair }, NOW),
	});
	const reversed = words(await page(payments.show(paymentId), own));
	for (const one of ["已更正（原收款取消）", "款項沒有入帳", "作廢的收據"]) expect(reversed).toContain(one);
	expect(words(await page(paths.member.home(), own))).toContain("未繳");
});

test("takes two round trips", async () => {
	const { id } = await only();
	expect(await tripsOf(receipt.show(id), own)).toBe(2);
});
