import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app } from "#app.ts";
import { itemValue } from "#domain/money/payments/own-form.ts";
import { reversePayment } from "#domain/money/payments/verification-actions.ts";
import { stepMember } from "#domain/people/members/actions.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { bankAccount, bankLine } from "../support/bank.ts";
import { setGuardian } from "../support/guardians.ts";
import { receiptsOfPayment } from "../support/issued.ts";
import { member, storedNow } from "../support/members.ts";
import { merge, openOffice, staff } from "../support/office.ts";
import { db, item, paymentNow, recordedIn, refOf, verify } from "../support/payments.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { REAL } from "../support/pictures.ts";
import { by, person, rows } from "../support/users.ts";

const { admin, member: area } = paths;
const NOW = Date.now();
const TODAY = dateInTaipei(NOW);
const EVIL = `<img src=x onerror=alert(1)>"'</script><script>x</script>`;
let cashier: Person;
let second: Person;
beforeAll(async () => {
	await openOffice();
	await person({ roles: ["admin"] });
	cashier = await signIn({ name: "許雅雯", roles: ["cashier"] });
	second = await signIn({ name: "何會計", roles: ["accountant"] });
});

let last5 = 50_000;
/** Sends a payment of the member's form, with a proof. */
async function sent(as: Person, items: readonly number[], more: Record<string, string> = {}, filename = "轉帳.jpg") {
	const body = new FormData();
	last5 += 1;
	const fields = {
		method: "transfer",
		paid_on: TODAY,
		last5: String(last5),
		payer_title: "王小明",
		_key: crypto.randomUUID(),
		...more,
	};
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	for (const one of items) body.append("items", itemValue(one, 1_000));
	body.append("file", new File([REAL.jpeg], filename, { type: "image/jpeg" }));
	const context = createExecutionContext();
	const headers = { Cookie: as.cookie, "Sec-Fetch-Site": "same-origin" };
	const request = new Request(`http://localhost:8787${area.payments.create()}`, { method: "POST", headers, body });
	const answer = await app.fetch(request, env, context);
	await waitOnExecutionContext(context);
	const id = Number(answer.headers.get("Location")?.split("/").at(-1));
	if (!id) throw new Error(`not sent: ${answer.status} ${await answer.text()}`);
	return id;
}

describe("what somebody types", () => {
	test("is text on every page, in every file, and nowhere in the log", async () => {
		const own = await signIn({ name: EVIL, roles: ["member"] });
		const { id: memberId } = await member({ name: "品妤", userId: own.userId, status: "active" });
		await env.DB.prepare("UPDATE members SET name = ? WHERE id = ?").bind(EVIL, memberId).run();
		const dues = await item({ memberId });
		const accountId = await bankAccount("bank", EVIL.slice(0, 40));
		await env.DB.prepare("UPDATE bank_accounts SET holder = ?1, branch = substr(?1, 1, 60)").bind(EVIL).run();
		const line = await bankLine({ accountId, day: TODAY, memo: EVIL });
		await env.DB.prepare("UPDATE bank_statements SET filename = ?").bind(`${EVIL}.csv`).run();
		const id = await sent(own, [dues], { payer_title: EVIL, remark: EVIL }, `${EVIL}.jpg`);
		const formula = `=HYPERLINK("http://x")`;
		const other = await item({ memberId, year: 2027 });
		const exported = await sent(own, [other], { payer_title: formula, remark: formula });
		await verify(exported, cashier.userId, { at: NOW });
		const before = await ask(admin.payments.show(id), { as: cashier });
		const form = { version: "1", received: "1000", line: "", payer_title: EVIL, receipt_split: "one" };
		const verified = await ask(admin.payments.verification(id), { as: cashier, form });
		expect([before.status, verified.status]).toEqual([200, 303]);
		const [receipt] = await receiptsOfPayment(id);
		const voided = { version: "1", reason: EVIL, replacement: "title", payer_title: `${EVIL}二` };
		const another = await signIn({ roles: ["accountant"] });
		expect((await ask(admin.receipts.voiding(receipt?.id ?? 0), { as: second, form: voided })).status).toBe(422);
		const asked = await (await ask(admin.receipts.show(receipt?.id ?? 0), { as: another })).text();
		expect([asked.includes("等另一位確認"), asked.includes("<img src=x")]).toEqual([true, false]);
		expect((await ask(admin.receipts.voiding(receipt?.id ?? 0), { as: another, form: voided })).status).toBe(303);
		await reversePayment(db, {
			ref: await refOf(id),
			reason: EVIL,
			reviewer: { userId: second.userId, standsFor: [null] },
			by: by({ id: second.userId }, NOW),
		});
		const receiptId = receipt?.id ?? 0;
		const [statement] = await rows<{ id: number }>("SELECT max(id) AS id FROM bank_statements");
		const asStaff = [
			admin.payments.list(),
			admin.payments.show(id),
			admin.payments.show(exported),
			`${admin.payments.create()}?member=${memberId}`,
			`${admin.payments.create()}?corrects=${id}`,
			admin.receipts.list(),
			admin.receipts.show(receiptId),
			admin.receipts.print(receiptId),
			`${admin.receipts.book()}?year=${Number(TODAY.slice(0, 4)) - 1911}`,
			admin.bank.accounts(),
			admin.bank.account(accountId),
			admin.bank.statements(),
			admin.bank.statement(statement?.id ?? 0),
			admin.bank.lines(),
			admin.bank.line(line),
			admin.dues.list(),
			admin.dues.show(dues),
			admin.dues.ofMember(memberId),
			admin.dues.notices(),
			admin.dues.noticesText(),
		];
		const asMember = [
			area.payments.list(),
			area.payments.create(),
			area.payments.show(id),
			area.payments.show(exported),
			area.receipt.show(receiptId),
		];
		const secretary = await signIn({ roles: ["secretary", "cashier"] });
		const escaped: string[] = [];
		for (const [as, list] of [
			[secretary, asStaff],
			[own, asMember],
		] as const)
			for (const path of list) {
				const answer = await ask(path, { as });
				const html = await answer.text();
				const raw = ["<img src=x", "<script>x", `alert(1)>"`].filter((one) => html.includes(one));
				expect([path, answer.status, raw]).toEqual([path, 200, []]);
				if (html.includes("&lt;img src=x onerror=alert(1)>&quot;")) escaped.push(path);
			}
		expect(escaped.length).toBeGreaterThan(15);
		for (const path of [admin.payments.export("csv"), admin.receipts.export("csv"), admin.dues.export("csv")]) {
			const answer = await ask(path, { as: secretary });
			const text = await answer.text();
			expect([path, answer.status, text.match(/(?:^|[,\n]|,")=HYPERLINK/)]).toEqual([path, 200, null]);
		}
		expect(await (await ask(admin.payments.export("csv"), { as: secretary })).text()).toContain("'=HYPERLINK");
		const told = `SELECT action FROM audit_log WHERE action NOT LIKE 'bank_account.%'
			AND (instr(description || changes, 'onerror') > 0 OR instr(description || changes, 'HYPERLINK') > 0)`;
		expect(await rows(told)).toEqual([]);
		const mails = await rows<{ data: string }>("SELECT data FROM mail_messages WHERE template LIKE 'payment_%'");
		expect(mails.length).toBeGreaterThan(2);
		expect(mails.filter(({ data }) => !/^\{"paymentId":\d+\}$/.test(data))).toEqual([]);
	});
});

describe("another's payment", () => {
	let own: Person;
	let memberId: number;
	let id: number;
	let receiptId: number;
	beforeEach(async () => {
		own = await signIn({ roles: ["member"] });
		memberId = (await member({ name: "本人", userId: own.userId, status: "active" })).id;
		id = await sent(own, [await item({ memberId })]);
		await verify(id, cashier.userId, { at: NOW });
		receiptId = (await receiptsOfPayment(id))[0]?.id ?? 0;
	});
	const open = async (as: Person | undefined) => {
		const gets = [
			area.payments.show(id),
			area.payments.edit(id),
			area.payments.proof(id),
			area.receipt.show(receiptId),
			area.receipt.pdf(receiptId),
		];
		const asked = await Promise.all(gets.map((path) => ask(path, { as })));
		const posts = await Promise.all([
			ask(area.receipt.original(receiptId), { as, form: {} }),
			ask(area.payments.cancellation(id), { as, form: { version: "2" } }),
			ask(area.payments.edit(id), { as, form: { version: "2", method: "cash", paid_on: TODAY, payer_title: "他人" } }),
		]);
		return [...asked, ...posts].map(({ status }) => status);
	};
	const NOWHERE = Array.from({ length: 8 }, () => 404);

	test("is nowhere for another member, for staff in the member area, and for whoever was the guardian", async () => {
		const stranger = await signIn({ roles: ["member"] });
		await member({ userId: stranger.userId, status: "active" });
		expect(await open(stranger)).toEqual(NOWHERE);
		const clerk = await signIn({ roles: ["cashier", "member"] });
		await member({ userId: clerk.userId, status: "active" });
		expect(await open(clerk)).toEqual(NOWHERE);
		const [before, after] = [await signIn({ roles: ["member"] }), await signIn({ roles: ["member"] })];
		const [first, next] = [
			await member({ userId: before.userId, status: "active" }),
			await member({ userId: after.userId, status: "active" }),
		];
		await setGuardian(env, db, { ref: await storedNow(memberId), guardianId: first.id, by: staff() });
		await env.DB.prepare("UPDATE members SET birth_date = '2015-01-01' WHERE id = ?").bind(memberId).run();
		expect((await open(before)).slice(0, 5)).toEqual([200, 404, 200, 200, 200]);
		await setGuardian(env, db, { ref: await storedNow(memberId), guardianId: next.id, by: staff() });
		expect(await open(before)).toEqual(NOWHERE);
		expect((await open(after))[0]).toBe(200);
	});

	test("of a child who came of age and said nothing: their part is seen, not proof, title or how it was paid", async () => {
		const parent = await signIn({ roles: ["member"] });
		const guardian = await member({ userId: parent.userId, status: "active" });
		await setGuardian(env, db, { ref: await storedNow(memberId), guardianId: guardian.id, by: staff() });
		await env.DB.prepare("UPDATE members SET birth_date = '2000-01-01' WHERE id = ?").bind(memberId).run();
		const page = await ask(area.payments.show(id), { as: parent });
		const text = await page.text();
		expect([page.status, text.includes("王小明"), text.includes(String(last5))]).toEqual([200, false, false]);
		expect((await ask(area.payments.proof(id), { as: parent })).status).toBe(404);
		expect((await ask(area.payments.edit(id), { as: parent })).status).toBe(404);
	});

	test("stays with whom the records were merged into; the login of a dead one opens nothing", async () => {
		const kept = await signIn({ roles: ["member"] });
		const { id: keptId } = await member({ name: "留下", userId: kept.userId, status: "active" });
		await env.DB.prepare("UPDATE members SET user_id = NULL WHERE id = ?").bind(memberId).run();
		await merge(keptId, memberId);
		expect((await open(kept)).slice(0, 1)).toEqual([200]);
		expect(await rows("SELECT payer_member_id FROM payments WHERE id = ?", id)).toEqual([{ payer_member_id: keptId }]);
		const move = { step: "decease" as const };
		await stepMember(env, db, { ref: await storedNow(keptId), move, by: staff() });
		expect((await open(kept)).filter((status) => status === 200)).toEqual([]);
	});

	test("has a proof that no other address gives, and that is not there without a sign-in", async () => {
		const { proof_file_id: file } = await paymentNow(id);
		const others = [
			paths.admin.certificates.show(file ?? 0),
			`${paths.admin.certificates.show(file ?? 0)}/file`,
			`/media/${file}`,
			`/files/${file}`,
			`/logo/${file}`,
			`/account/logo/${file}`,
		];
		const admins = await signIn({ roles: ["secretary", "cashier"] });
		for (const as of [undefined, own, admins])
			for (const path of others) {
				const answer = await ask(path, { as });
				expect([path, answer.status === 200]).toEqual([path, false]);
			}
		expect((await open(undefined)).filter((status) => status === 200)).toEqual([]);
		const auditor = await signIn({ roles: ["editor"] });
		expect((await ask(admin.payments.proof(id), { as: auditor })).status).toBe(403);
	});
});

describe("a mail about a payment", () => {
	const tellable = (id: number) =>
		rows("SELECT to_address FROM mail_messages WHERE template = 'payment_verified' AND data ->> '$.paymentId' = ?", id);
	test("never goes to a guardian who died, nor to the dead", async () => {
		const guardian = await member({ name: "監護人", email: "guardian-dead@example.org", status: "active" });
		const child = await member({ name: "孩子", guardianId: guardian.id, status: "active", birth_date: "2015-01-01" });
		const pay = async (memberId: number) => {
			const clerk = await signIn({ roles: ["secretary"] });
			const form = {
				member: String(memberId),
				items: itemValue(await item({ memberId }), 1_000),
				method: "cash",
				paid_on: TODAY,
				payer_title: "孩子",
			};
			const answer = await ask(admin.payments.create(), { as: clerk, form });
			const id = recordedIn(answer);
			await verify(id, cashier.userId, { at: NOW });
			return id;
		};
		expect(await tellable(await pay(child.id))).toEqual([{ to_address: "guardian-dead@example.org" }]);
		const other = await member({ name: "弟弟", guardianId: guardian.id, status: "active", birth_date: "2016-01-01" });
		await stepMember(env, db, { ref: await storedNow(guardian.id), move: { step: "decease" }, by: staff() });
		expect(await tellable(await pay(other.id))).toEqual([]);
	});
});
