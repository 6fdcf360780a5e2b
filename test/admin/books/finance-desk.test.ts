/** Expense requests one after the other: their vouchers beside the facts, the next one after a decision, several at once. */
import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { createDocument, editDocument } from "#domain/books/finance/actions.ts";
import { paths } from "#http/paths.ts";
import { bring, draft, input, now } from "../../support/finance.ts";
import { page, shown } from "../../support/pages.ts";
import { db } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { REAL } from "../../support/pictures.ts";
import { by, rows } from "../../support/users.ts";

const { finance } = paths.admin;
let people: Record<"applicant" | "cashier" | "accountant" | "chair" | "auditor", Person>;
beforeEach(async () => {
	await rows("DELETE FROM settings WHERE key LIKE 'approval.%'");
	people = {
		applicant: await signIn({ name: "葉芷寧", roles: ["applicant"] }),
		cashier: await signIn({ name: "許雅雯", roles: ["cashier"] }),
		accountant: await signIn({ name: "賴美惠", roles: ["accountant"] }),
		chair: await signIn({ name: "周明遠", roles: ["chair"] }),
		auditor: await signIn({ name: "劉淑芬", roles: ["auditor"] }),
	};
	// What another test left would wait too.
	const waiting = await rows<{ id: number }>("SELECT id FROM finance_documents WHERE state LIKE 'pending_%'");
	for (const { id } of waiting)
		await post(finance.rejection(id), { version: await version(id), comment: "清空" }, people.cashier);
	for (const { id } of waiting)
		await post(finance.rejection(id), { version: await version(id), comment: "清空" }, people.accountant);
	for (const { id } of waiting)
		await post(finance.rejection(id), { version: await version(id), comment: "清空" }, people.chair);
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
const version = async (id: number) => String((await now(id)).version);
const stateOf = async (id: number) => (await now(id)).state;

type Made = { amount?: number; files?: number; title?: string; until?: Parameters<typeof bring>[2] };
/** A request with vouchers, sent and brought to a step. */
async function made({ amount = 1_000, files = 1, title = "郵資", until = "submitted" }: Made = {}) {
	const lines = [{ summary: title, amount }];
	const id = await createDocument(env, db, {
		input: input({ title, lines, ...(files > 0 ? { noAttachmentReason: null } : {}) }),
		uploads: Array.from({ length: files }, (_, at) => ({
			filename: `憑證${at + 1}.png`,
			declaredType: "image/png",
			bytes: REAL.png,
		})),
		key: crypto.randomUUID(),
		by: { ...by({ id: people.applicant.userId }), userId: people.applicant.userId },
	});
	await bring(id, office(), until);
	return id;
}
const filesOf = async (id: number) =>
	(
		await rows<{ id: number }>(
			"SELECT file_id AS id FROM finance_attachments WHERE document_id = ? ORDER BY position",
			id,
		)
	).map((one) => one.id);
const openAll = async (id: number, as: Person) => {
	for (const file of await filesOf(id)) expect((await ask(finance.attachment(id, file), { as })).status).toBe(200);
};
const several = async (ids: readonly number[], as: Person) =>
	post(finance.approvals(), { seen: await Promise.all(ids.map(async (id) => `${id}.${await version(id)}`)) }, as);

describe("the page of a request", () => {
	test("shows one voucher to who decides, another by its address, and only a list to others", async () => {
		const id = await made({ files: 2 });
		const [one = 0, two = 0] = await filesOf(id);
		const picture = (file: number) => `<img src="${finance.attachment(id, file)}"`;
		const drawn = async (path: string, as: Person) => {
			const { html } = await page(path, as);
			return [one, two].map((file) => html.includes(picture(file)));
		};
		expect(await drawn(finance.show(id), people.cashier)).toEqual([true, false]);
		expect(await drawn(`${finance.show(id)}?file=${two}`, people.cashier)).toEqual([false, true]);
		// A file of another request, or none at all, is not shown.
		expect(await drawn(`${finance.show(id)}?file=999999`, people.cashier)).toEqual([true, false]);
		for (const other of [people.applicant, people.auditor, people.accountant])
			expect(await drawn(finance.show(id), other)).toEqual([false, false]);
		expect((await ask(`${finance.show(id)}?file=x`, { as: people.cashier })).status).toBe(400);
	});

	test("leads to the next request that waits, after an approval, a return and a rejection", async () => {
		const [one, two, three] = [await made(), await made(), await made()];
		const { html } = await page(finance.show(one), people.cashier);
		expect([html.includes(`name="next" value="${two}"`), html.includes('data-step="after"')]).toEqual([true, true]);
		const decide = (path: string, id: number, next: number) => async () =>
			(await post(path, { version: await version(id), comment: "看過", next: String(next) }, people.cashier)).to;
		expect(await decide(finance.approval(one), one, two)()).toBe(finance.show(two));
		expect(await decide(finance.return(two), two, three)()).toBe(finance.show(three));
		expect(await page(finance.show(three), people.cashier)).toMatchObject({
			html: expect.not.stringContaining('name="next"'),
		});
		const last = await post(
			finance.rejection(three),
			{ version: await version(three), comment: "不合" },
			people.cashier,
		);
		expect(last.to).toBe(finance.show(three));
	});
});

describe("the queue", () => {
	test("lists first what one may review, then what others have to, with the reason", async () => {
		const self = await signIn({ roles: ["cashier", "applicant"] });
		const applicant = { id: self.userId, held: [] };
		const own = await draft(applicant);
		await bring(own, { ...office(), applicant }, "submitted");
		const mine = await made({ title: "輪到我" });
		const { html } = await page(finance.waiting(), self);
		const [at, after] = [html.indexOf(finance.show(mine)), html.indexOf(finance.show(own))];
		expect([at > 0, after > at, html.includes("與您有關")]).toEqual([true, true, true]);
		// Who approved another step of the revision is told so.
		const both = await signIn({ roles: ["cashier", "chair"] });
		await post(finance.approval(mine), { version: await version(mine), comment: "" }, both);
		const lines = await rows<{ id: number }>("SELECT id FROM finance_lines WHERE document_id = ?", mine);
		await post(
			finance.approval(mine),
			{
				version: await version(mine),
				comment: "",
				line: lines.map(({ id }) => String(id)),
				account: ["5320"],
				budget: [""],
			},
			people.accountant,
		);
		expect(await stateOf(mine)).toBe("pending_chair");
		expect((await page(finance.waiting(), both)).html).toContain("您已經核過這一版的另一關");
		// An applicant is told of no other's request.
		expect((await page(finance.waiting(), people.applicant)).html).not.toContain("要由別人辦");
	});
});

describe("several in one press", () => {
	test("only those below the amount whose every voucher of this revision the user opened", async () => {
		const [seen, unseen, large, bare] = [
			await made({ files: 2 }),
			await made({ files: 2 }),
			await made({ amount: 3_000 }),
			await made({ files: 0 }),
		];
		for (const id of [seen, large, bare]) await openAll(id, people.cashier);
		// One of two is not all of them, and somebody else's view is not one's own.
		const [first = 0] = await filesOf(unseen);
		await ask(finance.attachment(unseen, first), { as: people.cashier });
		await openAll(unseen, people.accountant);
		const { html } = await page(finance.waiting(), people.cashier);
		expect([seen, unseen, large, bare].map((id) => html.includes(`name="seen" value="${id}.`))).toEqual([
			true,
			false,
			false,
			false,
		]);
		expect(html).toContain("還有 1 個憑證沒看過");
		const { to } = await several([seen, unseen, large, bare], people.cashier);
		expect(to).toBe(finance.waiting());
		expect(await Promise.all([seen, unseen, large, bare].map(stateOf))).toEqual([
			"pending_accountant",
			"pending_cashier",
			"pending_cashier",
			"pending_cashier",
		]);
		// Pressed again from an old page, it changes nothing.
		const again = await several([seen], people.cashier);
		expect([again.to, await stateOf(seen)]).toEqual([finance.waiting(), "pending_accountant"]);
	});

	test("a request that came back with another amount has to be looked at again", async () => {
		const id = await made();
		await openAll(id, people.cashier);
		await post(finance.return(id), { version: await version(id), comment: "金額" }, people.cashier);
		const at = Date.now() + 1;
		const applicant = { ...by({ id: people.applicant.userId }, at), userId: people.applicant.userId };
		const { title } = await now(id);
		const lines = [{ summary: title, amount: 2_900 }];
		await editDocument(env, db, {
			ref: { id, version: Number(await version(id)) },
			input: input({ title, lines, noAttachmentReason: null }),
			by: applicant,
		});
		await bring(id, office(), "submitted", { at });
		await several([id], people.cashier);
		expect(await stateOf(id)).toBe("pending_cashier");
		await openAll(id, people.cashier);
		await several([id], people.cashier);
		expect(await stateOf(id)).toBe("pending_accountant");
	});

	test("0 in the settings allows none; a changed version, one's own, and another's step are refused", async () => {
		const id = await made();
		await openAll(id, people.cashier);
		await rows("INSERT INTO settings (key, value, updated_at) VALUES ('approval.bulk_below', '0', 1)");
		expect((await page(finance.waiting(), people.cashier)).html).not.toContain('name="seen"');
		await several([id], people.cashier);
		expect(await stateOf(id)).toBe("pending_cashier");
		await rows("DELETE FROM settings WHERE key = 'approval.bulk_below'");
		const stale = Number(await version(id)) - 1;
		await post(finance.approvals(), { seen: [`${id}.${stale}`] }, people.cashier);
		expect(await stateOf(id)).toBe("pending_cashier");
		await openAll(id, people.chair);
		await several([id], people.chair);
		expect(await stateOf(id)).toBe("pending_cashier");
		// The applicant may be a cashier, and has opened their own voucher: never their own request.
		await rows("INSERT INTO user_roles SELECT ?, id FROM roles WHERE code = 'cashier'", people.applicant.userId);
		await openAll(id, people.applicant);
		await several([id], people.applicant);
		expect(await stateOf(id)).toBe("pending_cashier");
		expect((await post(finance.approvals(), {}, people.cashier)).status).toBe(422);
		expect((await post(finance.approvals(), { seen: ["x"] }, people.cashier)).status).toBe(422);
		const stranger = await signIn({ roles: ["editor"] });
		expect((await several([id], stranger)).status).toBe(403);
	});

	test("two presses at the same time approve each once", async () => {
		const ids = [await made(), await made()];
		for (const id of ids) await openAll(id, people.cashier);
		await Promise.all([several(ids, people.cashier), several(ids, people.cashier)]);
		for (const id of ids) {
			const events = await rows("SELECT 1 FROM finance_events WHERE document_id = ? AND step = 'approve_cashier'", id);
			expect([await stateOf(id), events.length]).toEqual(["pending_accountant", 1]);
		}
	});
});
