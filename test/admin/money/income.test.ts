import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { recordIncome } from "#domain/money/income/actions.ts";
import { verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { bankAccount, bankLine } from "../../support/bank.ts";
import { donor, drafted, inKind, recorded, refOf } from "../../support/income.ts";
import { member } from "../../support/members.ts";
import { db, payment, refOf as paymentRef, submit } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { by, person, rows } from "../../support/users.ts";

const NOW = Date.now();
const TODAY = dateInTaipei(NOW);
const YEAR = TODAY.slice(0, 4);

let cashier: Person;
let accountant: Person;
let chair: Person;
let auditor: Person;
beforeAll(async () => {
	[cashier, accountant, chair, auditor] = await Promise.all([
		signIn({ name: "出納", roles: ["cashier"] }),
		signIn({ name: "會計", roles: ["accountant"] }),
		signIn({ name: "理事長", roles: ["chair"] }),
		signIn({ name: "監事", roles: ["auditor"] }),
	]);
});

const page = async (path: string, as: Person) => (await ask(path, { as })).text();
const FORM = {
	kind: "donation",
	donor: "",
	line: "",
	payer_title: "",
	amount: "5,000",
	fee: "",
	method: "cash",
	account: "",
	received_on: TODAY,
	wants_receipt: "1",
	purpose: "",
	note: "",
	items: "",
	as: "record",
};
const send = (path: string, as: Person, form: Record<string, string>) =>
	ask(path, { as, form: { _key: crypto.randomUUID(), ...form } });
/** The id in the address that a form leads to. */
const madeBy = (answer: Response): number =>
	Number(/\/admin\/income\/(?:donors\/)?(\d+)/.exec(answer.headers.get("Location") ?? "")?.[1]);
const versionOf = async (id: number) =>
	String((await rows("SELECT version FROM income_records WHERE id = ?", id))[0]?.version);

describe("a donation, by hand", () => {
	test("is drafted, changed, recorded, posted by another and reversed by a third", async () => {
		const id = madeBy(await send("/admin/income/new", cashier, { ...FORM, payer_title: "林<b>淑芬", as: "draft" }));
		expect(await page(`/admin/income/${id}`, cashier)).toContain("林&lt;b>淑芬");
		const edited = await send(`/admin/income/${id}/edit`, cashier, {
			...FORM,
			payer_title: "林淑芬",
			as: "draft",
			version: "1",
		});
		expect(edited.status).toBe(303);
		const stale = await send(`/admin/income/${id}/edit`, cashier, { ...FORM, version: "1" });
		expect(stale.status).toBe(409);
		expect((await send(`/admin/income/${id}/recording`, cashier, { version: "2" })).status).toBe(303);
		const own = await send(`/admin/income/${id}/recording`, cashier, { version: "2" });
		expect([own.status, await own.text()]).toEqual([409, expect.stringContaining("剛剛已被其他人處理")]);
		expect(await page(`/admin/income/${id}`, accountant)).toContain("依種類：4220 捐助收入");
		const unclear = await send(`/admin/income/${id}/posting`, accountant, {
			...{ version: await versionOf(id), account: "收入", project: "" },
		});
		expect([unclear.status, await unclear.text()]).toEqual([
			422,
			expect.stringContaining("「收入」可能是 4110 入會費收入"),
		]);
		const foreign = await send(`/admin/income/${id}/posting`, accountant, {
			...{ version: await versionOf(id), account: "5110", project: "" },
		});
		expect([foreign.status, await foreign.text()]).toEqual([422, expect.stringContaining("請選擇使用中的收入科目")]);
		const posting = await send(`/admin/income/${id}/posting`, accountant, {
			version: await versionOf(id),
			account: "",
			project: "",
		});
		expect(posting.status).toBe(303);
		expect(
			(await send(`/admin/income/${id}/posting`, accountant, { version: "3", account: "", project: "" })).status,
		).toBe(409);
		expect(await page(`/admin/income/${id}/reversal`, accountant)).toContain("請由其他人沖銷");
		const empty = await send(`/admin/income/${id}/reversal`, chair, { version: await versionOf(id), reason: "" });
		expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining("請說明沖銷的原因")]);
		await send(`/admin/income/${id}/reversal`, chair, { version: await versionOf(id), reason: "登錄錯誤" });
		const shown = await page(`/admin/income/${id}`, cashier);
		expect(shown).toContain("已沖銷");
		expect(shown).toContain("更正後重新登錄");
		expect(await page(`/admin/income/new?copy=${id}`, cashier)).toContain('value="5,000"');
	});

	test("without a title is 善心人士's; bad input is told beside its field, and nothing is lost", async () => {
		const id = madeBy(await send("/admin/income/new", cashier, FORM));
		expect(await rows("SELECT payer_title FROM receipts WHERE income_id = ?", id)).toEqual([
			{ payer_title: "善心人士" },
		]);
		for (const [field, value, words] of [
			["amount", "0", "大於 0 的整數"],
			["amount", "-5", "大於 0 的整數"],
			["amount", "10.5", "大於 0 的整數"],
			["amount", "", "請填寫金額"],
			["fee", "5000", "手續費要比金額少"],
			["received_on", "2026/2/30", "看不懂這個日期"],
			["received_on", "12/3/5", "把年份寫完整"],
			["received_on", "2099-01-01", "不能晚於今天"],
			["method", "", "請選擇收款方式"],
		] as const) {
			const answer = await send("/admin/income/new", cashier, { ...FORM, note: "留著", [field]: value });
			expect([field, value, answer.status]).toEqual([field, value, 422]);
			const text = await answer.text();
			expect(text).toContain(words);
			expect(text).toContain("留著");
		}
		const grant = await send("/admin/income/new", cashier, { ...FORM, kind: "grant" });
		expect([grant.status, await grant.text()]).toEqual([422, expect.stringContaining("請填寫從哪裡來的")]);
		const roc = await send("/admin/income/new", cashier, {
			...FORM,
			amount: "１，０００",
			received_on: `民國${Number(YEAR) - 1911}年1月5日`,
		});
		expect(await rows("SELECT amount, received_on FROM income_records WHERE id = ?", madeBy(roc))).toEqual([
			{ amount: 1_000, received_on: `${YEAR}-01-05` },
		]);
	});

	test("in kind is proved on paper, and other money by a 領據", async () => {
		const donorId = await donor({ name: "好人公司", kind: "organisation", nationalId: "04126516" });
		const gift = await recorded(cashier.userId, { ...inKind, donorId, payerTitle: "好人公司", receivedOn: TODAY }, NOW);
		const proof = await page(`/admin/income/${gift}/certificate`, auditor);
		expect(proof).toContain("實物捐贈證明");
		expect(proof).toContain("輪椅 2 台");
		expect(proof).toContain("04126516");
		const grant = await recorded(
			cashier.userId,
			{ kind: "grant", payerTitle: "衛福部", amount: 120_000, receivedOn: TODAY },
			NOW,
		);
		expect(await page(`/admin/income/${grant}/certificate`, auditor)).toContain("新臺幣壹拾貳萬元整");
	});
});

describe("a line of the bank", () => {
	test("is recorded as income, is used by that, and free again after a reversal", async () => {
		const accountId = await bankAccount("bank", "對帳專戶");
		const line = await bankLine({ accountId, amount: 36, memo: "存款利息", day: TODAY });
		const now = () => rows("SELECT status FROM bank_lines WHERE id = ?", line);
		const form = { ...FORM, kind: "interest", line: String(line), amount: "36", method: "transfer", wants_receipt: "" };
		expect(await page(`/admin/income/new?line=${line}&kind=interest`, cashier)).toContain("存款利息");
		const other = await send("/admin/income/new", cashier, { ...form, amount: "37" });
		expect([other.status, await other.text()]).toEqual([422, expect.stringContaining("不能對在一起")]);
		const id = madeBy(await send("/admin/income/new", cashier, form));
		expect(await now()).toEqual([{ status: "matched" }]);
		expect(await rows("SELECT bank_account_id FROM income_records WHERE id = ?", id)).toEqual([
			{ bank_account_id: accountId },
		]);
		const clerk = await signIn({ roles: [], permissions: ["bank.manage", "payments.verify", "income.manage"] });
		expect(await page(`/admin/bank/lines/${line}`, clerk)).toContain("對上的款項");
		expect(await page("/admin/bank/lines?status=matched", clerk)).toContain(`/admin/income/${id}`);
		const twice = await send("/admin/income/new", cashier, form);
		expect([409, 422]).toContain(twice.status);
		expect(await twice.text()).toContain("已經對帳");
		await send(`/admin/income/${id}/posting`, accountant, { version: await versionOf(id), account: "", project: "" });
		await send(`/admin/income/${id}/reversal`, chair, { version: await versionOf(id), reason: "登錄錯誤" });
		expect(await now()).toEqual([{ status: "unmatched" }]);
		expect(madeBy(await send("/admin/income/new", cashier, form))).toBeGreaterThan(id);
	});

	test("that was 暫收款 is taken from 2150", async () => {
		const accountId = await bankAccount("postal", "暫收專戶");
		const line = await bankLine({ accountId, amount: 700, day: TODAY });
		const clerk = await signIn({ roles: [], permissions: ["bank.manage"] });
		await send(`/admin/bank/lines/${line}/suspense`, clerk, { version: "1" });
		const form = { ...FORM, line: String(line), amount: "700", method: "transfer" };
		const id = madeBy(await send("/admin/income/new", cashier, form));
		await send(`/admin/income/${id}/posting`, accountant, { version: await versionOf(id), account: "", project: "" });
		const lines = await rows(
			`SELECT a.code, l.debit, l.credit FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id JOIN accounts a ON a.id = l.account_id
			WHERE v.source = 'income' AND v.source_id = ? ORDER BY l.line_no`,
			id,
		);
		expect(lines).toEqual([
			{ code: "2150", debit: 700, credit: 0 },
			{ code: "4220", debit: 0, credit: 700 },
		]);
	});
});

describe("a donor", () => {
	test("is found on the way, and made on it; the number is checked and never shown", async () => {
		const form = {
			kind: "person",
			name: "陳大文",
			national_id: "A123456788",
			email: "",
			phone: "",
			address: "",
			member_no: "",
			note: "",
			naming: "name",
			public_name: "",
		};
		const wrong = await send("/admin/income/donors/new", cashier, form);
		expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining("身分證字號或居留證號不正確")]);
		const answer = await send("/admin/income/donors/new", cashier, {
			...form,
			national_id: "a 8000-00014",
			back: "/admin/income/new?line=1",
		});
		const id = Number(/donor=(\d+)/.exec(answer.headers.get("Location") ?? "")?.[1]);
		expect(answer.headers.get("Location")).toContain("/admin/income/new?line=1&donor=");
		const elsewhere = await send("/admin/income/donors/new", cashier, {
			...form,
			name: "別處",
			national_id: "",
			back: "https://evil.example/",
		});
		expect(elsewhere.headers.get("Location")).toMatch(/^\/admin\/income\/donors\/\d+$/);
		expect(await page("/admin/income/new?q=陳大", cashier)).toContain(`donor=${id}`);
		expect(await page("/admin/income/donors?q=陳大", cashier)).toContain(`/admin/income/donors/${id}"`);
		expect(await page("/admin/income/donors?q=沒有這個人&kind=person&lacking=id", cashier)).toContain(
			"找不到符合的捐款人",
		);
		const shown = await page(`/admin/income/donors/${id}`, auditor);
		expect(shown).toContain("A80****014");
		expect(shown).not.toContain("A800000014");
		expect(await page(`/admin/income/donors/${id}/edit`, cashier)).not.toContain("A800000014");
		const company = await send("/admin/income/donors/new", cashier, {
			...form,
			kind: "organisation",
			name: "公司",
			national_id: "12345678",
		});
		expect([company.status, await company.text()]).toEqual([422, expect.stringContaining("統一編號不正確")]);
	});
});

describe("the list", () => {
	test("is searched, narrowed, exported and says so when nothing fits", async () => {
		const id = await recorded(
			cashier.userId,
			{ payerTitle: "獨特的名字", method: "cash", amount: 98_765, purpose: "特別用途", receivedOn: TODAY },
			NOW,
		);
		for (const query of [
			"q=獨特的",
			"q=98,765",
			"q=特別用途",
			`q=${(await rows("SELECT number FROM receipts WHERE income_id = ?", id))[0]?.number}`,
		])
			expect([query, (await page(`/admin/income?${query}`, auditor)).includes("獨特的名字")]).toEqual([query, true]);
		expect(await page("/admin/income?q=沒有這個人", auditor)).toContain("找不到符合的收入");
		expect(await page("/admin/income?state=posted&q=獨特的", auditor)).toContain("找不到符合的收入");
		const csv = await ask("/admin/income/export/csv?q=獨特的", { as: auditor });
		const text = await csv.text();
		expect(text).toContain("獨特的名字");
		expect(text.trim().split("\n")).toHaveLength(2);
		const [row] = await rows("SELECT changes FROM audit_log WHERE action = 'income.export' ORDER BY id DESC LIMIT 1");
		expect(JSON.parse(String(row?.changes))).toEqual({ format: "csv", rows: 1, filter: { search: "yes" } });
		expect((await ask("/admin/income?state=nothing", { as: auditor })).status).toBe(400);
	});
});

describe("the declaration of a year", () => {
	test("has every person once with the whole number, members with their fees too, and names what is lacking", async () => {
		await env.DB.prepare(
			"INSERT INTO settings (key, value, updated_at) VALUES ('association.tax_id', '12345675', 1) ON CONFLICT (key) DO NOTHING",
		).run();
		const year = 2025;
		const day = `${year}-06-01`;
		const lin = await donor({ name: "林申報", nationalId: "F131104093" });
		const give = (more: Parameters<typeof recorded>[1]) => recorded(cashier.userId, { receivedOn: day, ...more }, NOW);
		await give({ donorId: lin, payerTitle: "林申報", amount: 1_000 });
		await give({ donorId: lin, payerTitle: "林申報", amount: 500 });
		const other = (await person({ roles: ["cashier"] })).id;
		const titled = await drafted(other, { receivedOn: day, donorId: lin, payerTitle: "林太太", amount: 10 });
		await recordIncome(db, {
			ref: await refOf(titled),
			by: { ...by({ id: cashier.userId }, NOW), userId: cashier.userId },
		});
		await give({ donorId: await donor({ name: "缺號" }), payerTitle: "缺號", amount: 20 });
		await give({
			donorId: await donor({ name: "某公司", kind: "organisation", nationalId: "04595257" }).catch(() =>
				donor({ name: "某公司", kind: "organisation" }),
			),
			payerTitle: "某公司",
			amount: 30,
		});
		await give({ amount: 40 });
		const own = await person({ name: "王會員", roles: ["member"] });
		const { id: memberId } = await member({ name: "王會員", userId: own.id, national_id: "AB23456789" });
		const paid = await submit(
			payment([{ kind: "donation", memberId, amount: 700 }], { paidOn: day, payerTitle: "王會員" }),
			{ userId: own.id },
		);
		await verifyPayment(db, {
			ref: await paymentRef(paid),
			reviewer: { userId: cashier.userId, standsFor: [null] },
			by: by({ id: cashier.userId }, NOW),
		});
		const shown = await page(`/admin/income/tax?year=${year}`, cashier);
		expect(shown).toContain("2 人，3 張收據");
		for (const words of ["沒有身分證字號", "收據抬頭和捐款人姓名不同", "公司或團體", "沒有登記捐款人"])
			expect(shown).toContain(words);
		expect(shown).not.toContain("F131104093");
		const file = await ask(`/admin/income/tax/export/csv?year=${year}&code=00`, { as: cashier });
		expect(decodeURIComponent(file.headers.get("Content-Disposition") ?? "")).toContain("114.31.12345675.csv");
		const [head, ...lines] = (await file.text()).replace("\ufeff", "").trim().split("\r\n");
		expect(head).toBe(
			"捐贈年度,捐贈者身分證統一編號,捐贈者姓名,捐款金額,受捐贈單位統一編號,捐贈別,受捐贈者名稱,專案核准文號",
		);
		expect(lines.map((one) => one.split(",").slice(0, 6).join(","))).toEqual([
			"114,F131104093,林申報,1500,12345675,00",
			"114,AB23456789,王會員,700,12345675,00",
		]);
		const [audit] = await rows(
			"SELECT changes FROM audit_log WHERE action = 'income.tax_export' ORDER BY id DESC LIMIT 1",
		);
		expect(JSON.parse(String(audit?.changes))).toEqual({
			format: "csv",
			rows: 2,
			filter: { year: String(year), code: "00" },
		});
		expect(shown).toContain("以國稅局當年度說明為準");
		const big5 = `/admin/income/tax/export/csv?year=${year}&code=00&charset=big5`;
		const plain = await ask(big5, { as: cashier });
		expect(plain.headers.get("Content-Type")).toBe("text/csv; charset=big5");
		const read = new TextDecoder("big5", { fatal: true, ignoreBOM: true }).decode(await plain.arrayBuffer());
		expect(read.trim().split("\r\n")).toEqual([head, ...lines]);
		// A name with a character that Big5 lacks leaves no file and no audit row, and its row is told.
		await give({ donorId: await donor({ name: "王𠮷", nationalId: "A123456789" }), payerTitle: "王𠮷", amount: 1 });
		const before = await rows("SELECT id FROM audit_log WHERE action = 'income.tax_export'");
		const refused = await ask(big5, { as: cashier });
		expect(refused.status).toBe(303);
		const told = decodeURIComponent(decodeURIComponent(refused.headers.get("Set-Cookie") ?? ""));
		expect(told).toMatch(/Big5 沒有這些字，沒有製作檔案：第 \d 列「𠮷」。/u);
		expect(await rows("SELECT id FROM audit_log WHERE action = 'income.tax_export'")).toEqual(before);
		expect((await ask(`/admin/income/tax/export/csv?year=${year}`, { as: cashier })).status).toBe(200);
		const old = await signIn({ roles: ["cashier"], at: NOW - 60_000, authenticatedAt: NOW - 3_600_000 });
		expect((await ask(`/admin/income/tax/export/csv?year=${year}`, { as: old })).status).toBe(303);
		expect(await rows("SELECT payer_id_mask FROM receipts WHERE payment_id = ?", paid)).toEqual([
			{ payer_id_mask: "AB2****789" },
		]);
	});

	test("and the statement of a donor has all gifts of the year, with fees too", async () => {
		const { id: memberId, member_no } = await member({ name: "黃家長", member_no: "M8801" });
		const donorId = await donor({ name: "黃家長", memberNo: member_no ?? "M8801" });
		await recorded(cashier.userId, { donorId, payerTitle: "黃家長", amount: 300, receivedOn: `${YEAR}-01-02` }, NOW);
		const staff = await person({ roles: ["secretary"] });
		const paid = await submit(
			payment([{ kind: "donation", memberId, amount: 200 }], { paidOn: `${YEAR}-01-03`, payerTitle: "黃家長" }),
			{ userId: staff.id, source: "staff" },
		);
		await verifyPayment(db, {
			ref: await paymentRef(paid),
			reviewer: { userId: cashier.userId, standsFor: [null] },
			by: by({ id: cashier.userId }, NOW),
		});
		const statement = await page(`/admin/income/donors/${donorId}/statement?year=${YEAR}`, auditor);
		expect(statement).toContain("新臺幣伍佰元整");
		expect(await page(`/admin/income/donors/${donorId}`, auditor)).toContain("隨會費繳納");
	});
});
