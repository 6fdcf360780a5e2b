/** The same roads through the doors: forms that no page offered, with the session of who may not. */
import { expect, test } from "vitest";
import type { FinanceInput } from "#domain/books/finance/form.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { accountId, bring, draft, now, office, type Until } from "../support/finance.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { rows } from "../support/users.ts";

const { finance } = paths.admin;
const TODAY = dateInTaipei(Date.now());
const OWN = "申請人與受款人不能審核、付款或入帳自己的單據";

/** Every form that moves a document of others, where it stands. */
const FORMS: readonly [Until, readonly (readonly [path: (id: number) => string, form: Record<string, string>])[]][] = [
	[
		"submitted",
		[
			[finance.approval, {}],
			[finance.return, { comment: "退" }],
			[finance.rejection, { comment: "駁" }],
		],
	],
	[
		"cashier",
		[
			[finance.approval, {}],
			[finance.voiding, { comment: "廢" }],
		],
	],
	[
		"accountant",
		[
			[finance.approval, {}],
			[finance.rejection, { comment: "駁" }],
		],
	],
	[
		"chair",
		[
			[finance.payment, { paid_on: TODAY }],
			[finance.voiding, { comment: "廢" }],
		],
	],
	[
		"paid",
		[
			[finance.paymentReturn, { comment: "退匯" }],
			[finance.posting, {}],
		],
	],
	["posted", [[finance.postingEnd, { comment: "更正" }]]],
];

/** Sends every form, with accounts for the lines, and says what came back; the document never moves. */
async function answers(of: Partial<FinanceInput>, applicantId: number | null, as: Person) {
	const people = await office();
	const applicant = applicantId === null ? people.applicant : { id: applicantId, held: [] };
	const id = await draft(applicant, of);
	const said: { status: number; html: string }[] = [];
	for (const [until, forms] of FORMS) {
		await bring(id, { ...people, applicant }, until, { at: Date.now() });
		const before = await now(id);
		const lines = await rows<{ id: number }>("SELECT id FROM finance_lines WHERE document_id = ?", id);
		const chosen =
			until === "cashier" || until === "paid"
				? {
						line: lines.map((one) => String(one.id)),
						account: lines.map(() => "5320"),
						budget: lines.map(() => ""),
					}
				: {};
		for (const [path, form] of forms) {
			const money = path === finance.payment ? { paid_from: String(await accountId("1130")) } : {};
			const isChoosing = path === finance.approval || path === finance.posting;
			const fields = { version: String(before.version), ...form, ...money, ...(isChoosing ? chosen : {}) };
			const answer = await ask(path(id), { as, form: fields });
			said.push({ status: answer.status, html: await answer.text() });
			expect(await now(id), path(id)).toEqual(before);
		}
	}
	return said;
}

const statuses = (said: readonly { status: number }[]) => [...new Set(said.map(({ status }) => status))];
const ALL = ["applicant", "cashier", "accountant", "chair"];

test("the applicant with every role is told why, at every step", async () => {
	const me = await signIn({ roles: ALL });
	const said = await answers({}, me.userId, me);
	expect(statuses(said)).toEqual([422]);
	expect(said.filter(({ html }) => !html.includes(OWN)).map(({ status }) => status)).toEqual([]);
});

test("so are the payee, and the applicant's deputy of today", async () => {
	const payee = await signIn({ roles: ALL });
	expect(statuses(await answers({ payeeUserId: payee.userId, payeeTaxId: null }, null, payee))).toEqual([422]);
	const me = await signIn({ roles: ALL });
	const deputy = await signIn({ roles: ["editor"] });
	await rows(
		"INSERT INTO deputies (user_id, deputy_id, starts_on, ends_on, created_at) VALUES (?, ?, ?, ?, 1)",
		me.userId,
		deputy.userId,
		TODAY,
		TODAY,
	);
	const said = await answers({}, me.userId, deputy);
	expect(statuses(said)).toEqual([422]);
	expect(said.every(({ html }) => html.includes(OWN))).toBe(true);
});

test("who has no part in it meets a closed door", async () => {
	expect(statuses(await answers({}, null, await signIn({ roles: ["editor"] })))).toEqual([403]);
	// 監事 may stand in where nobody can: what others can do is told to be theirs.
	const said = await answers({}, null, await signIn({ roles: ["auditor"] }));
	expect(statuses(said)).toEqual([422, 403]);
	const step = "這個步驟不是您的職責，請由負責的人或其職務代理人辦理。";
	expect(said.every(({ status, html }) => status === 403 || html.includes(step))).toBe(true);
});

test("an applicant does not open another's document, its attachments, or its copy", async () => {
	const people = await office();
	const id = await bring(await draft(people.applicant), people, "submitted");
	const other = await signIn({ roles: ["applicant"] });
	for (const path of [finance.show(id), finance.print(id), finance.copy(id), finance.attachment(id, 1)])
		expect((await ask(path, { as: other })).status, path).toBe(404);
	expect((await ask(finance.edit(id), { as: other })).headers.get("Location")).toBe(finance.show(id));
	const version = String((await now(id)).version);
	for (const path of [finance.submission(id), finance.withdrawal(id), finance.removal(id), finance.comments(id)]) {
		const answer = await ask(path, { as: other, form: { version, comment: "看得到嗎" } });
		expect([404, 422].includes(answer.status), `${path} ${answer.status}`).toBe(true);
		expect(await answer.text()).not.toContain("秋季病友聚會場地費");
	}
	expect((await now(id)).state).toBe("pending_cashier");
	expect(await rows("SELECT step FROM finance_events WHERE document_id = ?", id)).toEqual([{ step: "submit" }]);
});
