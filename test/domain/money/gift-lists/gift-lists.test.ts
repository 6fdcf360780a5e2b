import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { standingDocuments } from "#db/content/document-writes.ts";
import { readRows } from "#db/read.ts";
import { addVersion, editDocument, restoreVersion } from "#domain/content/documents/actions.ts";
import { giftPaper } from "#domain/money/gift-lists/list.ts";
import { sayNaming } from "#domain/money/payments/naming-actions.ts";
import { rocWords } from "#kernel/calendar.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { paperPdf } from "#platform/table-pdf.ts";
import { bring, draft, office } from "../../../support/finance.ts";
import {
	ASSOCIATION,
	booksNow,
	giftsNow,
	HALF,
	LATER,
	listed,
	listNow,
	nameDonor,
	publish,
} from "../../../support/gift-lists.ts";
import { donor, inKind, posted, recorded, reversed } from "../../../support/income.ts";
import { db, dues, owing, payment, submit, verify } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { by, person, rows } from "../../../support/users.ts";

let people: Awaited<ReturnType<typeof office>>;
let [cashier, accountant, chair] = [0, 0, 0];

beforeAll(async () => {
	const secretary = await person({ roles: ["secretary", "applicant"] });
	people = { ...(await office()), applicant: { id: secretary.id, held: [] } };
	[cashier, accountant, chair] = [people.cashier.id, people.accountant.id, people.chair.id];
});

/** The code by which it was refused; undefined when it was done. */
const refusalOf = (done: Promise<unknown>): Promise<unknown> => done.then(() => undefined, codeOf);
const give = async (more: Parameters<typeof recorded>[1]): Promise<number> => {
	const id = await recorded(cashier, more);
	await posted(id, accountant);
	return id;
};

test("names whom it may, says 善心人士 of everybody else, and agrees with the books", async () => {
	const named = await donor({ name: "林淑芬", naming: "name" });
	const asked = await donor({ name: "王不具", naming: "anonymous" });
	const alias = await donor({ name: "陳大文", naming: "other", publicName: "陳府全家" });
	const unasked = await donor({ name: "沒人問", naming: null });
	await give({ donorId: named, payerTitle: "林淑芬", amount: 5_000, receivedOn: "2026-03-01" });
	await give({ donorId: asked, payerTitle: "王不具", amount: 700, receivedOn: "2026-03-02" });
	await give({ donorId: alias, payerTitle: "陳大文", amount: 300, receivedOn: "2026-03-03" });
	await give({ donorId: unasked, payerTitle: "沒人問", amount: 40, receivedOn: "2026-03-04" });
	await give({ amount: 1, receivedOn: "2026-02-04" });
	await give({ donorId: named, payerTitle: "林淑芬", ...inKind, receivedOn: "2026-03-01" });
	expect(await refusalOf(publish(accountant, { at: Date.UTC(2026, 5, 30, 15) }))).toBe("gift_list.not_over");
	await publish(accountant);
	expect(await listed()).toEqual([
		"2026-02-04 善心人士 1",
		"2026-03-01 林淑芬 5000",
		"2026-03-02 善心人士 700",
		"2026-03-03 陳府全家 300",
		"2026-03-04 善心人士 40",
		"2026-03-01 林淑芬 輪椅 2 台",
	]);
	expect(await booksNow()).toMatchObject({ booked: 6_041, reached: 6_041, sum: 6_041 });
	const [document] = await rows("SELECT kind, state, visibility, title, slug FROM documents");
	expect(document).toEqual({
		kind: "donations",
		state: "published",
		visibility: "public",
		title: "115 年上半年捐款徵信",
		slug: "donations-2026-h1",
	});
});

test("the file is what the list's rows say, and the files of before are gone when a name is taken back", async () => {
	const [first] = await rows<{ object_key: string }>("SELECT object_key FROM document_versions");
	const gifts = await giftsNow();
	const fileNow = async () => {
		const [file] = await rows<{ sha256: string; number: number }>("SELECT sha256, number FROM document_versions");
		return file;
	};
	const paper = async () =>
		sha256Hex(
			await paperPdf(env, giftPaper(HALF, await giftsNow(), { association: ASSOCIATION, on: rocWords("2026-07-02") })),
		);
	expect((await fileNow())?.sha256).toBe(await paper());
	const [named] = gifts.filter(({ name }) => name === "林淑芬");
	expect(await listNow()).toMatchObject({ is_outdated: 0 });
	await nameDonor(named?.donor_id ?? 0, "anonymous");
	expect(await listNow()).toMatchObject({ is_outdated: 1, version: 1 });
	expect(await listed()).toContain("2026-03-01 林淑芬 5000");
	await publish(accountant);
	expect(await listNow()).toMatchObject({ is_outdated: 0, version: 2, number: 2 });
	expect((await listed()).join()).not.toContain("林淑芬");
	expect(await rows("SELECT number FROM document_versions")).toEqual([{ number: 2 }]);
	expect((await fileNow())?.sha256).toBe(await paper());
	expect(await rows("SELECT 1 FROM document_versions WHERE object_key = ?", first?.object_key ?? "")).toEqual([]);
});

test("nobody uploads or restores a version of it, opens it to fewer, or makes it another kind", async () => {
	const list = await listNow();
	const id = list?.document_id ?? 0;
	const [[row]] = await readRows(env.DB, standingDocuments([id]));
	if (!row) throw new Error("there is no document");
	const may = new Set(["documents.publish", "documents.manage"] as const);
	const keeper = { ...by({ id: accountant }, LATER), may };
	const ref = { id, version: row.version };
	const upload = {
		filename: "名單.pdf",
		bytes: new TextEncoder().encode("%PDF-1.7\n%%EOF"),
		declaredType: "application/pdf",
	};
	expect(await refusalOf(addVersion(env, db, { ref, upload, note: "", ...keeper }))).toBe("document.is_pressed");
	expect(await refusalOf(restoreVersion(db, ref, { number: 1, ...keeper }))).not.toBe(undefined);
	const input = { ...row, permission: null, kind: "general" as const };
	expect(await refusalOf(editDocument(db, ref, { input, ...keeper }))).toBe("document.is_pressed");
	for (const sql of [
		"UPDATE documents SET current_version = 1, pressed_version = NULL WHERE pressed_version IS NOT NULL",
		"UPDATE documents SET visibility = 'members' WHERE pressed_version IS NOT NULL",
		"UPDATE gift_list_rows SET name = '林淑芬'",
		"DELETE FROM gift_list_rows",
		"INSERT INTO gift_list_rows SELECT document_id, 'income', 999, 0, '2026-03-03', '某人', 1, '', '' FROM gift_lists",
		"UPDATE gift_lists SET half = '2025-H1', from_on = '2025-01-01', to_on = '2025-06-30'",
	])
		await expect(env.DB.prepare(sql).run()).rejects.toThrow(/is_pressed|gift_list\.moved/);
	// Opened by hand, it can be sealed with nothing but what the gifts are and what their givers allow.
	await env.DB.batch([
		env.DB.prepare("UPDATE gift_lists SET is_sealed = 0"),
		env.DB.prepare("DELETE FROM gift_list_rows WHERE name = ''"),
	]);
	expect(await listNow()).toMatchObject({ is_outdated: 1 });
	await expect(env.DB.prepare("UPDATE gift_lists SET is_sealed = 1").run()).rejects.toThrow("gift_list.moved");
	await publish(accountant);
	expect(await listNow()).toMatchObject({ is_outdated: 0 });
});

test("a member's gift is theirs to name; what is given back is not in it, and a reversal is none", async () => {
	const owed = await owing();
	const [member] = await rows<{ name: string }>("SELECT name FROM members WHERE id = ?", owed.memberId);
	const paymentId = await submit(
		payment([dues(owed), { kind: "donation", memberId: owed.memberId, amount: 900 }]),
		owed,
	);
	await verify(paymentId, cashier);
	const said = async () => (await giftsNow()).find(({ source }) => source === "payment");
	expect(await said()).toMatchObject({ name: "", why: "unasked", amount: 900 });
	expect(await listNow()).toMatchObject({ is_outdated: 1 });
	await sayNaming(db, { memberId: owed.memberId, isNamed: true, by: by({ id: owed.userId }, LATER) });
	expect(await said()).toMatchObject({ name: member?.name, why: "name" });
	const linked = await donor({ name: "同一個人", naming: "anonymous" });
	await rows("UPDATE donors SET member_id = ? WHERE id = ?", owed.memberId, linked);
	expect(await said()).toMatchObject({ name: "", why: "anonymous" });
	await rows("UPDATE donors SET naming = 'name' WHERE id = ?", linked);
	await publish(accountant);
	expect(await listed()).toContain(`2026-03-03 ${member?.name} 900`);

	const refund = await draft(people.applicant, {
		kind: "refund",
		refundOf: "donation",
		paymentId,
		payeeMemberId: owed.memberId,
		payeeTaxId: null,
		lines: [{ summary: "退捐款", amount: 400 }],
	});
	await bring(refund, people, "accountant", { code: "4210" });
	expect(await listNow()).toMatchObject({ is_outdated: 0 });
	await bring(refund, people, "chair", { code: "4210" });
	expect(await listNow()).toMatchObject({ is_outdated: 1 });
	expect(await said()).toMatchObject({ amount: 500 });
	const gift = await give({ amount: 8_000, receivedOn: "2026-03-05" });
	expect(await booksNow()).toMatchObject({ given_back: 400, refunds: -400 });
	await reversed(gift, chair);
	const books = await booksNow();
	expect(books).toMatchObject({ reversed: 8_000, reversals: -8_000 });
	expect(books.reached).toBe(books.booked);
	await publish(accountant);
	expect(await listed()).toContain(`2026-03-03 ${member?.name} 500`);
});

test("of two presses one publishes, and a permission that is taken back meanwhile publishes nothing", async () => {
	const { version = 0 } = (await listNow()) ?? {};
	const both = await Promise.all([1, 2].map(() => refusalOf(publish(accountant, { version }))));
	expect(both.filter((code) => code === undefined)).toHaveLength(1);
	expect(["gift_list.moved", "document.stale"]).toContain(both.find((code) => code !== undefined));
	const id = await donor({ name: "改變心意", naming: "name" });
	await give({ donorId: id, payerTitle: "改變心意", amount: 20, receivedOn: "2026-03-04" });
	const race = publish(accountant);
	await nameDonor(id, "anonymous");
	await refusalOf(race);
	if ((await listed()).join().includes("改變心意")) expect(await listNow()).toMatchObject({ is_outdated: 1 });
	await publish(accountant);
	expect((await listed()).join()).not.toContain("改變心意");
});
