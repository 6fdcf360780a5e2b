import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { ERASED_TABLES, KEPT_TABLES } from "#db/personal.ts";
import { stepMember } from "#domain/people/members/actions.ts";
import { revealSensitive } from "#domain/people/members/reveal-actions.ts";
import { askRequest, recordRequest } from "#domain/people/privacy/actions.ts";
import { keepErasures, pseudonymise, replayErasures } from "#domain/shell/erasures/actions.ts";
import { sealTail, verifyChain } from "#domain/system/audit/actions.ts";
import { storeFile } from "#domain/system/files/actions.ts";
import { registerErasures, registeredErasures } from "#platform/erasure-register.ts";
import { openForPerson } from "#platform/member-seals.ts";
import { insert, insertMail } from "../../../support/content.ts";
import { AT, db, makeLogin, own } from "../../../support/logins.ts";
import { member, storedNow } from "../../../support/members.ts";
import { endPayments, insertDuesItem, reverseRaw, submitRaw, verifyRaw } from "../../../support/money-fixtures.ts";
import { REAL } from "../../../support/pictures.ts";
import { codeOf } from "../../../support/refusal.ts";
import { insertSession } from "../../../support/rows.ts";
import { rows } from "../../../support/users.ts";

/** Texts that nobody else has; where a column takes only dates, digits or addresses, values of that kind. */
const MARK = "標記甲乙丙";
const MARKS = [
	MARK,
	"1913-07-19",
	"731945",
	"31945",
	"0913571913",
	"mark-er@example.org",
	// As the search has it.
	"mark er example org",
	"mark-ip-address",
	"A123456789",
	"A12****789",
];

const textOf = (value: unknown): string =>
	value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : String(value);

/** Every value of every table of both databases, and every object of R2 by name and bytes; by where it stands. */
async function dump(): Promise<Map<string, string>> {
	const all = new Map<string, string>();
	for (const [name, d1] of [
		["DB", env.DB],
		["SEARCH", env.SEARCH],
	] as const) {
		const { results } = await d1
			.prepare(
				"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'entries_fts%'",
			)
			.all<{ name: string }>();
		for (const { name: table } of results) {
			const found = await d1.prepare(`SELECT * FROM "${table}"`).all();
			all.set(`${name}.${table}`, found.results.map((row) => Object.values(row).map(textOf).join("\n")).join("\n"));
		}
	}
	const { objects } = await env.FILES.list();
	for (const { key } of objects)
		all.set(`R2 ${key}`, `${key}\n${textOf(await (await env.FILES.get(key))?.arrayBuffer())}`);
	return all;
}
const placesOf = (all: Map<string, string>, marks: readonly string[]): string[] =>
	[...all].filter(([, text]) => marks.some((mark) => text.includes(mark))).map(([place]) => place);

let staff: Awaited<ReturnType<typeof makeLogin>>;
beforeAll(async () => {
	staff = await makeLogin({ role: "secretary" });
});

/** Somebody who resigned and asked to be forgotten, with something of everything, each column of it marked. */
async function everything() {
	const login = await makeLogin({ role: "member", email: "mark-er@example.org", phone: "0913571913" });
	await env.DB.prepare("UPDATE users SET name = ?, totp_secret = ?, totp_enabled_at = 1 WHERE id = ?")
		.bind(MARK, `sealed ${MARK}`, login.id)
		.run();
	const by = own(login.id);
	const record = await member({
		name: MARK,
		name_en: MARK,
		gender: "other",
		birth_date: "1913-07-19",
		national_id: "A123456789",
		diagnosis_note: MARK,
		health_consent: true,
		phone: "0913571913",
		phone_home: MARK,
		email: "mark-er@example.org",
		line_id: MARK,
		postal_code: "731945",
		city: MARK,
		district: MARK,
		address: MARK,
		occupation: MARK,
		emergency_name: MARK,
		emergency_relation: MARK,
		emergency_phone: MARK,
		userId: login.id,
		status: "active",
	});
	const { id } = record;
	await env.DB.prepare("UPDATE members SET source = ?, member_no = 'E0001', joined_on = '2020-01-02' WHERE id = ?")
		.bind(`roster:${MARK}.xlsx`, id)
		.run();
	const old = await member({ name: `${MARK}舊`, address: MARK, national_id: "F131104093" });
	await env.DB.prepare("UPDATE members SET merged_into = ? WHERE id = ?").bind(id, old.id).run();
	const file = await storeFile(env, db, {
		purpose: "certificate",
		upload: { filename: `${MARK}.png`, declaredType: "", bytes: REAL.png },
		by,
	});
	await insert("disability_certificates", {
		id: 90,
		member_id: id,
		file_id: file.id,
		status: "rejected",
		reason: MARK,
		reviewed_at: 1,
		created_at: 1,
		updated_at: 1,
	});
	await insert("files", {
		id: 9_000,
		purpose: "certificate",
		filename: `${MARK}2.png`,
		content_type: "image/png",
		size: 1,
		sha256: "0".repeat(64),
		object_key: "private/gone",
		is_sealed: 0,
		created_at: 1,
		deleted_at: 5,
	});
	await insert("disability_certificates", {
		id: 91,
		member_id: id,
		file_id: 9_000,
		status: "pending",
		created_at: 1,
		updated_at: 1,
	});
	const task = 7_000 + id;
	await insert("tasks", { id: task, title: MARK, body: MARK, rank: 1, created_at: 1, updated_at: 1 });
	await insert("task_links", { task_id: task, record_type: "member", record_id: id, at: 1 });
	await insert("task_items", { task_id: task, text: MARK, position: 1, created_at: 1, updated_at: 1 });
	await insert("notes", {
		notable_type: "task",
		notable_id: task,
		user_id: staff.id,
		content: MARK,
		created_at: 1,
		updated_at: 1,
	});
	await insert("notes", {
		notable_type: "member",
		notable_id: id,
		user_id: staff.id,
		content: MARK,
		hidden_at: 1,
		hidden_reason: MARK,
		created_at: 1,
		updated_at: 1,
	});
	await insert("notes", {
		notable_type: "member",
		notable_id: old.id,
		user_id: staff.id,
		content: MARK,
		created_at: 1,
		updated_at: 1,
	});
	await insert("consents", {
		member_id: id,
		kind: "personal_data",
		text_version: "2026-11",
		given: 1,
		by_user_id: login.id,
		channel: "web",
		at: 1,
	});
	await insert("privacy_requests", {
		member_id: id,
		kind: "copy",
		content: MARK,
		answer: MARK,
		status: "done",
		extended_at: 1,
		extension_reason: MARK,
		received_on: "2026-01-01",
		due_on: "2026-01-16",
		created_at: 1,
		updated_at: 1,
		closed_at: 1,
	});
	await insert("link_requests", {
		user_id: login.id,
		seal_id: MARK,
		profile: MARK,
		candidates: `[${id}]`,
		status: "linked",
		member_id: id,
		reason: MARK,
		created_at: 1,
		closed_at: 1,
	});
	await insert("roster_imports", { id: 90, filename: "roster.xlsx", state: "applied", applied_at: 1, created_at: 1 });
	await insert("roster_import_rows", {
		import_id: 90,
		row: 1,
		outcome: "updated",
		member_id: id,
		before: JSON.stringify({ sealed: MARK }),
	});
	const proof = await moneyOf(id, login.id);
	await insertSession(login.id, { id: `session ${MARK}`, ip_address: "mark-ip-address", user_agent: MARK });
	await insert("one_time_links", {
		id: `link ${MARK}`,
		purpose: "email_change",
		user_id: login.id,
		email: "mark-er@example.org",
		created_at: 1,
		expires_at: 9e15,
	});
	await insert("one_time_codes", { code_hash: `code ${MARK}`, purpose: "recovery", user_id: login.id, created_at: 1 });
	for (const [userId, state] of [
		[login.id, "queued"],
		[null, "failed"],
	] as const)
		await insertMail({
			template: "mail_test",
			user_id: userId,
			to_address: "mark-er@example.org",
			to_name: MARK,
			data: JSON.stringify({ askedAt: MARK }),
			last_error: MARK,
			state,
			due_at: 1,
			created_at: 1,
			...(state === "failed" ? { settled_at: 1 } : {}),
		});
	await stepMember(env, db, { ref: await storedNow(id), move: { step: "resign", reason: MARK }, by: own(staff.id) });
	await askRequest(db, { memberId: id, kind: "deletion", content: MARK, key: crypto.randomUUID(), by });
	return { id, login, file, proof };
}

/** Dues, payments of every state, a receipt and a line of a statement, each text marked; and the proof of one. */
async function moneyOf(id: number, userId: number) {
	const times = { created_at: 1, updated_at: 1 };
	await insertDuesItem({
		id: 90,
		member_id: id,
		kind: "annual",
		dues_year: 2025,
		base_amount: 1000,
		amount: 1000,
		status: "waived",
		reason: MARK,
		...times,
	});
	await insert("dues_notices", { member_id: id, kind: "manual", channel: "print", at: 1 });
	const proof = await storeFile(env, db, {
		purpose: "payment_proof",
		upload: { filename: `${MARK}.png`, declaredType: "", bytes: REAL.png },
		by: own(userId),
	});
	for (const [nth, status] of ["verified", "reversed", "rejected", "cancelled"].entries()) {
		const isVerified = nth < 2;
		await insert("payments", {
			id: 90 + nth,
			source: "member",
			method: "transfer",
			paid_on: "2026-03-01",
			amount: 1000,
			last5: "31945",
			// What was verified keeps its title: the receipt has it.
			payer_title: isVerified ? "收據抬頭" : MARK,
			remark: MARK,
			proof_file_id: nth === 0 ? proof.id : null,
			submitted_by: userId,
			submitted_at: 1,
			...(nth === 3 ? {} : { payer_member_id: id }),
			...times,
		});
		await insert("payment_allocations", { payment_id: 90 + nth, kind: "donation", member_id: id, amount: 1000 });
		await insert("payment_events", {
			payment_id: 90 + nth,
			seq: 1,
			step: "submit",
			reason: MARK,
			user_id: userId,
			at: 1,
		});
		if (isVerified) await verifyRaw(90 + nth, staff.id);
		if (status === "reversed") await reverseRaw(90 + nth, userId, MARK);
		else if (!isVerified) await endPayments(nth === 2 ? "reject" : "cancel", `id = ${90 + nth}`, MARK);
	}
	await insert("receipts", {
		series: "donation",
		mark: "捐",
		roc_year: 115,
		seq: 1,
		number: "115-000001",
		payment_id: 90,
		member_id: id,
		payer_title: "收據抬頭",
		amount: 1000,
		items: '[{"label":"捐款","member_no":null,"amount":1000}]',
		method: "transfer",
		paid_on: "2026-03-01",
		issued_on: "2026-03-02",
		created_at: 1,
	});
	await giftsOf(id);
	const [account] = await rows<{ id: number }>("SELECT id FROM accounts WHERE code = '1130'");
	await insert("bank_accounts", {
		id: 90,
		kind: "bank",
		name: "甲",
		number: "1",
		account_id: account?.id ?? 0,
		...times,
	});
	await insert("bank_statements", { id: 90, bank_account_id: 90, filename: "a.csv", created_at: 1 });
	await insert("bank_lines", {
		statement_id: 90,
		bank_account_id: 90,
		row: 1,
		booked_on: "2026-03-01",
		amount: 1000,
		memo: MARK,
		words: JSON.stringify([MARK]),
		last5: "31945",
		fingerprint: "f",
		...times,
	});
	await env.DB.prepare(
		`INSERT INTO bank_line_parts (line_id, kind, record_id, amount, is_tie, created_at)
		SELECT id, 'payment', 90, amount, 1, 1 FROM bank_lines WHERE statement_id = 90`,
	).run();
	return proof;
}

/** Who they are as a donor, a gift that was reversed and its receipt, and what was paid to them. */
async function giftsOf(id: number): Promise<void> {
	const times = { created_at: 1, updated_at: 1 };
	await insert("donors", {
		id: 90,
		kind: "person",
		name: MARK,
		seal_id: "seal of donor 90",
		person_key: MARK,
		national_id: MARK,
		national_id_hash: MARK,
		national_id_mask: "A12****789",
		email: "mark-er@example.org",
		phone: MARK,
		address: MARK,
		note: MARK,
		member_id: id,
		...times,
	});
	await insert("income_records", {
		id: 90,
		kind: "donation",
		received_on: "2026-03-01",
		donor_id: 90,
		payer_title: "收據抬頭",
		amount: 1_000,
		method: "transfer",
		note: MARK,
		created_by: staff.id,
		...times,
	});
	const change = (set: string) => env.DB.prepare(`UPDATE income_records SET ${set} WHERE id = 90`).run();
	await change(`state = 'recorded', roc_year = 115, seq = 1, recorded_by = ${staff.id}, recorded_at = 2`);
	await insert("receipts", {
		series: "donation",
		mark: "捐",
		roc_year: 115,
		seq: 2,
		number: "115-000002",
		income_id: 90,
		payer_title: "收據抬頭",
		payer_id_mask: "A12****789",
		amount: 1_000,
		items: '[{"label":"捐款","member_no":null,"amount":1000}]',
		method: "transfer",
		paid_on: "2026-03-01",
		issued_on: "2026-03-02",
		created_at: 1,
	});
	await env.DB.prepare(
		"UPDATE receipts SET status = 'voided', reason = '重複', voided_at = 2, voided_by = ? WHERE income_id = 90",
	)
		.bind(staff.id)
		.run();
	const other = await makeLogin({ role: "accountant" });
	await change(`state = 'reversed', reversed_by = ${other.id}, reversed_at = 3, reason = '${MARK}'`);
}

test("nothing that tells of the person is left in any table, object or index; the books and the log stay", async () => {
	const { id, login, file, proof } = await everything();
	const sealed = await storedNow(id);
	const secrets = [sealed.national_id, sealed.diagnosis_note, sealed.person_key, sealed.national_id_hash].map(String);
	expect(placesOf(await dump(), [...MARKS, ...secrets])).toEqual(
		expect.arrayContaining([
			"DB.members",
			"DB.member_words",
			"DB.users",
			"DB.notes",
			"DB.files",
			"DB.disability_certificates",
			"DB.link_requests",
			"DB.mail_messages",
			"DB.notifications",
			"DB.one_time_codes",
			"DB.one_time_links",
			"DB.privacy_requests",
			"DB.payments",
			"DB.payment_events",
			"DB.dues_items",
			"DB.dues_events",
			"DB.bank_lines",
			"DB.roster_import_rows",
			"DB.sessions",
		]),
	);
	expect(await env.FILES.head(file.objectKey)).not.toBeNull();
	await sealTail(db, () => [], AT);
	const history = await rows<{ sealed: string }>(
		"SELECT changes ->> '$.sealed' AS sealed FROM audit_log WHERE auditable_type = 'member' AND auditable_id = ? AND changes ->> '$.sealed' IS NOT NULL",
		String(id),
	);
	expect(history.length).toBeGreaterThan(1);
	const [request] = await rows<{ id: number }>(
		"SELECT id FROM privacy_requests WHERE member_id = ? AND status = 'open'",
		id,
	);

	await pseudonymise(env, db, { ref: sealed, requestId: request?.id ?? 0, by: own(staff.id, AT + 1_000) });

	const after = await dump();
	expect(placesOf(after, [...MARKS, ...secrets])).toEqual([]);
	expect(
		[...after.keys()].filter((place) => place.includes(file.objectKey) || place.includes(proof.objectKey)),
	).toEqual([]);
	const now = await storedNow(id);
	expect(now).toMatchObject({
		name: "已去識別化 E0001",
		member_no: "E0001",
		membership_type: "individual",
		identity_type: "patient",
		status: "resigned",
		joined_on: "2020-01-02",
		left_on: "2026-03-05",
		source: "roster",
		user_id: null,
		birth_date: null,
		seal_id: null,
		person_key: null,
		pseudonymised_at: AT + 1_000,
	});
	expect(
		(
			await openForPerson(
				env,
				sealed,
				history.map((row) => row.sealed),
			)
		).every((one) => one !== undefined),
	).toBe(true);
	expect(
		await openForPerson(
			env,
			now,
			history.map((row) => row.sealed),
		),
	).toEqual(history.map(() => undefined));
	// The books keep years, amounts, days, numbers and the title of what was verified.
	expect(await rows("SELECT dues_year, amount, status FROM dues_items WHERE member_id = ?", id)).toEqual([
		{ dues_year: 2025, amount: 1000, status: "waived" },
	]);
	expect(await rows("SELECT status, amount, payer_title, last5, remark FROM payments ORDER BY id")).toEqual(
		["verified", "reversed", "rejected", "cancelled"].map((status) => ({
			status,
			amount: 1000,
			payer_title: /ver/.test(status) ? "收據抬頭" : "已去識別化",
			last5: null,
			remark: "",
		})),
	);
	expect(await rows("SELECT number, payer_title, amount FROM receipts WHERE member_id = ?", id)).toEqual([
		{ number: "115-000001", payer_title: "收據抬頭", amount: 1000 },
	]);
	expect(await rows("SELECT amount, memo, words, last5, status FROM bank_lines")).toEqual([
		{ amount: 1000, memo: "", words: "[]", last5: null, status: "matched" },
	]);
	expect(
		await rows("SELECT status, is_revoked FROM disability_certificates WHERE member_id = ? ORDER BY id", id),
	).toEqual([
		{ status: "rejected", is_revoked: 0 },
		{ status: "withdrawn", is_revoked: 0 },
	]);
	expect(await rows("SELECT kind, status FROM privacy_requests WHERE member_id = ? ORDER BY id", id)).toEqual([
		{ kind: "copy", status: "done" },
		{ kind: "deletion", status: "done" },
	]);
	expect(await rows("SELECT status, password_hash, phone, email FROM users WHERE id = ?", login.id)).toEqual([
		{ status: "disabled", password_hash: null, phone: null, email: `erased-${login.id}@erased.invalid` },
	]);
	expect(await rows("SELECT state FROM mail_messages WHERE template = 'mail_test' ORDER BY rowid")).toEqual([
		{ state: "failed" },
		{ state: "failed" },
	]);
	expect(
		await rows("SELECT member_id, user_id, request_id, by_user_id, at FROM erasures WHERE member_id = ?", id),
	).toEqual([{ member_id: id, user_id: login.id, request_id: request?.id, by_user_id: staff.id, at: AT + 1_000 }]);
	await sealTail(db, () => [], AT + 2_000);
	const verified = await verifyChain(db, { sign: () => [] });
	expect([verified.tail, verified.faults]).toEqual([0, []]);
	expect(await revealSensitive(env, db, { id, by: own(staff.id) })).toEqual({
		national_id: null,
		diagnosis_note: null,
	});
});

test("what is erased never comes to be somebody again, and the register is never changed", async () => {
	const [{ member_id: id } = { member_id: 0 }] = await rows<{ member_id: number }>(
		"SELECT member_id FROM erasures LIMIT 1",
	);
	for (const [column, value] of [
		["phone", "0912345678"],
		["email", "a@example.org"],
		["national_id", "x"],
		["person_key", "x"],
		["pseudonymised_at", null],
	])
		expect(
			await env.DB.prepare(`UPDATE members SET ${column} = ? WHERE id = ?`)
				.bind(value, id)
				.run()
				.catch((error) => String(error)),
		).toContain("member.stale");
	for (const change of [
		"DELETE FROM erasures",
		"UPDATE erasures SET at = 1",
		"INSERT OR REPLACE INTO erasures SELECT * FROM erasures",
	])
		expect(
			await env.DB.prepare(change)
				.run()
				.catch((error) => String(error)),
		).toContain("audit.append_only");
});

describe("refused", () => {
	const asked = async (given: Parameters<typeof member>[0] = {}, by = staff) => {
		const record = await member({ status: "resigned", ...given });
		const recorder = await makeLogin({ role: "secretary" });
		const requestId = await recordRequest(db, {
			memberId: record.id,
			kind: "deletion",
			content: "",
			channel: "paper",
			receivedOn: "2026-03-01",
			key: crypto.randomUUID(),
			by: own(recorder.id),
		});
		return {
			record,
			recorder,
			requestId,
			run: (who = by) => pseudonymise(env, db, { ref: record, requestId, by: own(who.id) }).catch(codeOf),
		};
	};
	const untouched = async (id: number) => (await storedNow(id)).pseudonymised_at;

	test.each(["applied", "awaiting_payment", "active", "suspended"] as const)(
		"a membership that is %s",
		async (status) => {
			const { record, run } = await asked({ status });
			expect([await run(), await untouched(record.id)]).toEqual(["privacy.not_ended", null]);
		},
	);
	test.each(["declined", "withdrawn", "resigned", "expelled", "deceased"] as const)(
		"not one that is %s",
		async (status) => {
			const { record, run } = await asked({ status });
			expect([await run(), await untouched(record.id)]).toEqual([undefined, AT]);
		},
	);
	test("without a request for it, with another one open, twice", async () => {
		const record = await member({ status: "resigned" });
		expect(await pseudonymise(env, db, { ref: record, requestId: 0, by: own(staff.id) }).catch(codeOf)).toBe(
			"privacy.no_request",
		);
		const { record: two, run, recorder } = await asked();
		await recordRequest(db, {
			memberId: two.id,
			kind: "copy",
			content: "",
			channel: "paper",
			receivedOn: "2026-03-01",
			key: crypto.randomUUID(),
			by: own(recorder.id),
		});
		expect(await run()).toBe("privacy.other_requests");
		const { record: three, run: again } = await asked();
		expect([await again(), await again()]).toEqual([undefined, "member.stale"]);
		expect((await storedNow(three.id)).version).toBe(three.version + 1);
	});
	test("whoever recorded the request", async () => {
		const { run, recorder, record } = await asked();
		expect([await run(recorder), await untouched(record.id)]).toEqual(["privacy.same_person", null]);
	});
	test("oneself and one's family", async () => {
		const mine = await member({ userId: staff.id, status: "active", name: "工作人員本人" });
		const { run } = await asked({ guardianId: mine.id });
		expect(await run()).toBe("privacy.own");
		await env.DB.prepare("UPDATE members SET user_id = NULL WHERE id = ?").bind(mine.id).run();
	});
	test("a guardian of somebody, a login of the staff, while a draft of a roster waits", async () => {
		const { record, run } = await asked();
		const child = await member({ guardianId: record.id });
		expect(await run()).toBe("privacy.dependents");
		await env.DB.prepare("UPDATE members SET guardian_member_id = NULL WHERE id = ?").bind(child.id).run();
		const colleague = await makeLogin({ role: "cashier" });
		await env.DB.prepare("UPDATE members SET user_id = ? WHERE id = ?").bind(colleague.id, record.id).run();
		expect(await run()).toBe("privacy.staff_login");
		await env.DB.prepare("UPDATE members SET user_id = NULL WHERE id = ?").bind(record.id).run();
		await insert("roster_imports", { id: 99, filename: "a.xlsx", state: "draft", created_at: 1 });
		expect(await run()).toBe("privacy.draft_import");
		await env.DB.prepare("DELETE FROM roster_imports WHERE id = 99").run();
		expect(await run()).toBeUndefined();
	});
	test("with a payment that waits, of theirs or for them", async () => {
		const { record, run } = await asked();
		const parent = await member({ name: "付款的家長", status: "active" });
		await insert("payments", {
			id: 200,
			source: "staff",
			method: "cash",
			paid_on: "2026-03-01",
			amount: 5,
			payer_member_id: parent.id,
			payer_title: "家長",
			submitted_at: 1,
			created_at: 1,
			updated_at: 1,
		});
		await insert("payment_allocations", { payment_id: 200, kind: "credit", member_id: record.id, amount: 5 });
		expect([await run(), await untouched(record.id)]).toEqual(["privacy.open_payment", null]);
		await submitRaw(200);
		await endPayments("cancel", "id = 200");
		expect(await run()).toBeUndefined();
	});
	test("a record that changed since it was seen", async () => {
		const { record, run } = await asked();
		await env.DB.prepare("UPDATE members SET version = version + 1 WHERE id = ?").bind(record.id).run();
		expect(await run()).toBe("member.stale");
	});
});

describe("an earlier copy of the database comes back", () => {
	test("whoever is in the register beside it is erased again, once; nobody else", async () => {
		const login = await makeLogin({ role: "member" });
		const came = await member({ name: "還原回來的人", phone: "0911000222", userId: login.id, status: "active" });
		const other = await member({ name: "另一個人", phone: "0911000333" });
		const line = (of: typeof came, created = of.created_at) => ({
			member_id: of.id,
			member_created_at: created,
			user_id: null,
			at: AT + 7,
		});
		// The register knows of both numbers; the second is of a record of another database.
		await registerErasures(env, [line(came), line(other, other.created_at - 1)]);
		expect(await keepErasures(env, db, AT + 60_000)).toBe(1);
		expect(await storedNow(came.id)).toMatchObject({
			phone: null,
			user_id: null,
			pseudonymised_at: AT + 7,
			name: `已去識別化 #${came.id}`,
		});
		expect(await rows("SELECT status, name FROM users WHERE id = ?", login.id)).toEqual([
			{ status: "disabled", name: "已去識別化" },
		]);
		expect((await storedNow(other.id)).phone).toBe("0911000333");
		expect(await rows("SELECT user_id, by_user_id, at FROM erasures WHERE member_id = ?", came.id)).toEqual([
			{ user_id: login.id, by_user_id: null, at: AT + 7 },
		]);
		expect(await keepErasures(env, db, AT + 120_000)).toBe(0);
		expect(await replayErasures(env, db, { register: [line(came)], by: own(staff.id) })).toBe(0);
	});

	test("what only the database knows is written beside it", async () => {
		await keepErasures(env, db, AT);
		const beside = await registeredErasures(env);
		for (const { member_id } of await rows<{ member_id: number }>("SELECT member_id FROM erasures"))
			expect(beside.map((one) => one.member_id)).toContain(member_id);
	});
});

test("every table that points to members or users is said to be erased or kept", async () => {
	const pointing = await rows<{ name: string }>(
		`SELECT DISTINCT t.name FROM sqlite_master t, pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE '\\_cf%' ESCAPE '\\' AND (c.name IN ('user_id', 'member_id', 'guardian_member_id')
			OR c.name LIKE '%\\_user_id' ESCAPE '\\' OR EXISTS (SELECT 1 FROM pragma_foreign_key_list(t.name) f WHERE f."table" IN ('members', 'users')))
		ORDER BY t.name`,
	);
	const said = [...Object.keys(ERASED_TABLES), ...Object.keys(KEPT_TABLES), "roles"];
	expect(pointing.map(({ name }) => name).filter((name) => !said.includes(name))).toEqual([]);
	expect(said.length).toBe(new Set(said).size);
});
