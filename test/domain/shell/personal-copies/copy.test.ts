import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { IN_COPY, LEFT_OUT, SECTIONS } from "#db/personal.ts";
import { createDonor } from "#domain/money/donors/actions.ts";
import { updateMember } from "#domain/people/members/actions.ts";
import { makeCopy, makeOutsidersCopy } from "#domain/shell/personal-copies/actions.ts";
import { copyHtml, copyJson, LOG_SHOWN } from "#domain/shell/personal-copies/document.ts";
import { zipped } from "#domain/shell/personal-copies/zip.ts";
import { storeFile } from "#domain/system/files/actions.ts";
import type { Links } from "#domain/system/notifications/letter.ts";
import { apply, recordOf } from "../../../support/announced.ts";
import { insert, insertMail } from "../../../support/content.ts";
import { AT, db, makeLogin, own } from "../../../support/logins.ts";
import { makeField, specialInput } from "../../../support/member-field-rows.ts";
import { input, member, openToGuardian, storedNow } from "../../../support/members.ts";
import { insertDuesItem, submitRaw, verifyRaw } from "../../../support/money-fixtures.ts";
import { signIn } from "../../../support/people.ts";
import { REAL } from "../../../support/pictures.ts";
import { codeOf } from "../../../support/refusal.ts";
import { insertSession } from "../../../support/rows.ts";
import { auditOf, rows } from "../../../support/users.ts";
import { unzipped } from "../../../support/zips.ts";

const nowhere = () => "";
const links: Links = {
	once: nowhere,
	home: nowhere,
	forgot: nowhere,
	account: nowhere,
	confirmations: nowhere,
	webhook: nowhere,
	audit: nowhere,
	certificate: nowhere,
	member: nowhere,
	privacyRequest: nowhere,
	privacyHandling: nowhere,
	payment: nowhere,
	finance: nowhere,
	concurrentMonth: nowhere,
	examination: nowhere,
	pay: nowhere,
	release: nowhere,
	text: nowhere,
	task: nowhere,
	announcement: nowhere,
	unsubscribe: nowhere,
};
const words = { action: (action: string) => action, links, association: "漣漪病友協會" };

test("a ZIP keeps names in UTF-8, bytes and their checksum", () => {
	const entries = [
		{ name: "個人資料.json", bytes: new TextEncoder().encode("123456789") },
		{ name: "empty", bytes: new Uint8Array() },
	];
	const pieces = zipped(entries, AT);
	expect([...unzipped(pieces)].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])).toEqual([
		["個人資料.json", "123456789"],
		["empty", ""],
	]);
	// CRC-32 of "123456789" is the check value of the algorithm.
	const head = pieces[0] ?? new Uint8Array();
	expect(new DataView(head.buffer).getUint32(14, true).toString(16)).toBe("cbf43926");
});

async function somebody(national_id: string | null = null) {
	const login = await makeLogin({ role: "member" });
	const guardian = await member({ name: "監護的人", userId: null });
	const record = await member({
		name: "複本本人",
		national_id,
		diagnosis_note: "第一型",
		health_consent: true,
		phone: "0912345678",
		userId: login.id,
		guardianId: guardian.id,
		status: "active",
	});
	return { login, record, guardian };
}
const textIn = (files: Map<string, Uint8Array>, name: string): string => new TextDecoder().decode(files.get(name));

describe("a member's data as a file", () => {
	test("everything that is kept, opened, and no name of staff", async () => {
		const { login, record } = await somebody("A123456789");
		const staff = await makeLogin({ role: "secretary" });
		await env.DB.prepare("UPDATE users SET name = '不具名的秘書' WHERE id = ?").bind(staff.id).run();
		const { id } = record;
		await updateMember(env, db, {
			ref: record,
			input: input({ name: "複本本人", occupation: "教師" }),
			by: own(staff.id),
		});
		await insert("notes", {
			notable_type: "member",
			notable_id: id,
			user_id: staff.id,
			content: "喜歡在早上接電話",
			created_at: 1,
			updated_at: 1,
		});
		await insert("tasks", { id: 71, title: "請打電話", body: "早上", rank: 1, created_at: 1, updated_at: 1 });
		await insert("task_links", { task_id: 71, record_type: "member", record_id: id, at: 1 });
		await insert("task_items", { task_id: 71, text: "找電話", is_done: 1, position: 1, created_at: 1, updated_at: 1 });
		await insert("task_items", { task_id: 71, text: "打電話", position: 2, created_at: 1, updated_at: 1 });
		await insert("notes", {
			notable_type: "task",
			notable_id: 71,
			user_id: staff.id,
			content: "已接通",
			created_at: 1,
			updated_at: 1,
		});
		const file = await storeFile(env, db, {
			purpose: "certificate",
			upload: { filename: "a.png", declaredType: "", bytes: REAL.png },
			by: own(login.id),
		});
		await insert("disability_certificates", {
			id: 70,
			member_id: id,
			file_id: file.id,
			status: "approved",
			valid_until: "2030-01-01",
			reviewed_by: staff.id,
			reviewed_at: 1,
			created_at: 1,
			updated_at: 1,
		});
		await insert("privacy_requests", {
			member_id: id,
			kind: "correction",
			content: "生日寫錯",
			status: "done",
			answer: "已更正",
			received_on: "2026-01-01",
			due_on: "2026-01-31",
			closed_by: staff.id,
			closed_at: 1,
			created_at: 1,
			updated_at: 1,
		});
		await insertSession(login.id, { id: "s-70", ip_address: "192.0.2.77", user_agent: "Line/14" });
		await insertMail({
			template: "privacy_answered",
			user_id: login.id,
			to_address: login.email,
			to_name: "複本本人",
			data: '{"requestId":1}',
			state: "sent",
			settled_at: 2,
			due_at: 1,
			created_at: 1,
		});
		await insert("roster_imports", { id: 70, filename: "名冊.xlsx", state: "applied", applied_at: 1, created_at: 1 });
		await insert("roster_import_rows", { import_id: 70, row: 1, outcome: "filled", member_id: id });
		const due = { member_id: id, kind: "annual", created_at: 1, updated_at: 1 };
		await insertDuesItem({
			...due,
			id: 70,
			dues_year: 2024,
			base_amount: 0,
			amount: 0,
			status: "paid",
			source: "import",
			import_id: 70,
		});
		await insertDuesItem({
			...due,
			id: 71,
			dues_year: 2026,
			base_amount: 1000,
			discount_percent: 50,
			amount: 500,
		});
		const proof = await storeFile(env, db, {
			purpose: "payment_proof",
			upload: { filename: "匯款.png", declaredType: "", bytes: REAL.png },
			by: own(login.id),
		});
		const payment = {
			source: "member",
			method: "transfer",
			paid_on: "2026-03-01",
			amount: 500,
			payer_title: "複本本人",
			remark: "一次繳清",
			last5: "12345",
			submitted_by: login.id,
			submitted_at: 1,
			created_at: 1,
			updated_at: 1,
		};
		await insert("payments", { ...payment, id: 70, payer_member_id: id, proof_file_id: proof.id });
		await insert("payment_allocations", {
			payment_id: 70,
			kind: "dues",
			dues_item_id: 71,
			member_id: id,
			amount: 500,
			disability_status: "approved",
		});
		await submitRaw(70, login.id);
		await verifyRaw(70, staff.id);
		// What they recorded of somebody else at a counter is not theirs.
		await insert("payments", { ...payment, id: 71, source: "staff", payer_title: "櫃台的別人" });
		await submitRaw(71, login.id);
		await insert("receipts", {
			series: "dues",
			mark: "會",
			roc_year: 115,
			seq: 1,
			number: "115-000001",
			payment_id: 70,
			member_id: id,
			payer_title: "複本本人",
			amount: 500,
			items: JSON.stringify([{ label: "常年會費 115 年", member_no: null, amount: 500 }]),
			method: "transfer",
			paid_on: "2026-03-01",
			issued_on: "2026-03-02",
			issued_by: null,
			created_at: 1,
		});
		await insert("dues_notices", {
			member_id: id,
			kind: "before_end",
			channel: "mail",
			period_end: "2026-12-31",
			at: 1,
		});

		const files = unzipped(await makeCopy(env, db, { memberId: id, asOwn: true, words, by: own(login.id, AT + 5) }));
		expect([...files.keys()]).toEqual(["個人資料.html", "個人資料.json", "身障證明-70.png", "繳費證明-70.png"]);
		expect(files.get("身障證明-70.png")?.length).toBe(file.size);
		const copy = JSON.parse(textIn(files, "個人資料.json"));
		// What a payee who is no member was paid is a section of theirs alone: a member's stands in `finance`.
		const sections = SECTIONS.map(({ code }) => code).filter((code) => code !== "payee_payments");
		expect(Object.keys(copy)).toEqual(["association", "made_at", ...sections]);
		expect(copy.record).toEqual([
			expect.objectContaining({
				id,
				name: "複本本人",
				national_id: "A123456789",
				diagnosis_note: "第一型",
				phone: null,
				occupation: "教師",
			}),
		]);
		expect(copy.family).toEqual([{ relation: "監護人", name: "監護的人" }]);
		expect(copy.notes).toEqual([expect.objectContaining({ content: "喜歡在早上接電話", author: "工作人員" })]);
		expect(copy.tasks).toEqual([
			expect.objectContaining({
				...{ title: "請打電話", body: "早上", status: "todo", notes: "已接通" },
				items: "☑ 找電話\n☐ 打電話",
			}),
		]);
		expect(copy.certificates).toEqual([
			expect.objectContaining({ status: "approved", valid_until: "2030-01-01", is_revoked: false }),
		]);
		expect(copy.consents).toEqual([
			expect.objectContaining({ kind: "health_data", text_version: "2026-12", channel: "paper" }),
		]);
		expect(copy.requests).toEqual([
			expect.objectContaining({ kind: "correction", content: "生日寫錯", answer: "已更正" }),
		]);
		expect(copy.login).toEqual([expect.objectContaining({ email: login.email, phone: login.phone, status: "active" })]);
		expect(copy.roles).toEqual([{ name: "會員" }]);
		expect(copy.sessions).toEqual([expect.objectContaining({ ip_address: "192.0.2.77", user_agent: "Line/14" })]);
		expect(copy.mails).toEqual([
			expect.objectContaining({ subject: "您的個人資料申請已有答覆", to_address: login.email }),
		]);
		expect(copy.dues).toEqual([
			expect.objectContaining({ dues_year: 2024, status: "paid", source: "import" }),
			expect.objectContaining({ dues_year: 2026, discount_percent: 50, amount: 500, paid_amount: 500, status: "paid" }),
		]);
		expect(copy.payments).toEqual([
			expect.objectContaining({
				id: 70,
				last5: "12345",
				remark: "一次繳清",
				status: "verified",
				proof: "payment_proof.png",
			}),
		]);
		expect(copy.payment_parts).toEqual([
			{
				payment_id: 70,
				paid_on: "2026-03-01",
				kind: "annual",
				dues_year: 2026,
				amount: 500,
				disability_status: "approved",
			},
		]);
		expect(copy.receipts).toEqual([
			expect.objectContaining({ number: "會115-000001", payer_title: "複本本人", amount: 500 }),
		]);
		expect(copy.dues_notices).toEqual([
			expect.objectContaining({ kind: "before_end", channel: "mail", period_end: "2026-12-31" }),
		]);
		expect(copy.imports).toEqual([expect.objectContaining({ filename: "名冊.xlsx", outcome: "filled" })]);
		// The change that staff made, opened; staff by what they are.
		expect(copy.history).toEqual(
			expect.arrayContaining([
				expect.objectContaining({
					action: "member.edit",
					who: "協會工作人員",
					ip_address: null,
					changes: expect.objectContaining({
						values: expect.objectContaining({ occupation: { from: null, to: "教師" } }),
					}),
				}),
				expect.objectContaining({ action: "member.copy", who: "您自己", ip_address: `192.0.2.${login.id % 250}` }),
			]),
		);
		const html = textIn(files, "個人資料.html");
		for (const text of ["A123456789", "第一型", "喜歡在早上接電話", "工作人員"]) expect(html).toContain(text);
		for (const text of [textIn(files, "個人資料.json"), html]) {
			expect(text).not.toContain("不具名的秘書");
			expect(text).not.toContain(staff.email);
		}
		for (const secret of [(await storedNow(id)).person_key, (await storedNow(id)).national_id])
			expect(html).not.toContain(String(secret));
	});

	test("what they gave as a donor, with their number opened, and what was paid to them", async () => {
		const { login, record } = await somebody();
		const staff = await makeLogin({ role: "cashier" });
		const { member_no } = await storedNow(record.id);
		const donor = await createDonor(env, db, {
			input: {
				kind: "person",
				name: "複本本人",
				nationalId: "F131104093",
				email: null,
				phone: "02-2345-6789",
				address: "",
				memberNo: member_no,
				naming: "name",
				publicName: "",
				note: "",
			},
			key: crypto.randomUUID(),
			by: own(staff.id),
		});
		await env.DB.prepare("UPDATE donors SET member_id = ? WHERE id = ?").bind(record.id, donor).run();
		// Of somebody who is a member the member's copy is made, which asks who acts for whom.
		const asDonor = makeOutsidersCopy(env, db, { of: { type: "donor", id: donor }, words, by: own(staff.id) });
		expect(await asDonor.catch(codeOf)).toBe("donor.stale");
		const times = { created_at: 1, updated_at: 1 };
		const gift = {
			kind: "donation",
			received_on: "2026-03-01",
			amount: 3_000,
			method: "cash",
			purpose: "病友急難",
			...times,
		};
		await insert("income_records", { ...gift, donor_id: donor, payer_title: "複本本人" });
		await insert("income_records", { ...gift, payer_title: "別人" });
		const refund = {
			kind: "refund",
			title: "溢繳退費",
			pay_by: "transfer",
			payee_account: "123-456",
			gross: 500,
			...times,
		};
		const payment = {
			source: "staff",
			method: "cash",
			paid_on: "2026-03-01",
			amount: 500,
			payer_title: "x",
			submitted_at: 1,
			...times,
		};
		await insert("payments", { ...payment, id: 75 });
		await submitRaw(75);
		const asked = { ...refund, refund_of: "credit", payment_id: 75, applicant_id: staff.id, state_since: 1 };
		await insert("finance_documents", { ...asked, payee_name: "複本本人", payee_member_id: record.id });
		await insert("finance_documents", { ...asked, payee_name: "別人" });

		const files = unzipped(
			await makeCopy(env, db, { memberId: record.id, asOwn: true, words, by: own(login.id, AT + 6) }),
		);
		const copy = JSON.parse(textIn(files, "個人資料.json"));
		expect(copy.donor).toEqual([
			expect.objectContaining({
				name: "複本本人",
				national_id: "F131104093",
				phone: "02-2345-6789",
				naming: "name",
			}),
		]);
		expect(copy.gifts).toEqual([
			expect.objectContaining({ payer_title: "複本本人", amount: 3_000, purpose: "病友急難", state: "draft" }),
		]);
		expect(copy.finance).toEqual([
			expect.objectContaining({ title: "溢繳退費", payee_name: "複本本人", payee_account: "123-456", net: 500 }),
		]);
		expect(textIn(files, "個人資料.html")).not.toContain("別人");
	});

	test("a guardian's of a dependent of age has nothing of when and from where they sign in; of a child it has", async () => {
		const guardian = await makeLogin({ role: "member" });
		const guardianRecord = await member({ name: "簽入的監護人", userId: guardian.id });
		const copyOf = async (birth_date: string) => {
			const login = await makeLogin({ role: "member" });
			const { id } = await member({ name: "受監護的人", birth_date, userId: login.id, guardianId: guardianRecord.id });
			await openToGuardian(id);
			await insert("consents", {
				member_id: id,
				kind: "guardian_access",
				text_version: "v",
				given: 1,
				channel: "web",
				at: AT,
			});
			await insertSession(login.id, { id: `s-of-${id}`, ip_address: "198.51.100.77" });
			const make = async (userId: number) =>
				unzipped(await makeCopy(env, db, { memberId: id, asOwn: true, words, by: own(userId, AT + 5) }));
			await make(login.id);
			const files = await make(guardian.id);
			return { copy: JSON.parse(textIn(files, "個人資料.json")), html: textIn(files, "個人資料.html") };
		};
		const grown = await copyOf("2000-01-01");
		const { sessions, failed_sign_ins, links, record } = grown.copy;
		expect([sessions, failed_sign_ins, links, record.length]).toEqual([null, null, null, 1]);
		const addresses = grown.copy.history.map(({ ip_address }: { ip_address: string | null }) => ip_address);
		expect(new Set(addresses)).toEqual(new Set([null]));
		expect(grown.html.match(/只列在會員本人下載的複本裡/g)?.length).toBe(3);
		const child = await copyOf("2020-01-01");
		expect(child.copy.sessions).toEqual([expect.objectContaining({ ip_address: "198.51.100.77" })]);
	});

	test("what somebody typed is text in the page", async () => {
		const { login, record } = await somebody();
		await env.DB.prepare("UPDATE members SET address = ? WHERE id = ?")
			.bind("<script>alert(1)</script>", record.id)
			.run();
		const html = textIn(
			unzipped(await makeCopy(env, db, { memberId: record.id, asOwn: true, words, by: own(login.id) })),
			"個人資料.html",
		);
		expect(html).not.toContain("<script>");
		expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
	});

	test("a mail to an address is theirs by the name that it was for: anybody can write down an address", async () => {
		const { login, record } = await somebody();
		await updateMember(env, db, {
			ref: record,
			input: input({ name: "複本本人", email: "box@example.org" }),
			by: own(login.id),
			asOwn: true,
		});
		const mail = { to_address: "box@example.org", data: "{}", state: "sent", settled_at: 2, due_at: 1, created_at: 1 };
		await insertMail({ ...mail, template: "certificate_expired", to_name: "別的會員" });
		await insertMail({ ...mail, template: "dues_reminder", to_name: "複本本人", created_at: AT });
		const files = unzipped(
			await makeCopy(env, db, { memberId: record.id, asOwn: true, words, by: own(login.id, AT + 7) }),
		);
		const { mails } = JSON.parse(textIn(files, "個人資料.json"));
		expect([mails.length, JSON.stringify(mails).includes("2026")]).toEqual([1, true]);
	});

	test("only one's own or whom one acts for; five a day; written down before it is read", async () => {
		const { login, record } = await somebody();
		const stranger = await makeLogin({ role: "member" });
		const copy = (userId: number, asOwn: boolean, at = AT) =>
			makeCopy(env, db, { memberId: record.id, asOwn, words, by: own(userId, at) }).then(() => "made", codeOf);
		expect(await copy(stranger.id, true)).toBe("privacy.not_yours");
		// As staff, who hand it over: neither to themselves nor to their family.
		expect(await copy(login.id, false)).toBe("privacy.own");
		expect((await auditOf("member", record.id)).filter(({ action }) => action === "member.copy")).toEqual([]);
		const made = [];
		for (let n = 0; n < 6; n++) made.push(await copy(login.id, true, AT + n));
		expect(made).toEqual(["made", "made", "made", "made", "made", "privacy.too_often"]);
		expect(await copy(stranger.id, false, AT + 10)).toBe("privacy.too_often");
		expect(await copy(login.id, true, AT + 86_400_001)).toBe("made");
		expect((await auditOf("member", record.id)).filter(({ action }) => action === "member.copy").length).toBe(6);
	});
});

test("every column that points to a member or a user is in the copy, or said to be left out and why", async () => {
	const pointing = await rows<{ at: string }>(
		`SELECT DISTINCT t.name || '.' || c.name AS at FROM sqlite_master t, pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE '\\_cf%' ESCAPE '\\' AND (c.name IN ('user_id', 'member_id')
			OR c.name LIKE '%\\_user\\_id' ESCAPE '\\' OR c.name LIKE '%\\_member\\_id' ESCAPE '\\'
			OR t.name = 'audit_log' AND c.name = 'on_behalf_of'
			OR EXISTS (SELECT 1 FROM pragma_foreign_key_list(t.name) f WHERE f."from" = c.name AND f."table" IN ('members', 'users')))
		ORDER BY at`,
	);
	const said = [...Object.keys(IN_COPY), ...Object.keys(LEFT_OUT)];
	expect(pointing.map(({ at }) => at)).toEqual([...said].sort());
	expect(Object.values(IN_COPY).filter((code) => !SECTIONS.some((known) => known.code === code))).toEqual([]);
	expect(Object.values(LEFT_OUT).filter((why) => why.length < 10)).toEqual([]);
});

test("a copy says which sections have only the newest rows", () => {
	const of = (rows: number) => ({
		association: "協會",
		at: AT,
		sections: SECTIONS,
		items: { history: Array.from({ length: rows }, () => ({ at: AT })) },
	});
	expect(copyHtml(of(LOG_SHOWN))).toContain("只列出最新的 5000 筆");
	expect(JSON.parse(copyJson(of(LOG_SHOWN)))).toMatchObject({ newest_only: ["history"] });
	expect(copyHtml(of(LOG_SHOWN - 1))).not.toContain("只列出最新的");
	expect(JSON.parse(copyJson(of(LOG_SHOWN - 1)))).not.toHaveProperty("newest_only");
});

test("a copy for somebody whose application waits has the children and own fields that came with it, opened", async () => {
	const special = await makeField(db, specialInput("食物過敏", { self: "fills", purpose: "準備合適的餐點" }));
	const applicant = await signIn({ name: "石媽媽" });
	const typed = { name: "石媽媽", phone: "0939000100", [`f${special}`]: "花生過敏", [`f${special}.agree`]: "1" };
	await apply(applicant, typed, [{ name: "石小宇", birth_date: "2018-05-06" }]);
	const staff = await makeLogin({ role: "secretary" });
	const pieces = await makeCopy(env, db, {
		...{ memberId: await recordOf(applicant), asOwn: false, words, by: own(staff.id) },
	});
	const json: Record<string, unknown[]> = JSON.parse(new TextDecoder().decode(unzipped(pieces).get("個人資料.json")));
	const told = JSON.stringify(json);
	for (const part of ["石小宇", "2018-05-06", "花生過敏", "準備合適的餐點"]) expect(told).toContain(part);
});
