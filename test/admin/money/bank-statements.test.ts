import { beforeAll, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { archive, XLSX } from "../../support/archives.ts";
import { bankAccount, type Sent, send } from "../../support/bank.ts";
import { BANK_ROWS, bankCsv, bankXlsx, postalCsv } from "../../support/bank-files.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { bank } = paths.admin;
let cashier: Person;
beforeAll(async () => {
	cashier = await signIn({ name: "出納", roles: ["cashier"] });
});

const text = async (path: string) => (await ask(path, { as: cashier })).text();
const field = (page: string, name: string): string =>
	new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
const upload = (accountId: number, file: Sent | undefined, key?: string) =>
	send(bank.statements(), cashier, { fields: { account: String(accountId) }, file, ...(key ? { key } : {}) });
const placeOf = (answer: Response): string => answer.headers.get("Location") ?? "";
const linesOf = (accountId: number) =>
	rows<{ booked_on: string; amount: number; fee_amount: number; last5: string | null; memo: string }>(
		"SELECT booked_on, amount, fee_amount, last5, memo FROM bank_lines WHERE bank_account_id = ? ORDER BY id",
		accountId,
	);

/** Applies a draft as its page shows it. */
async function apply(place: string, more: Record<string, string> = {}): Promise<Response> {
	const page = await text(place);
	return ask(`${place}/application`, {
		as: cashier,
		form: { version: field(page, "version"), seen: field(page, "seen"), ...more },
	});
}

describe("收款帳戶", () => {
	const ACCOUNT = { name: "會費專戶", bank_name: "臺灣銀行（004）", branch: "", holder: "", number: "012-345678901" };
	const accounts = () =>
		rows<{ name: string; code: string; ledger: string; is_active: number; is_shown: number }>(
			`SELECT b.name, a.code, a.name AS ledger, b.is_active, b.is_shown FROM bank_accounts b JOIN accounts a ON a.id = b.account_id
			ORDER BY b.id`,
		);

	test("each gets the next account of the books below 1130 or 1140, once for a form", async () => {
		const store = (kind: string, name: string, _key: string, more: object = {}) => {
			const form = { ...ACCOUNT, kind, name, position: "1", is_shown: "1", _key, ...more };
			return ask(bank.accountCreate(), { as: cashier, form });
		};
		for (const key of ["a", "a"]) expect((await store("bank", "會費專戶", key)).status).toBe(303);
		await store("bank", "捐款專戶", "b", { number: "012-999" });
		await store("postal", "劃撥", "c");
		expect((await accounts()).map(({ name, code, ledger }) => [name, code, ledger])).toEqual([
			["會費專戶", "1130-01", "會費專戶"],
			["捐款專戶", "1130-02", "捐款專戶"],
			["劃撥", "1140-01", "劃撥"],
		]);
		const page = await text(bank.accounts());
		for (const words of ["1130-02", "012-345678901", "會員可見", "郵政劃撥"]) expect(page).toContain(words);
		const [{ action } = { action: "" }] = await rows<{ action: string }>(
			"SELECT action FROM audit_log ORDER BY id DESC LIMIT 1",
		);
		expect(action).toBe("bank_account.create");
	});

	test("a number that is none is refused beside its field; nothing typed is lost", async () => {
		const answer = await ask(bank.accountCreate(), {
			as: cashier,
			form: { ...ACCOUNT, kind: "bank", number: "abc", position: "0" },
		});
		const page = await answer.text();
		expect([answer.status, page.includes("請填寫帳號，只有數字"), page.includes("臺灣銀行（004）")]).toEqual([
			422,
			true,
			true,
		]);
	});

	test("a number that another account in use has is refused beside its field, which account is named", async () => {
		const before = (await accounts()).length;
		const store = async (more: object, holder = "會費專戶") => {
			const form = { ...ACCOUNT, kind: "bank", name: "再一個", position: "1", ...more };
			const answer = await ask(bank.accountCreate(), { as: cashier, form });
			return [answer.status, (await answer.text()).includes(`這個帳號已經是「${holder}」的，請確認有沒有重複新增。`)];
		};
		expect(await store({})).toEqual([422, true]);
		expect(await store({ number: "０１２ 3456-78901", bank_name: "台灣銀行" })).toEqual([422, true]);
		expect(await store({ bank_name: "" })).toEqual([422, true]);
		expect(await accounts()).toHaveLength(before);
		expect(await store({ bank_name: "青石銀行", name: "別家" })).toEqual([303, false]);
		expect(await store({ bank_name: "青石銀行" }, "別家")).toEqual([422, true]);
		const [{ id } = { id: 0 }] = await rows<{ id: number }>("SELECT id FROM bank_accounts WHERE name = '捐款專戶'");
		const edited = { ...ACCOUNT, name: "捐款專戶", position: "1", is_active: "1", version: "1" };
		const same = await ask(bank.account(id), { as: cashier, form: edited });
		expect([same.status, (await same.text()).includes("這個帳號已經是「會費專戶」的")]).toEqual([422, true]);
	});

	test("it is edited and put out of use; a stale form shows both texts", async () => {
		const [{ id } = { id: 0 }] = await rows<{ id: number }>("SELECT id FROM bank_accounts WHERE name = '捐款專戶'");
		const edit = (version: string, name: string, more: object = {}) =>
			ask(bank.account(id), { as: cashier, form: { ...ACCOUNT, name, position: "0", version, ...more } });
		expect((await edit("1", "捐款帳戶")).status).toBe(303);
		const stale = await edit("1", "別的名字", { is_active: "1" });
		const page = await stale.text();
		expect([stale.status, page.includes("捐款帳戶"), page.includes("別的名字")]).toEqual([409, true, true]);
		expect((await accounts())[1]).toEqual({
			name: "捐款帳戶",
			code: "1130-02",
			ledger: "捐款帳戶",
			is_active: 0,
			is_shown: 0,
		});
		const list = await text(bank.statements());
		expect([list.includes("捐款帳戶"), list.includes("會費專戶")]).toEqual([false, true]);
		const refused = await upload(id, { name: "a.csv", bytes: bankCsv() });
		expect(refused.status).toBe(409);
	});
});

describe("a statement comes in", () => {
	test("Big5 with title rows: the columns are known, each row is shown, all of it is written once", async () => {
		const account = await bankAccount();
		const file = { name: "明細.csv", bytes: bankCsv() };
		const answers = [await upload(account, file, "big5"), await upload(account, file, "big5")];
		const [place = "", again] = answers.map(placeOf);
		expect(place).toMatch(/^\/admin\/bank\/statements\/\d+$/);
		expect(again).toBe(place);
		const page = await text(place);
		for (const words of ["匯入 5 筆明細", "113年11月3日", "40718", "跨行轉入 周建宏 會費", "不是明細"])
			expect(page).toContain(words);
		expect(await linesOf(account)).toEqual([]);
		expect((await apply(place)).status).toBe(303);
		const written = await linesOf(account);
		expect(written.map(({ booked_on, amount, last5 }) => [booked_on, amount, last5])).toEqual([
			["2024-11-03", 1_000, "40718"],
			["2024-11-05", 2_000, null],
			["2024-11-05", -15, null],
			["2024-11-12", 500, "90033"],
			["2024-11-12", 500, "34455"],
		]);
		// A second press is too late; the file is gone.
		expect((await apply(place)).status).not.toBe(303);
		expect(await rows("SELECT 1 FROM files WHERE subject_type = 'bank_statement' AND deleted_at IS NULL")).toEqual([]);
		expect(await text(place)).toContain("已匯入");
		const lines = await text(`${bank.lines()}?account=${account}`);
		expect([lines.includes("周建宏 會費"), lines.includes("手續費</")]).toEqual([true, true]);
		const out = await text(`${bank.lines()}?direction=out&account=${account}`);
		expect([out.includes("周建宏 會費"), out.includes("手續費</")]).toEqual([false, true]);
	});

	test("with a script it tells how far it is, or why not", async () => {
		const place = placeOf(await upload(await bankAccount(), { name: "明細.csv", bytes: bankCsv() }));
		const page = await text(place);
		expect(page).toContain('x-island name="long-work"');
		const told = async (seen: string) => {
			const form = { version: field(page, "version"), seen };
			const headers = { Accept: "application/x-ndjson" };
			const answer = await ask(`${place}/application`, { as: cashier, form, headers });
			const lines = new TextDecoder()
				.decode(await answer.arrayBuffer())
				.trim()
				.split("\n");
			return lines.map((line): unknown => JSON.parse(line));
		};
		expect((await told("0".repeat(64))).at(-1)).toEqual({ problem: expect.stringContaining("試算之後") });
		expect(await told(field(page, "seen"))).toEqual([{ done: 5, all: 5 }, { to: place }]);
		expect(await text(place)).toContain("已匯入");
	});

	test("none for an account that is out of use", async () => {
		const account = await bankAccount();
		await rows("UPDATE bank_accounts SET is_active = 0 WHERE id = ?", account);
		const refused = await upload(account, { name: "明細.csv", bytes: bankCsv() });
		expect([refused.status, await rows("SELECT 1 FROM bank_statements WHERE bank_account_id = ?", account)]).toEqual([
			409,
			[],
		]);
	});

	test("the same again, and one that overlaps, bring what is new alone", async () => {
		const account = await bankAccount();
		await apply(placeOf(await upload(account, { name: "a.csv", bytes: bankCsv() })));
		const same = placeOf(await upload(account, { name: "b.csv", bytes: bankCsv() }));
		expect(await text(same)).toContain("沒有新的明細可以匯入");
		const more = [...BANK_ROWS.slice(0, 5), ...BANK_ROWS.slice(7, 10)];
		more.push(["113/11/15", "113/11/15", "轉入", "", "700", "104,685", "", ""]);
		const other = placeOf(await upload(account, { name: "c.csv", bytes: bankCsv(more) }));
		expect(await text(other)).toContain("匯入 1 筆明細");
		await apply(other);
		expect((await linesOf(account)).map(({ amount }) => amount)).toEqual([1_000, 2_000, -15, 500, 500, 700]);
		// The same list of another account is another's.
		const elsewhere = await bankAccount();
		await apply(placeOf(await upload(elsewhere, { name: "a.csv", bytes: bankCsv() })));
		expect(await linesOf(elsewhere)).toHaveLength(5);
	});

	test("balances that do not follow, and another account's number, are said before it is taken", async () => {
		const account = await bankAccount();
		await apply(placeOf(await upload(account, { name: "a.csv", bytes: bankCsv() })));
		const later = [...BANK_ROWS.slice(0, 5), ["113/11/15", "113/11/15", "轉入", "", "700", "105,000", "", ""]];
		later.push(["113/11/16", "113/11/16", "轉入", "", "100", "105,200", "", ""]);
		const place = placeOf(await upload(account, { name: "b.csv", bytes: bankCsv(later) }));
		const page = await text(place);
		for (const words of [
			"餘額接不起來",
			"餘額是 103,985 元，這份檔案從 104,300 元開始",
			"第 7 列的餘額應是 105,100 元",
		])
			expect(page).toContain(words);
		const refused = await apply(place);
		expect([refused.status, (await refused.text()).includes("可能少了明細或有列重複")]).toEqual([422, true]);
		expect(await linesOf(account)).toHaveLength(5);
		expect((await apply(place, { accept_balance: "1" })).status).toBe(303);
		expect(await linesOf(account)).toHaveLength(7);
		const [told] = await rows<{ changes: string }>(
			"SELECT changes FROM audit_log WHERE action = 'bank_statement.import' ORDER BY id DESC LIMIT 1",
		);
		expect(told?.changes).toContain('"accept_balance":true');

		const other = await bankAccount();
		await rows("UPDATE bank_accounts SET number = '700-9999-5678902' WHERE id = ?", other);
		const wrong = placeOf(await upload(other, { name: "a.csv", bytes: bankCsv() }));
		for (const words of ["這份檔案像是別的帳戶的", "012345678901"]) expect(await text(wrong)).toContain(words);
		expect((await apply(wrong)).status).toBe(422);
		expect(await linesOf(other)).toEqual([]);
		expect((await apply(wrong, { accept_account: "1" })).status).toBe(303);
	});

	test("two drafts of one file that are applied at the same time write it once", async () => {
		const account = await bankAccount();
		const places = [
			placeOf(await upload(account, { name: "a.csv", bytes: bankCsv() })),
			placeOf(await upload(account, { name: "a.csv", bytes: bankCsv() })),
		];
		await Promise.all(places.map((place) => apply(place)));
		expect(await linesOf(account)).toHaveLength(5);
	});

	test("XLSX and 郵政劃撥: what the post office kept is kept beside what arrived", async () => {
		const [account, postal] = [await bankAccount(), await bankAccount("postal", "劃撥")];
		await apply(placeOf(await upload(account, { name: "a.xlsx", bytes: await bankXlsx() })));
		await apply(placeOf(await upload(postal, { name: "p.csv", bytes: postalCsv() })));
		expect((await linesOf(account)).map(({ amount, last5 }) => [amount, last5])).toEqual([
			[1_000, "40718"],
			[-3_000, null],
			[1_000, "12345"],
		]);
		expect((await linesOf(postal)).map(({ amount, fee_amount, memo }) => [amount, fee_amount, memo])).toEqual([
			[985, 15, "陳美玲 常年會費 M0012"],
			[285, 15, "善心人士 捐款"],
		]);
	});

	test("columns that nobody knows are told, and remembered for the next one of the account", async () => {
		const account = await bankAccount();
		const list = (day: string) => new TextEncoder().encode(`甲,乙,丙\r\n${day},300,轉入 小明\r\n`);
		const first = placeOf(await upload(account, { name: "a.csv", bytes: list("113/11/3") }));
		expect(first).toMatch(/columns$/);
		const asked = await text(first);
		expect(asked).toContain("找不到有日期與金額的標題列");
		const told = await ask(first, {
			as: cashier,
			form: { version: field(asked, "version"), header_row: "1", header_rows: "1" },
		});
		const page = await text(placeOf(told));
		const saved = await ask(first, {
			as: cashier,
			form: { version: field(page, "version"), header_row: "1", header_rows: "1", c0: "date", c1: "in", c2: "memo" },
		});
		expect(placeOf(saved)).toBe(first.replace("/columns", ""));
		await apply(placeOf(saved));
		const second = placeOf(await upload(account, { name: "b.csv", bytes: list("113/11/4") }));
		expect(second).not.toMatch(/columns$/);
		await apply(second);
		expect((await linesOf(account)).map(({ booked_on, amount }) => [booked_on, amount])).toEqual([
			["2024-11-03", 300],
			["2024-11-04", 300],
		]);
	});

	test("rows that nobody can read stop it, unless they are to be left out", async () => {
		const account = await bankAccount();
		const bad = [...BANK_ROWS.slice(0, 6), ["113/2/30", "", "轉入", "", "800", "1", "", ""]];
		const place = placeOf(await upload(account, { name: "a.csv", bytes: bankCsv(bad) }));
		const page = await text(`${place}?outcome=error`);
		expect(page).toContain("看不懂日期「113/2/30」");
		const refused = await apply(place);
		expect([refused.status, (await refused.text()).includes("檔案裡有看不懂的列"), await linesOf(account)]).toEqual([
			422,
			true,
			[],
		]);
		expect((await apply(place, { skip_errors: "1" })).status).toBe(303);
		expect(await linesOf(account)).toHaveLength(1);
	});

	test("a draft is thrown away with its file", async () => {
		const account = await bankAccount();
		const place = placeOf(await upload(account, { name: "a.csv", bytes: bankCsv() }));
		const version = field(await text(place), "version");
		expect((await ask(`${place}/removal`, { as: cashier, form: { version } })).status).toBe(303);
		expect((await ask(place, { as: cashier })).status).toBe(404);
		const id = place.split("/").at(-1) ?? "";
		const kept = await rows(
			"SELECT 1 FROM files WHERE subject_type = 'bank_statement' AND subject_id = ? AND deleted_at IS NULL",
			id,
		);
		expect(kept).toEqual([]);
	});

	test("nothing, an empty sheet, something else, a bomb, 11 MB and a stale look are refused", async () => {
		const account = await bankAccount();
		const status = async (file: Sent | undefined) => (await upload(account, file)).status;
		const sheet = { name: "xl/worksheets/sheet1.xml", content: "x".repeat(2_000), unpacked: 3_000_000_000 };
		const header = new TextEncoder().encode("日期,金額\r\n");
		expect(await status(undefined)).toBe(422);
		expect(await status({ name: "a.csv", bytes: new Uint8Array() })).toBe(422);
		expect(await status({ name: "a.csv", bytes: new TextEncoder().encode("\r\n\r\n") })).toBe(422);
		expect(await status({ name: "a.exe", bytes: header })).toBe(422);
		expect(await status({ name: "a.xlsx", bytes: new TextEncoder().encode("PK\u0003\u0004 no") })).toBe(422);
		expect(await status({ name: "a.xlsx", bytes: archive([...XLSX, sheet]) })).toBe(422);
		expect(await status({ name: "a.csv", bytes: new Uint8Array(11 * 1024 * 1024).fill(0x61) })).toBe(413);
		expect(await rows("SELECT 1 FROM bank_statements WHERE bank_account_id = ?", account)).toEqual([]);
		const place = placeOf(await upload(account, { name: "a.csv", bytes: bankCsv() }));
		const page = await text(place);
		const stale = await ask(`${place}/application`, {
			as: cashier,
			form: { version: field(page, "version"), seen: "0".repeat(64) },
		});
		expect([stale.status, await linesOf(account)]).toEqual([409, []]);
		// A header alone has no lines.
		const empty = placeOf(await upload(account, { name: "a.csv", bytes: header }));
		expect(await text(empty)).toContain("沒有新的明細可以匯入");
	});
});

test("a foreign text stays a text", async () => {
	const account = await bankAccount("bank", "<b>帳戶");
	const evil = [...BANK_ROWS.slice(0, 5), ["113/11/03", "", "<img src=x>", "", "1", "2", "", ""]];
	const place = placeOf(await upload(account, { name: "<i>.csv", bytes: bankCsv(evil) }));
	const page = await text(place);
	expect([page.includes("<img src=x>"), page.includes("&lt;img src=x>"), page.includes("<b>帳戶")]).toEqual([
		false,
		true,
		false,
	]);
});
