/** A pasted list of payees: all of them or none, with the lines that are wrong. */
import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { type Shown, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { auditOf, rows } from "../../support/users.ts";

const { payees } = paths.admin;
const words = ({ html }: Pick<Shown, "html">): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
let accountant: Person;
let chair: Person;
const paste = async (pasted: string, key: string = crypto.randomUUID(), as = accountant) => {
	const answer = await ask(payees.createMany(), { as, form: { pasted, _key: key } });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};
const all = () =>
	rows<{ id: number; kind: string; name: string; mask: string | null; tax_id: string | null; account: string | null }>(
		`SELECT p.id, p.kind, p.name, p.national_id_mask AS mask, p.tax_id, a.bank_code || ' ' || a.account AS account
		FROM payees p LEFT JOIN payee_accounts a ON a.payee_id = p.id ORDER BY p.id`,
	);

beforeAll(async () => {
	accountant = await signIn({ name: "張會計", roles: ["accountant"] });
	chair = await signIn({ name: "周理事長", roles: ["chair"] });
});

test("becomes people and companies with their accounts, once", async () => {
	const list = [
		"姓名或名稱\t證號或統一編號\t地址\t金融機構\t帳號\t電話",
		"林講師\tA123456789\t臺北市中正區忠孝東路一段 1 號\t004\t0012-345-67890\t0912345678",
		"青禾文化空間\t12345675\t\t臺灣銀行\t001234555120",
		"王志工",
	].join("\n");
	const key = crypto.randomUUID();
	expect((await paste(list, key)).to).toBe(payees.list());
	expect((await paste(list, key)).to).toBe(payees.list());
	const made = await all();
	expect(made.map(({ id: _id, ...one }) => one)).toEqual([
		{ kind: "person", name: "林講師", mask: "A12****789", tax_id: null, account: "004 0012-345-67890" },
		{ kind: "company", name: "青禾文化空間", mask: null, tax_id: "12345675", account: "004 001234555120" },
		{ kind: "person", name: "王志工", mask: null, tax_id: null, account: null },
	]);
	for (const { id } of made) expect((await auditOf("payee", id)).map(({ action }) => action)).toEqual(["payee.create"]);
});

test.each([
	["", "請貼上名單"],
	["陳講師\tA123456788", "第 1 行「陳講師」：身分證字號或居留證號不正確"],
	["陳講師\n\tA123456789", "第 2 行：請填寫姓名或名稱"],
	["陳講師\tF131104093\n李講師\tF131104093", "第 2 行「李講師」：證號和前面的人相同"],
	["陳講師\tF131104093\n林老師\tA123456789", "第 2 行「林老師」：這個證號已經是受款人「林講師」的"],
	["陳講師\t\t\t沒有這家\t123", "請填金融機構代碼或名稱"],
	[Array.from({ length: 51 }, (_, at) => `志工${at}`).join("\n"), "一次最多 50 位，這份有 51 位"],
])("%j is refused as a whole", async (list, said) => {
	const before = await all();
	const refused = await paste(list);
	expect([refused.status, words(refused).includes(said)]).toEqual([422, true]);
	expect(await all()).toEqual(before);
});

test("is kept in the page, and only for who manages payees", async () => {
	expect((await paste("陳講師\tA123456788")).html).toContain("陳講師\tA123456788");
	expect((await paste("陳講師", crypto.randomUUID(), chair)).status).toBe(403);
});
