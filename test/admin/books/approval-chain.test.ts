/** The chain of approval on its pages: the settings, the secretary's review, and the resolution of the 理事會. */
import { beforeAll, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { bring, draft, fund, now, type Staff } from "../../support/finance.ts";
import { page, type Shown, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { finance, settings } = paths.admin;
const TODAY = dateInTaipei(Date.now());
const people = {} as Record<"admin" | "applicant" | "cashier" | "accountant" | "director" | "chair", Person>;
const words = ({ html }: Pick<Shown, "html">): string => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
const post = async (path: string, form: Record<string, string | string[]>, as: Person) => {
	const answer = await ask(path, { as, form });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};
const group = () => page(settings.group("approval"), people.admin);
const saveChain = async (values: { secretary?: string; board_from: string }) => {
	const version = /name="version" value="(\d+)"/.exec((await group()).html)?.[1] ?? "0";
	return post(settings.group("approval"), { bulk_below: "3,000", ...values, version }, people.admin);
};
const holder = ({ userId }: Person, ...held: Staff["held"]): Staff => ({ id: userId, held });
const office = () => ({
	applicant: holder(people.applicant),
	cashier: holder(people.cashier, "finance.review.cashier", "finance.pay"),
	accountant: holder(people.accountant, "finance.review.accountant", "ledger.post"),
	chair: holder(people.chair, "finance.review.chair"),
});
const sent = async (until: "cashier" | "accountant") =>
	bring(await draft(office().applicant), office(), until, { at: Date.now() });
const approve = async (id: number, as: Person, more: Record<string, string | string[]> = {}) =>
	post(finance.approval(id), { version: String((await now(id)).version), comment: "", ...more }, as);

beforeAll(async () => {
	for (const [name, called, roles] of [
		["admin", "林管理", ["admin"]],
		["applicant", "葉申請", ["applicant"]],
		["cashier", "陳出納", ["cashier"]],
		["accountant", "張會計", ["accountant"]],
		["director", "秘書長許", ["editor"]],
		["chair", "周理事長", ["chair"]],
	] as const)
		people[name] = await signIn({ name: called, roles: [...roles] });
	await fund({ date: "2026-01-01", amount: 1_000_000 });
});

describe("the settings", () => {
	test("show who takes each step today, and that nobody is the secretary yet", async () => {
		expect(words(await group())).toContain("會計審核張會計");
		expect(words(await group())).not.toContain("還沒有人可以做秘書長審核");
		expect((await saveChain({ secretary: "true", board_from: "10,000" })).to).toBe(settings.group("approval"));
		const drawn = words(await group());
		expect(drawn).toContain("還沒有人可以做秘書長審核");
		expect(drawn).toContain("理事長核准（達 10,000 元 附理事會決議）周理事長");
		await rows(
			`INSERT INTO role_permissions SELECT r.id, 'finance.review.secretary' FROM roles r WHERE r.code = 'editor'`,
		);
		expect(words(await group())).toContain("秘書長審核秘書長許");
	});
	test.each(["-1", "一萬", "1000000000"])("refuse %j as an amount", async (board_from) => {
		expect((await saveChain({ secretary: "true", board_from })).status).toBe(422);
	});
});

describe("a request", () => {
	test("goes from the accountant to the secretary, who sees it, and from there to the chair", async () => {
		const id = await sent("cashier");
		const before = words(await page(finance.show(id), people.accountant));
		expect(before).toContain("核准，送秘書長");
		const lines = await rows<{ id: number }>("SELECT id FROM finance_lines WHERE document_id = ?", id);
		const done = await approve(id, people.accountant, {
			line: lines.map((one) => String(one.id)),
			account: lines.map(() => "5320"),
			budget: lines.map(() => ""),
		});
		expect(done.to).toBe(finance.show(id));
		expect((await now(id)).state).toBe("pending_secretary");
		expect(words(await page(`${finance.list()}?state=pending_secretary`, people.cashier))).toContain("待秘書長審核");
		expect((await page(finance.show(id), people.chair)).html).not.toContain("您的審核");
		expect(words(await page(finance.waiting(), people.director))).toContain("等候您審核（秘書長）");
		expect((await page(finance.show(id), people.director)).html).toContain("您的審核");
		await approve(id, people.director, { comment: "已與理事會說明" });
		const shownNow = words(await page(finance.show(id), people.chair));
		expect(shownNow).toContain("秘書長已審核");
		expect(shownNow).toContain("已與理事會說明");
		expect(words(await page(finance.print(id), people.chair))).toContain("秘書長審核");
	});

	test("is returned by the secretary in their name", async () => {
		const id = await sent("accountant");
		await post(
			finance.return(id),
			{ version: String((await now(id)).version), comment: "請附三家估價" },
			people.director,
		);
		expect(words(await page(finance.show(id), people.applicant))).toContain("秘書長退回補正");
	});

	test("of a large amount is approved with a resolution, which history and paper say", async () => {
		const id = await sent("accountant");
		await approve(id, people.director);
		const asked = await page(finance.show(id), people.chair);
		expect(words(asked)).toContain("總額達到 10,000 元，要有理事會的決議");
		const without = await approve(id, people.chair, { comment: "可以", resolution_no: "", resolution_on: "" });
		expect([without.status, words(without).includes("請填寫理事會決議的日期")]).toEqual([422, true]);
		expect(without.html).toContain("可以");
		const later = await approve(id, people.chair, { resolution_no: "第 3 屆第 2 次", resolution_on: "2999/1/1" });
		expect([later.status, words(later).includes("決議的日期不能晚於今天")]).toEqual([422, true]);
		await approve(id, people.chair, { resolution_no: "第 3 屆第 2 次", resolution_on: TODAY });
		expect((await now(id)).state).toBe("approved");
		expect(words(await page(finance.show(id), people.applicant))).toContain("決議（第 3 屆第 2 次）");
		expect(words(await page(finance.print(id), people.chair))).toContain("決議（第 3 屆第 2 次）");
	});
});
