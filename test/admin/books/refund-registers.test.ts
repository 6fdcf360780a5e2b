/** The pages of 退費清冊: who may ask, what can be given back, what is wrong in which row, the review and the paper. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { suspendLine } from "#domain/money/bank/line-actions.ts";
import { paths } from "#http/paths.ts";
import { bankAccount, bankLine } from "../../support/bank.ts";
import { bring, fund, now } from "../../support/finance.ts";
import { page, type Shown, shown } from "../../support/pages.ts";
import { ACCOUNT, payee } from "../../support/payees.ts";
import { db, dues, owing, payment, submit, verify } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { by, rows } from "../../support/users.ts";

const { finance } = paths.admin;
const words = ({ html }: Pick<Shown, "html">): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
const NEW = `${finance.createRegister()}?register=refunds`;

let people: Record<"applicant" | "cashier" | "accountant" | "chair", Person>;
let owed: Awaited<ReturnType<typeof owing>>;
let number: string;
let line: number;
beforeAll(async () => {
	await fund();
	await payee({ name: "退費的人" }, { ...ACCOUNT, bankCode: "822", account: "012-345-678" });
	const cashier = await signIn({ name: "許雅雯", roles: ["cashier"] });
	owed = await owing();
	const parts = [dues(owed), { kind: "credit" as const, memberId: owed.memberId, amount: 600 }];
	await verify(await submit(payment(parts), owed), cashier.userId);
	number = `R${owed.memberId}`;
	await rows("UPDATE members SET member_no = ? WHERE id = ?", number, owed.memberId);
	line = await bankLine({ accountId: await bankAccount(), amount: 3_000, memo: "不明匯款" });
	await suspendLine(db, { ref: { id: line, version: 1 }, by: by({ id: cashier.userId }) });
});
beforeEach(async () => {
	people = {
		applicant: await signIn({ name: "林秘書", roles: ["applicant", "cashier"] }),
		cashier: await signIn({ name: "許出納", roles: ["cashier"] }),
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
const FORM = { register: "refunds", title: "溢繳會費退還", pay_by: "transfer", no_attachment_reason: "如附註" };
const send = (more: Record<string, string | string[]>, as = people.applicant) =>
	post(finance.createRegister(), { ...FORM, step: "save", ...more, _key: crypto.randomUUID() }, as);

test("is there for users who may see payments or the bank, and nowhere for others", async () => {
	const plain = await signIn({ name: "葉芷寧", roles: ["applicant"] });
	expect([words(await page(finance.create(), plain)).includes("退費清冊")]).toEqual([false]);
	expect((await ask(NEW, { as: plain })).headers.get("Location")).toBe(finance.create());
	const row = { payee: ["退費的人"], gives: [`溢繳款 ${number}`], amount: ["600"] };
	expect((await send(row, plain)).status).toBe(404);
	expect(words(await page(finance.create(), people.applicant))).toContain("退費清冊");
});

test("what can be given back is ticked and becomes rows; what was ticked and not added is not lost", async () => {
	const form = await page(NEW, people.applicant);
	const picks = form.elements.flatMap(({ attributes }) =>
		attributes.name === "pick" ? [String(attributes.value)] : [],
	);
	expect(picks).toHaveLength(2);
	const added = await send({ pick: picks, step: "pick" });
	const values = (name: string) =>
		added.elements.filter(({ attributes }) => attributes.name === name).map(({ attributes }) => attributes.value);
	expect(values("gives").slice(0, 2)).toEqual([`溢繳款 ${number}`, `暫收款 ${line}`]);
	expect(values("amount").slice(0, 2)).toEqual(["600", "3,000"]);
	const pending = await send({ pick: picks.slice(0, 1), step: "submit" });
	expect(words(pending)).toContain("請看過以後再按一次");
	expect(await rows("SELECT 1 FROM finance_documents WHERE register = 'refunds'")).toEqual([]);
});

test("says in which row what is wrong, and how much can still be given back", async () => {
	const wrong = await send({
		payee: ["退費的人", "退費的人", "退費的人", "退費的人", "退費的人"],
		gives: [`溢繳款 ${number}`, `溢繳款${number}`, "捐款 999999", `暫收款 ${line}`, "會費"],
		amount: ["400", "201", "1", "2,999", "5"],
	});
	expect(wrong.status).toBe(422);
	expect(words(wrong)).toContain("第 5 行請寫退什麼");
	const told = words(
		await send({
			payee: ["退費的人", "退費的人", "退費的人", "退費的人"],
			gives: [`溢繳款 ${number}`, `溢繳款${number}`, "捐款 999999", `暫收款　${line}`],
			amount: ["400", "201", "1", "2,999"],
		}),
	);
	for (const said of [
		`第 2 行：溢繳款 ${number} 可以退 600 元，清冊裡合計 601 元。`,
		"第 3 行：捐款 999999 沒有可以退的款項",
		`第 4 行：暫收款 ${line} 要整筆退，是 3,000 元。`,
	])
		expect(told).toContain(said);
});

test("goes its way with one press each, comes back to be edited and copied as it was, and prints 退費清冊", async () => {
	const rowsOf = {
		payee: ["退費的人", "退費的人"],
		gives: [`溢繳款 ${number}`, `暫收款 ${line}`],
		amount: ["500", "3,000"],
	};
	const id = Number((await send(rowsOf)).to?.split("/").at(-1));
	expect(await now(id)).toMatchObject({ kind: "vendor", register: "refunds", gross: 3_500 });
	const edit = await page(finance.editRegister(id), people.applicant);
	expect(edit.html).toContain(`value="暫收款 ${line}"`);
	const version = String((await now(id)).version);
	const changed = { ...FORM, ...rowsOf, amount: ["600", "3,000"], version, step: "save" };
	await post(finance.editRegister(id), changed, people.applicant);
	expect(await now(id)).toMatchObject({ gross: 3_600 });
	// Its own line is no other request's, and no other request has it meanwhile.
	expect(words(await send({ ...rowsOf }))).toContain(`暫收款 ${line} 沒有可以退的款項`);
	await bring(id, office(), "cashier");
	const review = await page(finance.show(id), people.accountant);
	for (const name of ["category", "account", "tax"])
		expect(review.elements.filter(({ attributes }) => attributes.name === name)).toEqual([]);
	expect(words(review)).toContain(`溢繳款 ${number}`);
	const approved = await post(finance.approval(id), { version: String((await now(id)).version) }, people.accountant);
	expect([approved.status, (await now(id)).state]).toEqual([303, "pending_chair"]);
	await bring(id, office(), "chair");
	const paper = words(await page(`${finance.registerPaper()}?id=${id}`, people.accountant));
	for (const said of ["退 費 清 冊", "退費清冊", `溢繳款 ${number}`, "012-345-678", "新臺幣參仟陸佰元整"])
		expect(paper.replace(/ /g, "")).toContain(said.replace(/ /g, ""));
	const copy = await page(`${finance.createRegister()}?copy=${id}`, people.applicant);
	expect(copy.html).toContain(`value="溢繳款 ${number}"`);
});
