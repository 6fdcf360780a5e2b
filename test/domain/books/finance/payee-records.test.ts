/** A request and the record of its payee: which one it names, and what is said when the account is another than last time. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { lastPayment } from "#db/books/payee-of.ts";
import { readRows } from "#db/read.ts";
import { editDocument } from "#domain/books/finance/actions.ts";
import type { FinanceInput } from "#domain/books/finance/form.ts";
import { editPayee } from "#domain/books/payees/actions.ts";
import { paths } from "#http/paths.ts";
import { acting, bring, draft, fund, input, now, office, refOf, type Until } from "../../../support/finance.ts";
import { ACCOUNT, payee, payeeInput, payeeRef } from "../../../support/payees.ts";
import { db } from "../../../support/payments.ts";
import { ask, type Person, signIn } from "../../../support/people.ts";
import { AT, by, rows } from "../../../support/users.ts";

const { finance, payees } = paths.admin;
const DAY = 86_400_000;
const CHANGED = "受款帳號與上次付款不同";
const FIRST = "第一次付款給這位受款人";
let people: Awaited<ReturnType<typeof office>>;
let cashier: Person;
let applicant: Person;

beforeAll(async () => {
	await signIn({ name: "登錄的人", roles: ["accountant"] });
	people = await office();
	cashier = await signIn({ name: "出納乙", roles: ["cashier"] });
	applicant = await signIn({ name: "申請人乙", roles: ["applicant"] });
	await fund();
});

const payeeIdOf = async (id: number) =>
	(await rows<{ payee_id: number | null }>("SELECT payee_id FROM finance_documents WHERE id = ?", id))[0]?.payee_id;
const sent = async (more: Partial<FinanceInput>, until: Until, at = AT) =>
	bring(await draft(people.applicant, more), people, until, { at });
const page = async (id: number, as = cashier) => (await ask(finance.show(id), { as })).text();
/** What the page says of the payee's account. */
const said = async (id: number) => {
	const shown = await page(id);
	return [CHANGED, FIRST].filter((words) => shown.includes(words));
};

test("a request names the one active record with the typed name and 統一編號, and no other", async () => {
	const company = await payee({ kind: "company", name: "甲印刷有限公司", taxId: "04595257" });
	const first = await payee({ name: "王小明" });
	const typed = (payeeName: string, payeeTaxId: string | null = null) =>
		draft(people.applicant, { payeeName, payeeTaxId });
	expect(await payeeIdOf(await typed("甲印刷 有限公司", "04595257"))).toBe(company);
	expect(await payeeIdOf(await typed("甲印刷有限公司"))).toBeNull();
	expect(await payeeIdOf(await typed("甲印刷", "04595257"))).toBeNull();
	const one = await typed("王小明先生");
	expect(await payeeIdOf(one)).toBe(first);
	// Two people of one name, or one who is switched off, are nobody.
	await payee({ name: "王小明" });
	await editDocument(env, db, {
		ref: await refOf(one),
		input: input({ payeeName: "王小明", payeeTaxId: null }),
		by: acting(people.applicant),
	});
	expect(await payeeIdOf(one)).toBeNull();
	const off = {
		ref: await payeeRef(company),
		input: payeeInput({ kind: "company", name: "甲印刷有限公司", taxId: "04595257", nationalId: undefined }),
		isActive: false,
		by: by({ id: 1 }),
	};
	await editPayee(env, db, off);
	expect(await payeeIdOf(await typed("甲印刷有限公司", "04595257"))).toBeNull();
});

test("a staff user is their own record, whatever it is called; the content that is hashed does not name it", async () => {
	const { userId } = await signIn({ name: "同仁丙", roles: ["secretary"] });
	const id = await payee({ name: "丙的戶名", userId });
	const document = await draft(people.applicant, {
		kind: "reimbursement",
		payeeName: "",
		payeeTaxId: null,
		payeeUserId: userId,
	});
	expect(await payeeIdOf(document)).toBe(id);
	await bring(document, people, "submitted");
	const [kept] = await rows<{ content: string }>(
		"SELECT content FROM finance_revisions WHERE document_id = ?",
		document,
	);
	expect(kept?.content).not.toContain("payeeId");
	await expect(rows("UPDATE finance_documents SET payee_id = NULL WHERE id = ?", document)).rejects.toThrow(
		"finance.is_final",
	);
});

test("the account is compared with the last one that was paid: by record, by name or by 統一編號", async () => {
	const named = { payeeName: "乙影像工作室", payeeTaxId: "12345675", payeeAccount: "111-222" };
	const first = await sent(named, "submitted");
	expect(await said(first)).toEqual([FIRST]);
	await bring(first, people, "paid");
	// Once it is paid, nothing is said of it any more.
	expect(await said(first)).toEqual([]);
	const same = await sent({ ...named, payeeAccount: "111222" }, "submitted", AT + DAY);
	expect(await said(same)).toEqual([]);
	const other = await sent({ ...named, payeeAccount: "333-444" }, "submitted", AT + DAY);
	expect(await said(other)).toEqual([CHANGED]);
	const shown = await page(other);
	const number = `F115-${String((await now(first)).seq).padStart(4, "0")}`;
	for (const part of ["333-444", "111-222", number, "3月"]) expect([part, shown.includes(part)]).toEqual([part, true]);
	// The same 統一編號 under another name, and the same name without one.
	expect(await said(await sent({ ...named, payeeName: "乙影像", payeeAccount: "9" }, "submitted", AT + DAY))).toEqual([
		CHANGED,
	]);
	expect(await said(await sent({ ...named, payeeTaxId: null, payeeAccount: "9" }, "submitted", AT + DAY))).toEqual([
		CHANGED,
	]);
	// Cash has no account; who was paid in cash was paid.
	expect(
		await said(await sent({ ...named, payBy: "cash", payeeBank: "", payeeAccount: "" }, "submitted", AT + DAY)),
	).toEqual([]);
});

test("a record of the payee tells people of one name apart, and knows what was paid before there was one", async () => {
	const old = { payeeName: "丁講師", payeeTaxId: null, payeeAccount: "555-1" };
	await sent(old, "paid");
	const id = await payee({ name: "丁講師" }, { ...ACCOUNT, account: "555-2" });
	const next = await sent({ ...old, payeeAccount: "555-2" }, "submitted", AT + DAY);
	expect([await payeeIdOf(next), await said(next)]).toEqual([id, [CHANGED]]);
	await bring(next, people, "paid", { at: AT + DAY });
	expect(await said(await sent({ ...old, payeeAccount: "555-2" }, "submitted", AT + 2 * DAY))).toEqual([]);
	// A namesake with a record of their own was never paid.
	const { userId } = await signIn({ name: "丁講師", roles: ["secretary"] });
	await payee({ name: "丁講師", userId });
	const [[last]] = await readRows(env.DB, lastPayment(next));
	expect(last).toMatchObject({ payee_id: id, account: "555-1" });
});

test("the payment page warns too; the applicant is told nothing of others' accounts", async () => {
	const named = { payeeName: "戊商行", payeeTaxId: null, payeeAccount: "777-1" };
	await sent(named, "paid");
	const changed = await sent({ ...named, payeeAccount: "777-2" }, "chair", AT + DAY);
	const pay = await (await ask(finance.payment(changed), { as: cashier })).text();
	expect([pay.includes(CHANGED), pay.includes("777-1")]).toEqual([true, true]);
	await rows("UPDATE finance_documents SET applicant_id = ? WHERE id = ?", applicant.userId, changed).catch(
		() => undefined,
	);
	const own = await draft({ id: applicant.userId, held: [] }, { ...named, payeeAccount: "777-3" });
	const theirs = await page(own, applicant);
	expect([theirs.includes("777-3"), theirs.includes(CHANGED), theirs.includes("777-1")]).toEqual([true, false, false]);
});

test("a payee without a record is stored by one press, filled from the request", async () => {
	const id = await sent(
		{ payeeName: "己企業社", payeeTaxId: "10458575", payeeBank: "臺灣銀行 城中分行", payeeAccount: "888-1" },
		"submitted",
	);
	const href = `${payees.create()}?request=${id}`;
	expect(await page(id)).toContain(href);
	const form = await (await ask(href, { as: cashier })).text();
	for (const part of ["己企業社", "10458575", "臺灣銀行 城中分行", "888-1"])
		expect([part, form.includes(part)]).toEqual([part, true]);
	await payee({ kind: "company", name: "己企業社", taxId: "10458575" });
	expect(await page(id)).not.toContain(href);
	const chair = await signIn({ name: "理事長乙", roles: ["chair"] });
	expect(await page(id, chair)).not.toContain("存成受款人");
});

test("suggestions: everybody for who sees payees; for an applicant companies, and people whom they had paid", async () => {
	await payee({ kind: "company", name: "庚文具行", taxId: "53212539" }, { ...ACCOUNT, account: "999-1" });
	await payee({ name: "庚講師", nationalId: "A123456789" }, ACCOUNT);
	const both = await signIn({ name: "出納兼申請", roles: ["cashier", "applicant"] });
	const offers = async (as: Person, q: string) => {
		const answer = await ask(`${payees.found()}?q=${encodeURIComponent(q)}`, { as });
		return ((await answer.json()) as { data: { label: string; account: string }[] }).data;
	};
	const names = async (as: Person, q: string) => (await offers(as, q)).map(({ label }) => label);
	expect(await names(both, "庚")).toEqual(["庚文具行", "庚講師"]);
	expect(await names(applicant, "庚")).toEqual(["庚文具行"]);
	expect(await names(applicant, "5321")).toEqual(["庚文具行"]);
	expect(await names(applicant, "")).toEqual([]);
	expect(await offers(both, "庚講師")).toEqual([
		{
			label: "庚講師",
			sub: "A12****789　004 臺灣銀行",
			taxId: "",
			bank: "004 臺灣銀行 城中",
			account: ACCOUNT.account,
		},
	]);
	// A draft, or a request that was only sent, tells nothing of the payee; what was paid is the account that they typed.
	const asked = { payeeName: "庚講師", payeeTaxId: null, payeeBank: "郵局", payeeAccount: "12-34" };
	const own = await draft({ id: applicant.userId, held: [] }, asked);
	expect(await names(applicant, "庚講")).toEqual([]);
	await bring(own, { ...people, applicant: { id: applicant.userId, held: [] } }, "submitted");
	expect(await names(applicant, "庚講")).toEqual([]);
	await bring(own, people, "paid");
	const told = { label: "庚講師", sub: "郵局", taxId: "", bank: "郵局", account: "12-34" };
	expect(await offers(applicant, "庚講")).toEqual([told]);
	// Nor is the account of a company told to who never had it paid.
	expect(await offers(applicant, "庚文具")).toEqual([
		{ label: "庚文具行", sub: "53212539", taxId: "53212539", bank: "", account: "" },
	]);
});
