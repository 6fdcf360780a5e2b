/** 會計、出納由同一人兼辦, on its pages: the resolution, what it changes, what names it, and what its end gives back. */
import { beforeAll, describe, expect, test } from "vitest";
import { tellAuditors } from "#domain/books/concurrent-posts/actions.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { readSheet } from "#platform/spreadsheets.ts";
import { accountId, bring, deputise, draft, fund, mailsOf, now } from "../../support/finance.ts";
import { page, type Shown, shown } from "../../support/pages.ts";
import { db, dues, owing, payment, submit, verify } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { auditOf, rows } from "../../support/users.ts";

const { concurrentPosts, finance, income, ledger, receipts } = paths.admin;
const NOW = Date.now();
const DAY = 86_400_000;
const day = (after: number): string => dateInTaipei(NOW + after * DAY);
const SAYS = "會計、出納由同一人兼辦";
const people = {} as Record<
	"admin" | "both" | "applicant" | "cashier" | "accountant" | "chair" | "deputy" | "auditor",
	Person
>;
const words = ({ html }: Pick<Shown, "html">): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
const post = async (path: string, form: Record<string, string | string[]>, as: Person) => {
	const answer = await ask(path, { as, form });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};
const resolution = (more: Record<string, string> = {}) => ({
	user: String(people.both.userId),
	body: "board",
	resolution_no: "第 3 屆第 2 次",
	resolved_on: day(-9),
	starts_on: day(-3),
	ends_on: day(300),
	...more,
});
const write = (more: Record<string, string> = {}, as = people.admin) =>
	post(concurrentPosts.list(), { ...resolution(more), _key: crypto.randomUUID() }, as);
const posts = () =>
	rows<{ id: number; confirmed_at: number | null; ended_at: number | null }>(
		"SELECT * FROM concurrent_posts ORDER BY id DESC",
	);
const newest = async () => (await posts())[0]?.id ?? 0;
const staff = () => ({
	applicant: { id: people.applicant.userId, held: [] },
	cashier: { id: people.cashier.userId, held: ["finance.review.cashier", "finance.pay"] as const },
	accountant: { id: people.accountant.userId, held: ["finance.review.accountant", "ledger.post"] as const },
	chair: { id: people.chair.userId, held: ["finance.review.chair"] as const },
});
const sent = async () => bring(await draft(staff().applicant), staff(), "submitted", { at: Date.now() });
const drawsBoth = async (id: number, as: Person) => (await page(finance.show(id), as)).html.includes('name="both"');
/** Sends the form of the decision as the page draws it now, or drew it (`both`). */
const approve = async (id: number, as: Person, account = true, drawn?: boolean) => {
	const both = (drawn ?? (await drawsBoth(id, as))) ? { both: "1" } : {};
	const lines = await rows<{ id: number }>("SELECT id FROM finance_lines WHERE document_id = ? ORDER BY id", id);
	return post(
		finance.approval(id),
		{
			...{ version: String((await now(id)).version), comment: "", ...both },
			...(account
				? { line: lines.map((one) => String(one.id)), account: lines.map(() => "5320"), budget: lines.map(() => "") }
				: {}),
		},
		as,
	);
};
const pay = async (id: number, as: Person) =>
	post(
		finance.payment(id),
		{
			version: String((await now(id)).version),
			paid_on: day(0),
			paid_from: String(await accountId("1110")),
			reference: "",
		},
		as,
	);

beforeAll(async () => {
	people.admin = await signIn({ name: "林秘書", roles: ["admin", "secretary"] });
	people.both = await signIn({ name: "許兼辦", roles: ["cashier", "accountant"] });
	people.applicant = await signIn({ name: "葉申請", roles: ["applicant"] });
	people.cashier = await signIn({ name: "另一位出納", roles: ["cashier"] });
	people.accountant = await signIn({ name: "另一位會計", roles: ["accountant"] });
	people.chair = await signIn({ name: "周理事長", roles: ["chair"] });
	people.deputy = await signIn({ name: "代理同仁", roles: ["editor"] });
	people.auditor = await signIn({ name: "劉監事", roles: ["auditor"] });
	await fund({ date: day(-20), amount: 1_000_000 });
});

describe("a resolution", () => {
	test.each([
		["resolution_no", "", "沒有決議就不能兼辦"],
		["resolved_on", "", "沒有決議就不能兼辦"],
		["ends_on", "", "請填寫最後一天"],
		["body", "committee", "請選擇作成決議的會議"],
		["user", "", "請選擇兼辦的人"],
		["ends_on", day(-4), "最後一天不能早於開始的日期"],
		["ends_on", day(1_470), "不超過四年"],
		["starts_on", day(-10), "開始的日期不能早於決議日期"],
		["resolved_on", "115/2/30", "看不懂"],
	])("%s %j is refused", async (name, value, said) => {
		const refused = await write({ [name]: value });
		expect([refused.status, words(refused).includes(said)]).toEqual([422, true]);
		expect(await posts()).toEqual([]);
	});
	test("is written by whoever holds the settings, of somebody who holds both offices", async () => {
		expect((await write({}, people.chair)).status).toBe(403);
		const unfit = await write({ user: String(people.cashier.userId) });
		expect([unfit.status, words(unfit).includes("自己有出納與會計的審核權限")]).toEqual([422, true]);
		const early = await write({ resolved_on: day(1), starts_on: day(2) });
		expect([early.status, words(early).includes("決議日期還沒到")]).toEqual([422, true]);
		expect((await write()).to).toBe(concurrentPosts.list());
		expect((await posts()).length).toBe(1);
		const twice = await write();
		expect([twice.status, words(twice).includes("已經有一筆兼辦的決議")]).toEqual([422, true]);
	});
	test("counts once the chair has confirmed it: not before, and not by whom it concerns or who wrote it", async () => {
		const id = await sent();
		expect((await approve(id, people.both)).status).toBe(303);
		expect((await now(id)).state).toBe("pending_accountant");
		expect((await approve(id, people.both)).status).toBe(422);
		expect((await ask(concurrentPosts.confirmation(await newest()), { as: people.admin, form: {} })).status).toBe(403);
		await rows("INSERT INTO user_roles SELECT ?, id FROM roles WHERE code = 'chair'", people.both.userId);
		const own = await post(concurrentPosts.confirmation(await newest()), {}, people.both);
		expect([own.status, words(own).includes("要由理事長本人確認")]).toEqual([422, true]);
		await rows(
			"DELETE FROM user_roles WHERE user_id = ? AND role_id = (SELECT id FROM roles WHERE code = 'chair')",
			people.both.userId,
		);
		const waits = await page(concurrentPosts.list(), people.chair);
		expect([
			words(waits).includes("待理事長確認"),
			waits.html.includes(concurrentPosts.confirmation(await newest())),
		]).toEqual([true, true]);
		expect((await post(concurrentPosts.confirmation(await newest()), {}, people.chair)).to).toBe(
			concurrentPosts.list(),
		);
		expect((await auditOf("concurrent_post", await newest())).map(({ action }) => action)).toEqual([
			"concurrent_post.write",
			"concurrent_post.confirm",
		]);
		// What stood half-way goes on under it.
		expect((await approve(id, people.both)).status).toBe(303);
		expect((await now(id)).state).toBe("pending_chair");
		expect(words(await page(finance.show(id), people.chair))).toContain(`會計已審核（${SAYS}）`);
	});
});

describe("in force", () => {
	let id = 0;
	test("one press is both reviews; lists, mails and the log call it 財務", async () => {
		id = await sent();
		const waiting = words(await page(finance.waiting(), people.both));
		expect(waiting).toContain(`等候您審核（財務：${SAYS}）`);
		expect(words(await page(finance.waiting(), people.cashier))).toContain("等候您審核（出納）");
		const own = words(await page(finance.show(id), people.both));
		for (const said of ["您的財務審核", "財務審核通過，送理事長", "這一次核准同時是出納與會計的審核", "第 3 屆第 2 次"])
			expect(own).toContain(said);
		// The accounts of the lines are part of it.
		expect((await approve(id, people.both, false)).status).toBe(422);
		expect((await approve(id, people.both)).status).toBe(303);
		expect((await now(id)).state).toBe("pending_chair");
		expect((await auditOf("finance_document", id)).map(({ action }) => action).slice(2)).toEqual([
			"finance.approve_finance",
		]);
		const mails = await mailsOf(id);
		expect(mails).toContain(`finance_turn approve_finance → ${people.both.userId}`);
		expect(mails).toContain(`finance_turn approve_cashier → ${people.cashier.userId}`);
		expect(mails.filter((one) => one.startsWith("finance_status"))).toEqual([
			`finance_status approve_finance → ${people.applicant.userId}`,
		]);
		expect(mails.filter((one) => one.includes("approve_accountant"))).toEqual([]);
	});
	test("of two presses at once one counts, and a page that was drawn for one review is not taken for both", async () => {
		const other = await sent();
		expect((await approve(other, people.both, true, false)).status).toBe(409);
		const twice = await Promise.all([approve(other, people.both, true, true), approve(other, people.both, true, true)]);
		expect(twice.map(({ status }) => status).sort()).toEqual([303, 409]);
		expect(await rows("SELECT step FROM finance_events WHERE document_id = ? ORDER BY seq", other)).toEqual([
			{ step: "submit" },
			{ step: "approve_cashier" },
			{ step: "approve_accountant" },
		]);
	});
	test("never the chair's; the payment and the posting may be theirs", async () => {
		await rows("INSERT INTO user_roles SELECT ?, id FROM roles WHERE code = 'chair'", people.both.userId);
		expect((await approve(id, people.both, false)).status).toBe(422);
		await rows(
			"DELETE FROM user_roles WHERE user_id = ? AND role_id = (SELECT id FROM roles WHERE code = 'chair')",
			people.both.userId,
		);
		expect((await approve(id, people.chair, false)).status).toBe(303);
		expect((await pay(id, people.both)).status).toBe(303);
		const done = await post(finance.posting(id), { version: String((await now(id)).version) }, people.both);
		expect([done.status, (await now(id)).state]).toEqual([303, "posted"]);
	});
	test("the history, the paper, the export, the voucher and the receipt name it", async () => {
		const history = words(await page(finance.show(id), people.applicant));
		for (const said of [`財務已審核（${SAYS}）`, `已付款（${SAYS}）`, `${SAYS}：理事會`])
			expect(history).toContain(said);
		expect(history).not.toContain("出納已審核");
		const paper = words(await page(finance.print(id), people.chair));
		expect([paper.includes("財務審核"), paper.includes("出納審核"), paper.includes(`${SAYS}：理事會`)]).toEqual([
			true,
			false,
			true,
		]);
		const csv = await ask(finance.export("csv"), { as: people.chair });
		const [sheet] = await readSheet(new Uint8Array(await csv.arrayBuffer()), "a.csv");
		const at = sheet?.rows[0]?.indexOf("會計、出納兼辦") ?? -1;
		expect(String(sheet?.rows.find((row) => String(row[0]).startsWith("F"))?.[at])).toContain(SAYS);
		const [voucher] = await rows<{ id: number }>("SELECT max(id) AS id FROM vouchers WHERE state = 'posted'");
		for (const of of [ledger.voucher(voucher?.id ?? 0), ledger.voucherPrint(voucher?.id ?? 0)])
			expect(words(await page(of, people.chair))).toContain(`${SAYS}：理事會`);
		const owed = await owing();
		const paid = await submit(payment([dues(owed)], { paidOn: day(0) }), { userId: owed.userId, at: Date.now() });
		await verify(paid, people.both.userId, { at: Date.now() });
		const [receipt] = await rows<{ id: number }>("SELECT id FROM receipts WHERE payment_id = ?", paid);
		expect(words(await page(receipts.print(receipt?.id ?? 0), people.both))).toContain(`${SAYS}：理事會`);
	});
	test("income that they recorded is theirs to post; its reversal is another's", async () => {
		const form = {
			kind: "donation",
			donor: "",
			line: "",
			payer_title: "善心人士",
			amount: "900",
			fee: "",
			method: "cash",
		};
		const rest = {
			account: "",
			received_on: day(0),
			wants_receipt: "",
			purpose: "",
			note: "",
			items: "",
			as: "record",
		};
		const made = await post(income.create(), { ...form, ...rest, _key: crypto.randomUUID() }, people.both);
		const gift = Number(made.to?.split("/").at(-1));
		expect(words(await page(income.show(gift), people.both))).toContain(`${SAYS}：理事會`);
		const version = async () =>
			String((await rows<{ version: number }>("SELECT version FROM income_records WHERE id = ?", gift))[0]?.version);
		expect(
			(await post(income.posting(gift), { version: await version(), account: "", project: "" }, people.both)).status,
		).toBe(303);
		const shownTo = words(await page(income.show(gift), people.chair));
		expect([shownTo.includes(`入帳（${SAYS}）`), shownTo.includes("許兼辦")]).toEqual([true, true]);
		const again = await post(income.reversal(gift), { version: await version(), reason: "登錯" }, people.both);
		expect([again.status, words(again).includes("請由其他人沖銷")]).toEqual([422, true]);
	});
	test("who stands in for them keeps no two offices", async () => {
		const deputy = { id: people.deputy.userId, held: [] };
		await deputise(deputy, { id: people.both.userId, held: [] });
		const other = await sent();
		expect((await approve(other, people.deputy)).status).toBe(303);
		expect((await now(other)).state).toBe("pending_accountant");
		const refused = await approve(other, people.deputy);
		expect([refused.status, words(refused).includes("您已經核過這一版的另一個步驟")]).toEqual([422, true]);
		expect((await approve(other, people.both)).status).toBe(303);
		expect(words(await page(finance.show(other), people.chair))).not.toContain("會計已審核（");
	});
	test("監事 are told the month's list once, after it is over; it names what was done", async () => {
		const month = day(0).slice(0, 7);
		const [year, nth] = month.split("-").map(Number);
		const next = Date.UTC(year ?? 0, nth ?? 0, 1, 1);
		expect(await tellAuditors(db, Date.now())).toBe(0);
		const before = await tellAuditors(db, next);
		expect([before > 0, await tellAuditors(db, next)]).toEqual([true, 0]);
		const told = await rows(
			"SELECT user_id, data FROM mail_messages WHERE template = 'concurrent_month' ORDER BY rowid DESC LIMIT 1",
		);
		expect(told).toEqual([{ user_id: people.auditor.userId, data: JSON.stringify({ year, month: nth }) }]);
		const list = words(await page(concurrentPosts.month(month), people.auditor));
		for (const said of ["財務審核：許兼辦", "付款：許兼辦", "收入登錄與入帳：許兼辦", "周理事長"])
			expect(list).toContain(said);
	});
});

test("ended, everything is as before, also for what is half-way", async () => {
	const [reviewed, approved] = [await sent(), await sent()];
	for (const id of [reviewed, approved]) await approve(id, people.both);
	await approve(approved, people.chair, false);
	const untouched = await sent();
	expect((await post(concurrentPosts.ending(await newest()), {}, people.chair)).to).toBe(concurrentPosts.list());
	expect((await posts())[0]?.ended_at).toBeGreaterThan(NOW);
	// The review stands, the chair goes on; the payment is another's again.
	expect((await approve(reviewed, people.chair, false)).status).toBe(303);
	for (const id of [reviewed, approved]) {
		expect((await page(finance.show(id), people.both)).html).not.toContain(`href="${finance.payment(id)}"`);
		expect((await pay(id, people.both)).status).toBe(422);
		expect((await pay(id, people.cashier)).status).toBe(303);
	}
	// A page that was drawn before the end.
	expect((await approve(untouched, people.both, true, true)).status).toBe(409);
	expect((await now(untouched)).state).toBe("pending_cashier");
	expect((await approve(untouched, people.both)).status).toBe(303);
	expect((await now(untouched)).state).toBe("pending_accountant");
	expect((await approve(untouched, people.both)).status).toBe(422);
	expect((await approve(untouched, people.accountant)).status).toBe(303);
	// What was printed under it still says so; what comes now does not.
	const [voucher] = await rows<{ id: number }>(
		"SELECT max(id) AS id FROM vouchers WHERE source = 'finance' AND state = 'posted'",
	);
	expect(words(await page(ledger.voucherPrint(voucher?.id ?? 0), people.chair))).toContain(SAYS);
});
