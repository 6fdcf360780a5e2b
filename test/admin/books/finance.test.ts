import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { createDocument } from "#domain/books/finance/actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { accounts, bring, draft, input, now } from "../../support/finance.ts";
import { fieldValue, newestAudit, page, type Shown, shown, tripsOf } from "../../support/pages.ts";
import { db } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { REAL } from "../../support/pictures.ts";
import { rows } from "../../support/users.ts";

const { finance } = paths.admin;
const words = ({ html }: Pick<Shown, "html">): string =>
	html
		.replace(/<[^>]+>/g, "")
		.replace(/\s+/g, " ")
		.replaceAll("&#39;", "'");

let people: Record<"applicant" | "cashier" | "accountant" | "chair" | "auditor" | "admin", Person>;
beforeEach(async () => {
	people = {
		applicant: await signIn({ name: "葉芷寧", roles: ["applicant"] }),
		cashier: await signIn({ name: "許雅雯", roles: ["cashier"] }),
		accountant: await signIn({ name: "賴美惠", roles: ["accountant"] }),
		chair: await signIn({ name: "周明遠", roles: ["chair"] }),
		auditor: await signIn({ name: "劉淑芬", roles: ["auditor"] }),
		admin: await signIn({ name: "高志凱", roles: ["admin"] }),
	};
});

/** The same people as the domain's own tests take them. */
const office = () => ({
	applicant: { id: people.applicant.userId, held: [] },
	cashier: { id: people.cashier.userId, held: ["finance.review.cashier", "finance.pay"] as const },
	accountant: { id: people.accountant.userId, held: ["finance.review.accountant", "ledger.post"] as const },
	chair: { id: people.chair.userId, held: ["finance.review.chair"] as const },
});
const standing = async (until: Parameters<typeof bring>[2], more: Parameters<typeof draft>[1] = {}) => {
	const id = await draft(office().applicant, more);
	await bring(id, office(), until);
	return id;
};
const post = async (path: string, form: Record<string, string | string[]>, as: Person) => {
	const answer = await ask(path, { as, form });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};
const version = async (id: number) => String((await now(id)).version);
const stateOf = async (id: number) => (await now(id)).state;

const FORM = {
	kind: "vendor",
	title: "秋季聚會場地費",
	purpose: "出席 64 人",
	payee: "other",
	payee_name: "青禾文化空間有限公司",
	payee_tax_id: "12345675",
	pay_by: "transfer",
	payee_bank: "漣漪銀行",
	payee_account: "012345",
	wanted_on: dateInTaipei(Date.now() + 7 * 86_400_000),
	no_attachment_reason: "發票另寄",
	summary: ["場地", "音響"],
	amount: ["15,000", "２６００"],
};

describe("the form", () => {
	test("offers the kinds; of a refund only to who may look at payments or the bank", async () => {
		const own = words(await page(finance.create(), people.applicant));
		expect(
			["廠商請款", "代墊報支", "預支（暫付款）", "暫付核銷", "零用金撥補"].filter((one) => own.includes(one)),
		).toHaveLength(5);
		expect(own).not.toContain("退費");
		expect(words(await page(finance.create(), people.admin))).toContain("退費");
		expect((await ask(`${finance.create()}?kind=refund`, { as: people.applicant })).status).toBe(404);
	});

	test("adds and takes away lines without a script, and keeps what was typed", async () => {
		const more = await post(finance.create(), { ...FORM, step: "more" }, people.applicant);
		expect(more.elements.filter(({ attributes }) => attributes.name === "summary")).toHaveLength(3);
		expect(fieldValue(more, "title")).toBe("秋季聚會場地費");
		const less = await post(finance.create(), { ...FORM, step: "drop.0" }, people.applicant);
		const [first] = less.elements.filter(({ attributes }) => attributes.name === "summary");
		expect(first?.attributes.value).toBe("音響");
		expect(await rows("SELECT id FROM finance_documents WHERE applicant_id = ?", people.applicant.userId)).toEqual([]);
	});

	test("makes a draft, or sends it at once; full-width figures count", async () => {
		const saved = await post(finance.create(), { ...FORM, step: "save", _key: "a" }, people.applicant);
		const id = Number(saved.to?.split("/").at(-1));
		expect([await stateOf(id), (await now(id)).gross]).toEqual(["draft", 17_600]);
		const again = await post(finance.create(), { ...FORM, step: "save", _key: "a" }, people.applicant);
		expect(again.to).toBe(saved.to);
		const sent = await post(finance.create(), { ...FORM, step: "submit", _key: "b" }, people.applicant);
		expect(await stateOf(Number(sent.to?.split("/").at(-1)))).toBe("pending_cashier");
	});

	test.each([
		["title", { title: "" }, "請填寫主旨"],
		["a wrong 統一編號", { payee_tax_id: "12345678" }, "統一編號不正確"],
		["a decimal", { amount: ["1.5", "3"] }, "第 1 行的金額要是大於 0 的整數"],
		["zero", { amount: ["0", "3"] }, "第 1 行的金額要是大於 0 的整數"],
		["a negative one", { amount: ["-5", "3"] }, "第 1 行的金額要是大於 0 的整數"],
		["half a line", { summary: ["", "音響"] }, "第 1 行沒有摘要"],
		["2/30", { wanted_on: "2026/2/30" }, "沒有這個日期"],
		["no lines", { summary: [], amount: [] }, "請至少填寫一行明細"],
	])("tells what is wrong beside it: %s", async (_, wrong, said) => {
		const refused = await post(finance.create(), { ...FORM, ...wrong, step: "submit" }, people.applicant);
		expect([refused.status, words(refused).includes(said)]).toEqual([422, true]);
		expect(words(refused)).toContain("出席 64 人");
	});

	test("understands a year of the Republic", async () => {
		const saved = await post(finance.create(), { ...FORM, wanted_on: "115年12月5日" }, people.applicant);
		expect((await now(Number(saved.to?.split("/").at(-1)))).wanted_on).toBe("2026-12-05");
	});

	test("is not sent without where a transfer goes, or for a day that is over; saved it is, and its page says the same", async () => {
		const lacking = { ...FORM, payee_bank: "", payee_account: "012-abc", wanted_on: "2020-01-01" };
		const refused = await post(finance.create(), { ...lacking, title: "", step: "submit" }, people.applicant);
		expect(refused.status).toBe(422);
		for (const name of ["title", "payee_bank", "payee_account", "wanted_on"])
			expect([name, refused.html.includes(`href="#f-${name}"`)]).toEqual([name, true]);
		const saved = await post(finance.create(), { ...lacking, step: "save" }, people.applicant);
		const id = Number(saved.to?.split("/").at(-1));
		const sent = await post(finance.submission(id), { version: "1" }, people.applicant);
		expect([sent.status, words(sent).includes("銀行轉帳要填受款銀行與分行。")]).toEqual([422, true]);
		const edited = { ...lacking, payee_bank: "漣漪銀行", wanted_on: "", version: "1", step: "submit" };
		const mended = await post(finance.edit(id), { ...edited, payee_account: "０１２－３４５" }, people.applicant);
		expect([mended.status, await now(id)]).toMatchObject([303, { state: "pending_cashier", payee_account: "012-345" }]);
	});

	test("keeps as a draft what cannot be sent, and says why", async () => {
		const { no_attachment_reason: _, ...without } = FORM;
		const sent = await post(finance.create(), { ...without, step: "submit" }, people.applicant);
		const [, id] = /finance\/(\d+)\/edit$/.exec(sent.to ?? "") ?? [];
		expect(await stateOf(Number(id))).toBe("draft");
	});

	test("is filled for a copy, whose form makes a document of its own", async () => {
		const id = await standing("submitted");
		const form = await page(finance.copy(id), people.applicant);
		expect(fieldValue(form, "copy_of")).toBe(String(id));
		const saved = await post(finance.create(), { ...FORM, copy_of: String(id) }, people.applicant);
		const copied = await now(Number(saved.to?.split("/").at(-1)));
		expect([copied.copied_from_id, copied.state]).toEqual([id, "draft"]);
	});

	test("an older page beside a newer text shows both", async () => {
		const id = await draft(office().applicant);
		const opened = await version(id);
		await post(finance.edit(id), { ...FORM, version: opened, title: "另一分頁的主旨" }, people.applicant);
		const stale = await post(finance.edit(id), { ...FORM, version: opened, title: "我的主旨" }, people.applicant);
		expect(stale.status).toBe(409);
		expect(words(stale)).toContain("另一分頁的主旨");
		expect(fieldValue(stale, "title")).toBe("我的主旨");
	});
});

describe("a document", () => {
	test("is seen by its applicant and by who sees all; a draft by its applicant alone", async () => {
		const id = await draft(office().applicant, { title: "<b>聚會</b>" });
		const other = await signIn({ roles: ["applicant"] });
		const statuses = async () =>
			Promise.all(
				[people.applicant, other, people.auditor].map(async (as) => (await ask(finance.show(id), { as })).status),
			);
		expect(await statuses()).toEqual([200, 404, 404]);
		expect((await page(finance.show(id), people.applicant)).html).toContain("&lt;b>聚會&lt;/b>");
		await bring(id, office(), "submitted");
		expect(await statuses()).toEqual([200, 404, 200]);
		expect(await tripsOf(finance.show(id), people.auditor)).toBe(2);
	});

	test("shows only to whose turn it is what may be done", async () => {
		const id = await standing("submitted");
		const seen = async (as: Person) => words(await page(finance.show(id), as));
		expect(await seen(people.cashier)).toContain("審核通過，送會計");
		for (const as of [people.applicant, people.accountant, people.auditor])
			expect(await seen(as)).not.toContain("審核通過，送會計");
		expect(await seen(people.applicant)).toContain("撤回申請");
		expect(await seen(people.accountant)).toContain("等候：許雅雯");
	});

	test("goes through all hands by its page: approved, accounted, paid, posted", async () => {
		const id = await standing("submitted");
		await post(finance.approval(id), { version: await version(id) }, people.cashier);
		const without = await post(finance.approval(id), { version: await version(id) }, people.accountant);
		expect([without.status, words(without).includes("請為每一行選擇會計科目")]).toEqual([422, true]);
		const offered = [...without.html.matchAll(/<option value="(\d{4})[^"]*"><\/option>/g)].map(([, code]) => code);
		expect(["5320", "1130", "1120"].map((code) => offered.includes(code))).toEqual([true, false, false]);
		const chosen = await accounts(id);
		const lines = {
			line: chosen.map(({ lineId }) => String(lineId)),
			account: chosen.map(() => "5320 活動及病友服務費"),
			budget: chosen.map(() => ""),
		};
		const wrong = { ...lines, account: chosen.map(() => "費") };
		const unclear = await post(finance.approval(id), { version: await version(id), ...wrong }, people.accountant);
		expect(unclear.status).toBe(422);
		expect(words(unclear)).toContain("第 1 行：「費」可能是");
		expect(unclear.html).toContain('value="費"');
		await post(finance.approval(id), { version: await version(id), ...lines }, people.accountant);
		await post(finance.approval(id), { version: await version(id), comment: "同意" }, people.chair);
		expect(await stateOf(id)).toBe("approved");
		const [bank] = await rows<{ id: number }>("SELECT id FROM accounts WHERE code = '1130'");
		const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
		const paid = { version: await version(id), paid_on: today, paid_from: String(bank?.id), reference: "轉 1" };
		const from = await post(finance.payment(id), { ...paid, paid_from: "" }, people.cashier);
		expect([from.status, words(from).includes("請選擇現金、零用金或存款的帳戶。")]).toEqual([422, true]);
		expect((await post(finance.payment(id), paid, people.cashier)).to).toBe(finance.show(id));
		await post(
			finance.posting(id),
			{ version: await version(id), line: [], account: [], budget: [] },
			people.accountant,
		);
		expect(await stateOf(id)).toBe("posted");
		const shownPage = words(await page(finance.show(id), people.auditor));
		for (const said of ["會計已審核", "理事長已核准", "同意", "已付款", "已入帳", "內容未被更改", "5320"])
			expect(shownPage).toContain(said);
	});

	test("warns before a budget is overspent, and goes on when that is confirmed", async () => {
		const id = await standing("cashier");
		const [account] = await accounts(id, "5310");
		await rows(
			"INSERT INTO budget_items (year, account_id, name, amount, created_at, updated_at) VALUES (?, ?, '小預算', 100, 0, 0) RETURNING id",
			new Date().getUTCFullYear(),
			account?.accountId ?? 0,
		);
		const [item] = await rows<{ id: number }>("SELECT id FROM budget_items WHERE name = '小預算'");
		const chosen = await accounts(id, "5310");
		const form = {
			line: chosen.map(({ lineId }) => String(lineId)),
			account: chosen.map(() => ""),
			budget: chosen.map(() => String(item?.id)),
		};
		const warned = await post(finance.approval(id), { version: await version(id), ...form }, people.accountant);
		expect([warned.status, words(warned).includes("「小預算」會超出 18,500 元")]).toEqual([422, true]);
		const unnamed = {
			...form,
			account: chosen.map(() => "會議費"),
			budget: chosen.map(() => ""),
		};
		const same = await post(finance.approval(id), { version: await version(id), ...unnamed }, people.accountant);
		expect([same.status, words(same).includes("「小預算」會超出 18,500 元")]).toEqual([422, true]);
		await post(finance.approval(id), { version: await version(id), over_budget: "1", ...form }, people.accountant);
		expect(await stateOf(id)).toBe("pending_chair");
		expect(words(await page(finance.show(id), people.chair))).toContain("超出預算");
	});

	test("an approval of a page that is stale changes nothing, and says who was faster", async () => {
		const id = await standing("submitted");
		const opened = await version(id);
		await post(finance.return(id), { version: opened, comment: "缺發票" }, people.cashier);
		const stale = await post(finance.approval(id), { version: opened }, people.cashier);
		expect(stale.status).toBe(409);
		expect(words(stale)).toContain("這張單據剛剛已被其他人處理");
		expect(await stateOf(id)).toBe("returned");
	});

	test("needs words to be sent back, rejected or voided", async () => {
		const id = await standing("submitted");
		for (const path of [finance.return(id), finance.rejection(id)]) {
			const refused = await post(path, { version: await version(id), comment: " " }, people.cashier);
			expect([refused.status, words(refused).includes("請寫下原因")]).toEqual([422, true]);
		}
		const voided = await post(finance.voiding(id), { version: await version(id), comment: "" }, people.chair);
		expect([voided.status, await stateOf(id)]).toEqual([422, "pending_cashier"]);
		await post(finance.voiding(id), { version: await version(id), comment: "重複申請" }, people.chair);
		expect(await stateOf(id)).toBe("voided");
	});

	test("asks for the password again before it is approved or paid", async () => {
		const id = await standing("submitted");
		const old = await signIn({ roles: ["cashier"], authenticatedAt: Date.now() - 11 * 60_000 });
		const answer = await post(finance.approval(id), { version: await version(id) }, old);
		expect([answer.status, await stateOf(id)]).toEqual([403, "pending_cashier"]);
	});

	test("shows what a new revision changed", async () => {
		const id = await standing("submitted");
		await post(finance.return(id), { version: await version(id), comment: "請改金額" }, people.cashier);
		expect(words(await page(finance.edit(id), people.applicant))).toContain("請改金額");
		const changed = { ...FORM, summary: ["場地"], amount: ["9,000"], version: await version(id), step: "submit" };
		await post(finance.edit(id), changed, people.applicant);
		const text = words(await page(finance.show(id), people.cashier));
		for (const said of ["第 2 版改了什麼", "18,600", "9,000", "重新送出 第 2 版"]) expect(text).toContain(said);
	});

	test("says why nobody can take the next step, and leads an administrator to what helps", async () => {
		await rows(
			"UPDATE users SET status = 'disabled' WHERE id IN (SELECT user_id FROM user_roles x JOIN roles r ON r.id = x.role_id WHERE r.code = 'chair') RETURNING id",
		);
		const id = await standing("submitted");
		await rows(
			"UPDATE users SET status = 'disabled' WHERE id IN (SELECT user_id FROM user_roles x JOIN roles r ON r.id = x.role_id WHERE r.code = 'cashier') RETURNING id",
		);
		const seen = await page(finance.show(id), people.admin);
		expect(words(seen)).toContain("目前沒有人可以出納審核");
		expect(seen.elements.some(({ attributes }) => attributes.href === paths.admin.users.list())).toBe(true);
		expect(words(await page(finance.show(id), people.applicant))).toContain("請系統管理員");
	});

	test("prints with its approvals, its hash and the amount in capitals; noted", async () => {
		const id = await standing("chair");
		const text = words(await page(finance.print(id), people.accountant));
		for (const said of [
			"支出憑證黏存單",
			"新臺幣壹萬捌仟陸佰元整",
			"憑 證 黏 貼 處",
			(await now(id)).content_hash ?? "-",
		])
			expect(text).toContain(said);
		expect(await newestAudit(1)).toEqual([expect.stringContaining("finance.print finance_document")]);
	});

	test("opens an attachment to who sees the document, as a private file, noted", async () => {
		const upload = { filename: "發票.png", declaredType: "image/png", bytes: REAL.png };
		const [own, other] = [people.applicant.userId, await draft(office().applicant)];
		const id = await createDocument(env, db, {
			input: input(),
			uploads: [upload],
			key: crypto.randomUUID(),
			by: { ...byUser(own, null, Date.now()), userId: own },
		});
		await bring(id, office(), "submitted");
		const [file] = await rows<{ id: number }>(
			"SELECT file_id AS id FROM finance_attachments WHERE document_id = ?",
			id,
		);
		const opened = await ask(finance.attachment(id, file?.id ?? 0), { as: people.chair });
		expect([opened.status, opened.headers.get("Content-Type"), opened.headers.get("Cache-Control")]).toEqual([
			200,
			"image/png",
			"no-store",
		]);
		await opened.arrayBuffer();
		expect(await newestAudit(1)).toEqual([expect.stringContaining(`finance.view finance_document ${id}`)]);
		const stranger = await signIn({ roles: ["applicant"] });
		expect((await ask(finance.attachment(id, file?.id ?? 0), { as: stranger })).status).toBe(404);
		expect((await ask(finance.attachment(other, file?.id ?? 0), { as: people.applicant })).status).toBe(404);
	});

	test("comments stay, by whoever sees it", async () => {
		const id = await standing("submitted");
		await post(finance.comments(id), { comment: "發票下週補" }, people.applicant);
		expect(words(await page(finance.show(id), people.chair))).toContain("發票下週補");
		const other = await signIn({ roles: ["applicant"] });
		expect((await post(finance.comments(id), { comment: "x" }, other)).status).toBe(404);
	});
});

describe("the lists", () => {
	test("find by number, name, amount and title, and an applicant only their own", async () => {
		const title = `場地${crypto.randomUUID().slice(0, 6)}`;
		const id = await standing("submitted", { title });
		const { roc_year, seq } = await now(id);
		const number = `F${roc_year}-${String(seq).padStart(4, "0")}`;
		const found = async (query: string, as: Person) =>
			(await page(`${finance.list()}?${query}`, as)).html.includes(`"${finance.show(id)}"`);
		for (const q of [title, number, "青禾", "18600"])
			expect([q, await found(`q=${encodeURIComponent(q)}`, people.chair)]).toEqual([q, true]);
		expect(await found("state=open&kind=vendor", people.chair)).toBe(true);
		expect(await found("state=posted", people.chair)).toBe(false);
		const other = await signIn({ roles: ["applicant"] });
		expect(await found(`q=${encodeURIComponent(title)}`, other)).toBe(false);
		expect(await found("", people.applicant)).toBe(true);
	});

	test("come to what may still be paid: what was rejected, voided or withdrawn is not summed", async () => {
		const title = `合計${crypto.randomUUID().slice(0, 6)}`;
		const [gone] = [await standing("submitted", { title }), await standing("submitted", { title })];
		await standing("paid", { title });
		await post(finance.rejection(gone), { version: await version(gone), comment: "重複" }, people.cashier);
		const said = async (more = "") =>
			words(await page(`${finance.list()}?q=${encodeURIComponent(title)}${more}`, people.chair));
		expect(await said()).toContain(
			"符合條件的有 3 件，實付金額合計 37,200 元（未計已駁回、已撤回與已作廢的），其中已付款 18,600 元。",
		);
		expect(await said("&state=open")).toContain("符合條件的有 2 件，實付金額合計 37,200 元，其中已付款 18,600 元。");
		expect(await said("&state=rejected")).toContain("符合條件的有 1 件。");
	});

	test("show what waits for each, as long as it does", async () => {
		const title = `等候${crypto.randomUUID().slice(0, 6)}`;
		const id = await standing("submitted", { title });
		const waits = async (as: Person) => words(await page(finance.waiting(), as)).includes(title);
		const all = () =>
			Promise.all([people.cashier, people.accountant, people.chair, people.applicant, people.auditor].map(waits));
		expect(await all()).toEqual([true, false, false, false, false]);
		await post(finance.approval(id), { version: await version(id) }, people.cashier);
		expect(await all()).toEqual([false, true, false, false, false]);
		await post(finance.return(id), { version: await version(id), comment: "請補" }, people.accountant);
		expect(await all()).toEqual([false, false, false, true, false]);
		expect(words(await page(paths.admin.home(), people.applicant))).toMatch(
			new RegExp(`支出申請 ?${title}.*退回給您補正`),
		);
	});

	test("tell open advances by person, and lead to settling them", async () => {
		const title = `預支${crypto.randomUUID().slice(0, 6)}`;
		const more = {
			kind: "advance" as const,
			title,
			payeeName: "",
			payeeTaxId: null,
			payeeUserId: people.applicant.userId,
		};
		const id = await standing("paid", more);
		const list = await page(finance.advances(), people.applicant);
		expect(words(list)).toContain(title);
		const link = list.elements.find(({ attributes }) => attributes.href?.includes(`advance=${id}`));
		const form = await page((link?.attributes.href ?? "").replaceAll("&amp;", "&"), people.applicant);
		expect(words(form)).toContain("要核銷的預支");
	});

	test("leave as files, with a row in the audit log", async () => {
		await standing("submitted");
		const answer = await ask(`${finance.export("csv")}?kind=vendor`, { as: people.auditor });
		expect([answer.status, (await answer.text()).includes("青禾文化空間有限公司")]).toEqual([200, true]);
		expect(await newestAudit(1)).toEqual([expect.stringContaining("finance.export")]);
	});
});
