/** The pages of registers (清冊): the form, the accountant's review, the papers, the bank's file, and 提款核章單. */
import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { accountId, bring, fund, now } from "../../support/finance.ts";
import { newestAudit, page, type Shown, shown, tripsOf } from "../../support/pages.ts";
import { ACCOUNT, payee } from "../../support/payees.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { registerInput } from "../../support/register-input.ts";
import { register, share, sharesIn, withhold } from "../../support/registers.ts";
import { rows } from "../../support/users.ts";

const { finance } = paths.admin;
const ID = "A123456789";
const words = ({ html }: Pick<Shown, "html">): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");

let people: Record<"applicant" | "cashier" | "accountant" | "chair", Person>;
let talk: number;
let travel: number;
beforeAll(async () => {
	await fund();
	talk = await payee({ name: "李講師", nationalId: ID }, { ...ACCOUNT, bankCode: "822", account: "012-345-678" });
	travel = await payee({ name: "陳志工" }, { ...ACCOUNT, account: "987654321" });
});
beforeEach(async () => {
	people = {
		applicant: await signIn({ name: "葉芷寧", roles: ["applicant"] }),
		cashier: await signIn({ name: "許雅雯", roles: ["cashier"] }),
		accountant: await signIn({ name: "賴美惠", roles: ["accountant"] }),
		chair: await signIn({ name: "周明遠", roles: ["chair"] }),
	};
});
const office = () => ({
	applicant: { id: people.applicant.userId, held: [] },
	cashier: { id: people.cashier.userId, held: ["finance.review.cashier", "finance.pay"] as const },
	accountant: { id: people.accountant.userId, held: ["finance.review.accountant", "ledger.post"] as const },
	chair: { id: people.chair.userId, held: ["finance.review.chair"] as const },
});
const post = async (path: string, form: Record<string, string | string[]>, as: Person) => {
	const answer = await ask(path, { as, form });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};
const idOf = ({ to }: { to: string | null }): number => Number(to?.split("/").at(-1));

const FORM = {
	register: "fees",
	title: "秋季聚會的講師與志工",
	pay_by: "cash",
	no_attachment_reason: "領據另附",
	payee: ["甲講師", "乙志工", ""],
	summary: ["講師費", "交通費", ""],
	amount: ["30,000", "３００", ""],
};

describe("the form of a register", () => {
	test("takes pasted rows, keeps what was typed, and makes payees of unknown names once that is agreed to", async () => {
		const pasted = { ...FORM, paste: "丙志工\t交通費\t300\n丁志工\t交通費\t300", step: "paste" };
		const filled = await post(finance.createRegister(), pasted, people.applicant);
		const values = (name: string) =>
			filled.elements.filter(({ attributes }) => attributes.name === name).map(({ attributes }) => attributes.value);
		expect(values("payee").slice(0, 4)).toEqual(["甲講師", "乙志工", "丙志工", "丁志工"]);
		expect(words(filled)).toContain("4 人，應領合計 30,900 元");

		const asked = await post(finance.createRegister(), { ...FORM, step: "submit" }, people.applicant);
		expect([asked.status, words(asked).includes("還沒有受款人資料：甲講師、乙志工")]).toEqual([422, true]);
		const sent = await post(
			finance.createRegister(),
			{ ...FORM, add_payees: "1", step: "submit", _key: crypto.randomUUID() },
			people.applicant,
		);
		const id = idOf(sent);
		expect(await now(id)).toMatchObject({ state: "pending_cashier", register: "fees", gross: 30_300 });
		expect(await rows("SELECT name FROM payees WHERE name IN ('甲講師', '乙志工') ORDER BY id")).toHaveLength(2);
		const again = await post(
			finance.createRegister(),
			{ ...FORM, step: "save", _key: crypto.randomUUID() },
			people.applicant,
		);
		expect((await sharesIn(idOf(again))).map(({ payee_name }) => payee_name)).toEqual(["甲講師", "乙志工"]);
	});

	test("says how to write a name that two payees have, and what is wrong in which row", async () => {
		const [one, two] = [await payee({ name: "同名" }), await payee({ name: "同名" })];
		const form = { ...FORM, payee: ["同名"], summary: ["講師費"], amount: ["3,000"], step: "save" };
		expect(words(await post(finance.createRegister(), form, people.applicant))).toContain(`「同名 #${one}」`);
		const chosen = { ...form, payee: [`同名 #${two}`], _key: crypto.randomUUID() };
		expect((await sharesIn(idOf(await post(finance.createRegister(), chosen, people.applicant))))[0]?.payee_id).toBe(
			two,
		);
		const wrong = {
			...FORM,
			payee: ["甲", "", ""],
			summary: ["", "車資", ""],
			amount: ["1.5", "20", ""],
			step: "save",
		};
		const told = words(await post(finance.createRegister(), wrong, people.applicant));
		for (const said of ["第 1 行沒有事由", "第 1 行的金額要是大於 0 的整數", "第 2 行沒有受款人"])
			expect(told).toContain(said);
		expect(
			words(
				await post(
					finance.createRegister(),
					{ ...FORM, payee: [], summary: [], amount: [], step: "save" },
					people.applicant,
				),
			),
		).toContain("請至少填寫一位受款人");
	});

	test("pays a row otherwise than the others, and says so again where it is edited", async () => {
		const form = {
			...FORM,
			payee: ["李講師", "陳志工"],
			summary: ["講師費", "交通費"],
			amount: ["3,000", "300"],
			step: "save",
		};
		const unread = await post(finance.createRegister(), { ...form, way: ["", "支票"] }, people.applicant);
		expect([unread.status, words(unread).includes("第 2 行的付款方式請寫轉帳或現金")]).toEqual([422, true]);
		const mixed = { ...form, pay_by: "transfer", way: ["", "現金"], _key: crypto.randomUUID() };
		const id = idOf(await post(finance.createRegister(), mixed, people.applicant));
		expect(await now(id)).toMatchObject({ pay_by: "transfer", cash_part: 300 });
		const edit = await page(finance.editRegister(id), people.applicant);
		expect(edit.html.match(/<option value="現金" selected/g)).toHaveLength(1);
		const back = { ...mixed, pay_by: "cash", way: ["轉帳", ""], version: "1" };
		await post(finance.editRegister(id), back, people.applicant);
		expect(await now(id)).toMatchObject({ pay_by: "transfer", cash_part: 300 });
	});

	test("of a salary has its own columns; edited and copied it comes back as it was", async () => {
		const staff = await payee({ name: "專員" });
		const form = {
			...FORM,
			register: "salary",
			payee: [`專員 #${staff}`],
			summary: ["11 月薪資"],
			amount: ["33,000"],
			allowance: ["3,000"],
			labour: ["900"],
			health: ["560"],
			pension: ["2,160"],
			employer_labour: "2,500",
			employer_health: "",
			employer_pension: "2,160",
			step: "save",
			_key: crypto.randomUUID(),
		};
		const id = idOf(await post(finance.createRegister(), form, people.applicant));
		expect(await now(id)).toMatchObject({ gross: 36_000, nhi: 3_620, net: 32_380 });
		const edit = await page(finance.editRegister(id), people.applicant);
		const value = (name: string) => edit.elements.find(({ attributes }) => attributes.name === name)?.attributes.value;
		expect(["amount", "allowance", "labour", "health", "pension"].map(value)).toEqual([
			"33,000",
			"3,000",
			"900",
			"560",
			"2,160",
		]);
		expect(["employer_labour", "employer_health", "employer_pension"].map(value)).toEqual(["2,500", "", "2,160"]);
		expect(words(await page(finance.show(id), people.applicant))).toContain("勞保 2,500、勞退提繳 2,160");
		const changed = { ...form, amount: ["34,000"], version: String((await now(id)).version) };
		await post(finance.editRegister(id), changed, people.applicant);
		expect((await now(id)).gross).toBe(37_000);
		expect((await ask(finance.edit(id), { as: people.applicant })).headers.get("Location")).toBe(
			finance.editRegister(id),
		);
		const copy = await page(`${finance.createRegister()}?copy=${id}`, people.applicant);
		expect(words(copy)).toContain("薪資清冊");
		expect(
			(await ask(`${finance.createRegister()}?copy=${id}`, { as: await signIn({ roles: ["applicant"] }) })).status,
		).toBe(404);
		expect(await tripsOf(finance.editRegister(id), people.applicant)).toBe(2);
	});
});

describe("a register that is open in two tabs", () => {
	const open = async () => {
		const form = {
			...FORM,
			payee: ["李講師", "陳志工"],
			summary: ["講師費", "交通費"],
			amount: ["3,000", "300"],
			step: "save",
		};
		const id = idOf(await post(finance.createRegister(), { ...form, _key: crypto.randomUUID() }, people.applicant));
		const first = { ...form, version: "1" };
		await post(finance.editRegister(id), { ...first, title: "先存的", amount: ["4,000", "300"] }, people.applicant);
		return { id, second: { ...first, title: "後存的", amount: ["5,000", "300"] } };
	};
	test("shows both versions, of the rows too, and saves the second one only after that", async () => {
		const { id, second } = await open();
		const told = await post(finance.editRegister(id), second, people.applicant);
		expect(told.status).toBe(409);
		for (const said of ["您編輯時，有人先儲存了", "先存的", "後存的", "4,000", "5,000"])
			expect(words(told)).toContain(said);
		expect((await now(id)).gross).toBe(4_300);
		const version = String((await now(id)).version);
		await post(finance.editRegister(id), { ...second, version }, people.applicant);
		expect(await now(id)).toMatchObject({ title: "後存的", gross: 5_300 });
	});

	test("takes the stored rows where they are chosen, with a script and without", async () => {
		for (const hasScript of [false, true]) {
			const { id, second } = await open();
			const told = await post(finance.editRegister(id), second, people.applicant);
			const side = told.elements.find(({ attributes }) => attributes.name === "_theirs.rows");
			const stored = (side?.attributes.value ?? "").replaceAll("&quot;", `"`);
			const chosen = hasScript ? { rows: stored } : { "_take.rows": "theirs", "_theirs.rows": stored, rows: "" };
			const version = String((await now(id)).version);
			await post(finance.editRegister(id), { ...second, ...chosen, version }, people.applicant);
			expect(await now(id)).toMatchObject({ title: "後存的", gross: 4_300 });
		}
	});

	test("takes the stored rows as they are paid, whatever the whole of the other version is", async () => {
		const form = { ...FORM, payee: ["李講師"], summary: ["講師費"], amount: ["3,000"], step: "save" };
		const id = idOf(await post(finance.createRegister(), { ...form, _key: crypto.randomUUID() }, people.applicant));
		await post(finance.editRegister(id), { ...form, version: "1", title: "先存的" }, people.applicant);
		const second = { ...form, version: "1", pay_by: "transfer" };
		const told = await post(finance.editRegister(id), second, people.applicant);
		const side = told.elements.find(({ attributes }) => attributes.name === "_theirs.rows");
		const stored = (side?.attributes.value ?? "").replaceAll("&quot;", `"`);
		expect(stored).toContain("現金");
		await post(finance.editRegister(id), { ...second, rows: stored, version: "2" }, people.applicant);
		expect(await now(id)).toMatchObject({ version: 3, pay_by: "cash" });
	});

	test("a button that adds rows, and a form with a mistake, hide no other version", async () => {
		const { id, second } = await open();
		for (const more of [{ step: "more" }, { title: "" }])
			expect(words(await post(finance.editRegister(id), { ...second, ...more }, people.applicant))).toContain(
				"您編輯時，有人先儲存了",
			);
		expect((await now(id)).gross).toBe(4_300);
	});
});

/** A register of a talk and of travel, sent and reviewed by the cashier; returns its id. */
async function waiting(pay_by: "transfer" | "cash" = "cash") {
	const shares = [share(talk, { gross: 30_000 }), share(travel, { gross: 300, reason: "交通費" })];
	const id = await register(office().applicant, registerInput(shares, { payBy: pay_by }));
	await bring(id, office(), "cashier", { at: Date.now() });
	return id;
}

describe("the accountant's review", () => {
	test("computes by the rules, names whose number is missing, and stores what was decided", async () => {
		const id = await waiting();
		const [first, second] = await sharesIn(id);
		const account = "5320";
		const lines = await rows<{ id: number }>("SELECT id FROM finance_lines WHERE document_id = ? ORDER BY line_no", id);
		const form = {
			version: String((await now(id)).version),
			share: [String(first?.id), String(second?.id)],
			category: ["9B", ""],
			tax: ["", ""],
			premium: ["", ""],
			category_all: "none",
			line: lines.map((line) => String(line.id)),
			account: lines.map(() => account),
			budget: lines.map(() => ""),
		};
		const computed = await post(finance.approval(id), { ...form, step: "compute" }, people.accountant);
		expect(computed.status).toBe(200);
		for (const said of ["26,367", "各類所得扣繳率標準第 2 條"]) expect(words(computed)).toContain(said);
		// The sum is of what the rows say, which is not stored yet.
		expect(words(computed)).toMatch(/合計\s*30,300\s*26,667/);
		expect((await now(id)).state).toBe("pending_accountant");
		const missing = await post(finance.approval(id), { ...form, category_all: "9A" }, people.accountant);
		expect([missing.status, words(missing).includes("第 2 行陳志工：有所得的要先在受款人資料登記證號")]).toEqual([
			422,
			true,
		]);
		const unread = await post(finance.approval(id), { ...form, tax: ["三千", ""] }, people.accountant);
		expect([unread.status, words(unread).includes("第 1 行的代扣金額要是整數")]).toEqual([422, true]);
		await post(finance.approval(id), { ...form, tax: ["2,500", ""] }, people.accountant);
		expect(await now(id)).toMatchObject({ state: "pending_chair", income_tax: 2_500, nhi: 633, net: 27_167 });
		expect(words(await page(finance.show(id), people.chair))).toContain("依規定是所得稅 3,000 元、補充保費 633 元");
	});
});

describe("the payment of a register", () => {
	test("says what the rules of the day withhold otherwise, pays nothing, and returns it to the applicant", async () => {
		const id = await waiting();
		await withholdTalk(id);
		await bring(id, office(), "chair", { at: Date.now() });
		await rows(
			"INSERT INTO withholding_rates (kind, from_on, value, created_at) VALUES ('premium_rate', '2021-01-01', 300, 1)",
		);
		const said = "第 1 行李講師：補充保費決定扣 633 元，付款日依規定是 900 元。";
		for (const path of [finance.show(id), finance.payment(id)])
			expect(words(await page(path, people.cashier))).toContain(said);
		const form = {
			version: String((await now(id)).version),
			paid_from: String(await accountId("1110")),
			reference: "",
		};
		const paid = await post(finance.payment(id), { ...form, paid_on: dateInTaipei(Date.now()) }, people.cashier);
		expect([paid.status, words(paid).includes("這張清冊不能照這樣付")]).toEqual([422, true]);
		const unsaid = await post(finance.return(id), { version: form.version, comment: "" }, people.cashier);
		expect([unsaid.status, words(unsaid).includes("請寫下原因")]).toEqual([422, true]);
		await post(finance.return(id), { version: form.version, comment: "費率變了" }, people.cashier);
		expect((await now(id)).state).toBe("returned");
		await rows(
			"INSERT INTO withholding_rates (kind, from_on, value, created_at) VALUES ('premium_rate', '2021-01-01', 211, 1)",
		);
	});
});

describe("a register that pays some by transfer and others in cash", () => {
	test("asks for both accounts, withdraws from the bank what leaves it, and has each sign or shows the day", async () => {
		const shares = [share(talk, { gross: 30_000 }), share(travel, { gross: 300, reason: "交通費", payBy: "cash" })];
		const id = await register(office().applicant, registerInput(shares));
		await bring(id, office(), "cashier", { at: Date.now() });
		await withholdTalk(id);
		await bring(id, office(), "chair", { at: Date.now() });
		const payment = await page(finance.payment(id), people.cashier);
		for (const said of ["銀行轉帳、現金", "26,367", "轉帳從哪裡付", "現金從哪裡付"])
			expect(words(payment)).toContain(said);
		const slip = { account: String(await accountId("1130")), on: "2026-11-30", ids: [String(id)] };
		expect(words(await post(finance.withdrawalSlip(), slip, people.cashier))).toContain("貳萬陸仟參佰陸拾柒元整");
		const form = {
			version: String((await now(id)).version),
			paid_on: dateInTaipei(Date.now()),
			paid_from: String(await accountId("1130")),
			reference: "",
		};
		const lacking = await post(finance.payment(id), form, people.cashier);
		expect([lacking.status, words(lacking).includes("現金的部分請選現金或零用金")]).toEqual([422, true]);
		const cash = String(await accountId("1110"));
		await post(finance.payment(id), { ...form, paid_cash_from: cash }, people.cashier);
		expect(await now(id)).toMatchObject({ state: "paid", cash_net: 300 });
		expect(words(await page(finance.show(id), people.accountant))).toContain("付現帳戶");
		const paper = await page(`${finance.registerPaper()}?id=${id}`, people.accountant);
		expect(paper.html.match(/<td class="sign">[^<]*匯入/g)).toHaveLength(1);
		const file = `${finance.transferFile("csv")}?id=${id}`;
		const lines = (await (await ask(file, { as: people.cashier })).text()).trim().split("\r\n");
		expect([lines.length, lines[1]?.includes("26367")]).toEqual([2, true]);
	});
});

describe("the papers of a register", () => {
	test("show whole numbers behind a new proof and note it; the applicant and who is not let in see none", async () => {
		const id = await waiting();
		const address = `${finance.registerPaper()}?id=${id}`;
		const stale = await signIn({ roles: ["accountant"], authenticatedAt: Date.now() - 31 * 60_000 });
		expect((await ask(address, { as: stale })).headers.get("Location") ?? "").toContain("/account/confirm");
		expect((await ask(address, { as: people.applicant })).status).toBe(403);
		const paper = await page(address, people.accountant);
		for (const said of ["印領清冊", ID, "李講師", "陳志工", "30,300"]) expect(words(paper)).toContain(said);
		expect((await newestAudit(1))[0]).toMatch(/^finance\.register_print finance_document /);
		await withholdTalk(id);
		const slips = words(await page(`${finance.slips()}?id=${id}`, people.chair));
		expect([slips.includes("勞務報酬單"), slips.includes("26,367 元"), slips.includes("陳志工")]).toEqual([
			true,
			true,
			false,
		]);
		expect((await ask(`${finance.registerPaper()}?id=999999`, { as: people.accountant })).status).toBe(404);
	});

	test("the bank's file has the columns of the settings, once the register is approved", async () => {
		const id = await waiting("transfer");
		const file = `${finance.transferFile("csv")}?id=${id}`;
		expect((await ask(file, { as: people.cashier })).status).toBe(404);
		await withholdTalk(id);
		await bring(id, office(), "chair", { at: Date.now() });
		expect(await (await ask(file, { as: people.cashier })).text()).toContain("822,012345678,吳講師,26367,講師費");
		await env.DB.prepare(
			"INSERT INTO settings (key, value, version, updated_at) VALUES ('ledger.transfer_columns', '帳號、金額', 1, 1)",
		).run();
		const lines = (await (await ask(file, { as: people.cashier })).text()).trim().split("\r\n");
		expect(lines.map((line) => line.replace("\ufeff", ""))).toEqual(["帳號,金額", "012345678,26367", "987654321,300"]);
		expect((await newestAudit(1))[0]).toMatch(/^finance\.transfer_file finance_document /);
	});
});

/** The accountant's review: a talk (9B) and what is no income. */
const withholdTalk = (id: number) => withhold(id, office(), { categories: ["9B", "none"] });

describe("提款核章單", () => {
	test("lists what is approved, and prints account, day, requests, total and three squares", async () => {
		const id = await waiting("transfer");
		await withholdTalk(id);
		const offered = async () =>
			(await page(finance.withdrawalSlip(), people.cashier)).elements
				.filter(({ attributes }) => attributes.name === "ids")
				.map(({ attributes }) => attributes.value);
		expect(await offered()).not.toContain(String(id));
		await bring(id, office(), "chair", { at: Date.now() });
		expect(await offered()).toContain(String(id));
		const form = { account: String(await accountId("1130")), on: "2026-11-30", ids: [String(id)] };
		const slip = words(await post(finance.withdrawalSlip(), form, people.cashier));
		for (const said of ["1130", "115年11月30日", "負責人（理事長）", "秘書長", "財務人員", "貳萬陸仟陸佰陸拾柒元整"])
			expect(slip).toContain(said);
		const none = await post(finance.withdrawalSlip(), { ...form, ids: [] }, people.cashier);
		expect([none.status, words(none).includes("請至少選一件申請")]).toEqual([422, true]);
		expect((await ask(finance.withdrawalSlip(), { as: people.applicant })).status).toBe(403);
		expect(await tripsOf(finance.withdrawalSlip(), people.cashier)).toBe(2);
	});
});
