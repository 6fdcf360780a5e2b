/** The pages of documents, income, deposits and books: what is typed, whose it is, forms sent twice, stale or without signing in anew. */

import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { createBudget } from "#domain/books/budgets/actions.ts";
import { commentDocument, createDocument } from "#domain/books/finance/actions.ts";
import { rejectDocument } from "#domain/books/finance/review-actions.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { createProject } from "#domain/books/projects/actions.ts";
import { createTemplate } from "#domain/books/voucher-templates/actions.ts";
import { createVoucher } from "#domain/books/vouchers/actions.ts";
import { createDonor } from "#domain/money/donors/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { accountId, bring, draft, input, now, reviewersOf } from "../support/finance.ts";
import { donorInput, incomeNow, posted, recorded } from "../support/income.ts";
import { db } from "../support/payments.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { REAL } from "../support/pictures.ts";
import { rows } from "../support/users.ts";

const { finance, income, ledger, deposits } = paths.admin;
const EVIL = `<img src=x onerror=alert(1)>"'</script><script>x</script>`;
const FORMULA = `=HYPERLINK("http://x")`;
const NOW = Date.now();
const TODAY = dateInTaipei(NOW);
const YEAR = Number(TODAY.slice(0, 4));
const ALL = ["applicant", "cashier", "accountant", "chair"];

let people: Record<"applicant" | "cashier" | "accountant" | "chair" | "other", Person>;
beforeAll(async () => {
	people = {
		applicant: await signIn({ name: "葉芷寧", roles: ["applicant"] }),
		cashier: await signIn({ name: "許雅雯", roles: ["cashier"] }),
		accountant: await signIn({ name: "賴美惠", roles: ["accountant"] }),
		chair: await signIn({ name: "周明遠", roles: ["chair"] }),
		other: await signIn({ name: "別的申請人", roles: ["applicant"] }),
	};
});
const office = () => ({
	applicant: { id: people.applicant.userId, held: [] },
	cashier: { id: people.cashier.userId, held: ["finance.review.cashier", "finance.pay"] as const },
	accountant: { id: people.accountant.userId, held: ["finance.review.accountant", "ledger.post"] as const },
	chair: { id: people.chair.userId, held: ["finance.review.chair"] as const },
});
const acting = ({ userId }: Person) => ({ ...byUser(userId, null, NOW), userId });
const standing = async (until: Parameters<typeof bring>[2], more: Parameters<typeof draft>[1] = {}) =>
	bring(await draft(office().applicant, more), office(), until, { at: NOW });
const version = async (id: number) => String((await now(id)).version);

/** Everything that takes a free text, with this in it; returns the pages that show it. */
async function typed(text: string): Promise<string[]> {
	const short = text.slice(0, 60);
	const by = byUser(people.accountant.userId, null, NOW);
	const id = await standing("submitted", {
		title: text.slice(0, 80),
		purpose: text,
		payeeName: text.slice(0, 80),
		payeeBank: short,
		payeeAccount: "0012345",
		noAttachmentReason: text,
		lines: [{ summary: text, amount: 700 }],
	});
	await commentDocument(db, { ref: { id }, comment: text, seesAll: true, by: acting(people.cashier) });
	await bring(id, office(), "posted", { at: NOW });
	const donor = await createDonor(env, db, {
		input: donorInput({ name: text.slice(0, 80), address: text, note: text }),
		key: crypto.randomUUID(),
		by,
	});
	const kept = { donorId: donor, receivedOn: TODAY, payerTitle: text.slice(0, 80), purpose: text, note: text };
	const gift = await recorded(people.cashier.userId, { ...kept, method: "cash" }, NOW);
	await posted(gift, people.accountant.userId, { at: NOW });
	const lines = [debit("5250", 300, text), credit("1130", 300, text)];
	const made = { date: TODAY, description: text, turnsNextYear: false, lines };
	const voucher = await createVoucher(db, {
		input: made,
		poster: { userId: people.accountant.userId, standsFor: [null] },
		key: crypto.randomUUID(),
		by,
	});
	const uneven = await createVoucher(db, { input: { ...made, lines: lines.slice(1) }, key: crypto.randomUUID(), by });
	const template = await createTemplate(
		db,
		{ name: short, description: text, lines: [{ account: "5250", side: "debit", amount: 1, memo: text }] },
		{ key: crypto.randomUUID(), by },
	);
	const project = await createProject(db, {
		input: { name: short, starts_on: null, ends_on: null, note: text },
		key: crypto.randomUUID(),
		by,
	});
	const item = { year: YEAR, account: await accountId("5250"), name: short, amount: 1, note: text };
	const budget = await createBudget(db, { input: item, key: crypto.randomUUID(), by });
	await rows(
		`INSERT INTO assets (name, account_id, acquired_on, cost, life_months, place, keeper, note, created_at, updated_at)
		SELECT ?1, id, ?2, 9000, 60, ?1, ?1, ?1, 1, 1 FROM accounts WHERE code = '1430'`,
		text.slice(0, 80),
		TODAY,
	);
	return [
		finance.list(),
		finance.show(id),
		finance.print(id),
		finance.copy(id),
		finance.waiting(),
		income.list(),
		income.show(gift),
		income.donors.list(),
		income.donors.show(donor),
		income.donors.statement(donor),
		deposits.create(),
		ledger.journal(),
		ledger.voucher(voucher),
		ledger.voucherPrint(voucher),
		ledger.voucherEdit(uneven),
		ledger.voucherReversal(voucher),
		ledger.drafts(),
		ledger.templates(),
		ledger.template(template),
		`${ledger.voucherCreate()}?template=${template}`,
		`${ledger.general()}?account=${await accountId("5250")}`,
		ledger.cashBook(),
		`${ledger.sub()}?by=project`,
		ledger.projects(),
		ledger.project(project),
		ledger.budgets(),
		ledger.budget(budget),
		ledger.assets(),
		ledger.annual(),
		`${paths.admin.search()}?q=${encodeURIComponent("onerror")}`,
	];
}

test("what somebody types is text on every page, and no formula in any file", async () => {
	const reader = await signIn({ name: "看得到的人", roles: [...ALL, "secretary"] });
	const pages = await typed(EVIL);
	const escaped: string[] = [];
	for (const path of pages) {
		const answer = await ask(path, { as: reader });
		const html = await answer.text();
		const raw = ["<img src=x", "<script>x", `alert(1)>"`].filter((one) => html.includes(one));
		expect([path, answer.status, raw]).toEqual([path, 200, []]);
		if (html.includes("&lt;img src=x onerror=alert(1)>")) escaped.push(path);
	}
	expect(escaped.length).toBeGreaterThan(18);
	await typed(FORMULA);
	const files = [
		finance.export("csv"),
		income.export("csv"),
		ledger.journalExport("csv"),
		`${ledger.generalExport("csv")}?account=${await accountId("5250")}`,
		ledger.cashBookExport("csv"),
		ledger.budgetsExport("csv"),
		ledger.assetsExport("csv"),
		`${ledger.annualExport("csv")}?year=${YEAR}`,
	];
	const neutral: string[] = [];
	for (const path of files) {
		const answer = await ask(path, { as: reader });
		const text = await answer.text();
		expect([path, answer.status, text.match(/(?:^|[,\n]|,")=HYPERLINK/)]).toEqual([path, 200, null]);
		if (text.includes("'=HYPERLINK")) neutral.push(path);
	}
	expect(neutral.length).toBeGreaterThan(4);
});

test("a draft, and another's document, is nowhere: not in lists, files, searches, copies or comments", async () => {
	const secret = "不可外流的主旨";
	const [mine, theirs] = [`${secret}一`, `${secret}二`];
	const own = await draft(office().applicant, { title: mine });
	const sent = await standing("submitted", { title: theirs });
	const looks = [finance.list(), finance.export("csv"), `${paths.admin.search()}?q=${secret}`];
	/** Which of the two titles somebody reads there; a mark around what was found is no letter. */
	const read = async (path: string, as: Person) => {
		const words = (await (await ask(path, { as })).text()).replace(/<[^>]+>/g, "");
		return [path, words.includes(mine), words.includes(theirs)];
	};
	for (const path of [...looks, finance.show(sent), finance.copy(sent), finance.print(sent), finance.show(own)])
		expect(await read(path, people.other)).toEqual([path, false, false]);
	for (const path of looks) {
		expect(await read(path, people.cashier)).toEqual([path, false, true]);
		expect(await read(path, people.applicant)).toEqual([path, true, true]);
	}
	expect((await ask(finance.show(own), { as: people.cashier })).status).toBe(404);
	const answer = await ask(finance.comments(sent), { as: people.other, form: { comment: "我也看得到" } });
	expect(answer.status).toBe(404);
	for (const path of [income.list(), deposits.list(), ledger.journal(), ledger.journalExport("csv"), income.tax()])
		expect([path, (await ask(path, { as: people.other })).status]).toEqual([path, 403]);
});

test("a copy of what is not one's own brings none of its attachments along", async () => {
	const upload = { filename: "存摺.jpg", declaredType: "image/jpeg", bytes: REAL.jpeg };
	const of = { input: input(), uploads: [upload], key: crypto.randomUUID() };
	const id = await createDocument(env, db, { ...of, by: acting(people.applicant) });
	await bring(id, office(), "submitted", { at: NOW });
	await rejectDocument(db, {
		ref: { id, version: (await now(id)).version },
		comment: "駁回",
		reviewers: reviewersOf(office().cashier),
		by: acting(people.cashier),
	});
	const form = { kind: "vendor", title: "抄來的", payee: "other", payee_name: "某某", pay_by: "cash" };
	const made = async (as: Person, copy_of = String(id)) => {
		const lines = { summary: ["x"], amount: ["1"], no_attachment_reason: "無" };
		const answer = await ask(finance.create(), { as, form: { ...form, ...lines, copy_of, _key: crypto.randomUUID() } });
		const attached = await rows(
			"SELECT file_id FROM finance_attachments t JOIN finance_documents d ON d.id = t.document_id WHERE d.applicant_id = ?",
			as.userId,
		);
		return [answer.status, attached.length];
	};
	const draftOf = await draft(office().applicant);
	expect(await made(people.other)).toEqual([422, 0]);
	expect(await made(people.other, String(draftOf))).toEqual([422, 0]);
	expect(await made(people.other, "999999")).toEqual([422, 0]);
	expect(await made(people.applicant)).toEqual([303, 2]);
});

test("signed in too long ago, nobody approves, pays, posts, reverses, closes or opens", async () => {
	const long = await signIn({ name: "很久以前登入", roles: [...ALL, "admin"], authenticatedAt: NOW - 11 * 60_000 });
	const id = await standing("submitted");
	const gift = await recorded(people.cashier.userId, { receivedOn: TODAY }, NOW);
	const form = { version: await version(id), comment: "x", reason: "x" };
	for (const path of [
		finance.approval(id),
		finance.rejection(id),
		finance.voiding(id),
		finance.payment(id),
		finance.posting(id),
		finance.postingEnd(id),
		finance.paymentReturn(id),
		finance.paymentReturnEnd(id),
		income.reversal(gift),
		ledger.periodClosing("2026-01"),
		ledger.periodReopening("2026-01"),
		ledger.yearClosing(2025),
		ledger.yearReopening(2025),
		ledger.opening(),
	]) {
		const answer = await ask(path, { as: long, form });
		const asksAgain = (await answer.text()).includes('name="_proof.current"');
		expect([path, answer.status, asksAgain]).toEqual([path, 403, true]);
	}
	expect([(await now(id)).state, (await incomeNow(gift)).state]).toEqual(["pending_cashier", "recorded"]);
});

const lines = (left: string, right: string) => ({ debit: [left, ""], credit: ["", right] });
const VOUCHER = {
	date: TODAY,
	description: "郵資",
	account: ["5250", "1130"],
	memo: ["", ""],
	...lines("300", "300"),
	member: ["", ""],
	project: ["", ""],
	budget: ["", ""],
	step: "post",
};
test("one form thirty times at once is one voucher; its key with other words makes no second", async () => {
	const before = async () => (await rows<{ n: number }>("SELECT count(*) AS n FROM vouchers"))[0]?.n ?? 0;
	const start = await before();
	const form = { ...VOUCHER, _key: crypto.randomUUID() };
	const send = async (more = {}, as = people.accountant) =>
		(await ask(ledger.voucherCreate(), { as, form: { ...form, ...more } })).status;
	const all = await Promise.all(Array.from({ length: 30 }, () => send()));
	expect([new Set(all), (await before()) - start]).toEqual([new Set([303]), 1]);
	await send({ description: "別的", debit: ["9", ""], credit: ["", "9"] });
	expect((await before()) - start).toBe(1);
	const other = await signIn({ name: "另一位會計", roles: ["accountant"] });
	expect([await send({}, other), (await before()) - start]).toEqual([303, 2]);
});

test.each([
	["uneven", { ...lines("300", "299") }],
	["zero", { ...lines("0", "0") }],
	["below zero", { ...lines("-5", "-5") }],
	["parts of a dollar", { ...lines("1.5", "1.5") }],
	["both sides", { debit: ["5", "5"], credit: ["5", "5"] }],
	["2/30", { date: "2026/2/30" }],
	["民國 2/30", { date: "115/2/30" }],
	["no such account", { account: ["5999", "1130"] }],
	["one line", { account: ["5250", ""], ...lines("300", "") }],
])("a voucher that is %s is not posted", async (_, more) => {
	const [{ n } = { n: 0 }] = await rows<{ n: number }>("SELECT count(*) AS n FROM vouchers");
	const form = { ...VOUCHER, _key: crypto.randomUUID(), ...more };
	expect((await ask(ledger.voucherCreate(), { as: people.accountant, form })).status).toBe(422);
	expect(await rows("SELECT count(*) AS n FROM vouchers")).toEqual([{ n }]);
});
