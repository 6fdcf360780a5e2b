import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { matchingSelects } from "#db/money/bank-booked.ts";
import { readRows } from "#db/read.ts";
import { matchLine } from "#domain/money/bank/actions.ts";
import { matchesOf } from "#domain/money/bank/matches.ts";
import { identify } from "#domain/system/users/identifiers.ts";
import { byOperator } from "#kernel/by.ts";
import { isTaxId } from "#kernel/tax-id.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { verifyPassword } from "#platform/passwords.ts";
import { seedDemoBank } from "../../scripts/demo/bank.ts";
import { seedDemoDeposits } from "../../scripts/demo/deposits.ts";
import { seedDemoDocuments } from "../../scripts/demo/documents.ts";
import { seedDemoDues } from "../../scripts/demo/dues.ts";
import { seedDemoIncome } from "../../scripts/demo/income.ts";
import { seedDemoMembers } from "../../scripts/demo/members.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE, seedDemo } from "../../scripts/demo/people.ts";
import { seedDemoRequests } from "../../scripts/demo/privacy.ts";
import { REAL } from "../support/pictures.ts";
import { AT, rows } from "../support/users.ts";

const db = open(env.DB);
const people = () =>
	rows<{ name: string; email: string | null; phone: string | null; role: string; member_no: string | null }>(
		`SELECT u.name, u.email, u.phone, r.code AS role, m.member_no FROM users u JOIN user_roles x ON x.user_id = u.id
		JOIN roles r ON r.id = x.role_id LEFT JOIN members m ON m.user_id = u.id ORDER BY u.id`,
	);

test("the cast is there, once, and stays as staff changed it", async () => {
	expect(await seedDemo(db, env, AT)).toBe(DEMO_PEOPLE.length);
	const cast = DEMO_PEOPLE.map(({ name, email = null, phone = null, role, memberNo = null }) => ({
		name,
		email,
		phone,
		role,
		member_no: memberNo,
	}));
	expect(await people()).toEqual(cast);
	expect(cast.flatMap(({ email, phone }) => [email, phone]).filter(Boolean)).toEqual([
		"admin@example.org",
		"secretary@example.org",
		"editor@example.org",
		"applicant@example.org",
		"cashier@example.org",
		"accountant@example.org",
		"chair@example.org",
		"auditor@example.org",
		"member@example.org",
		"0912345678",
		"0922333444",
		"newcomer@example.org",
	]);
	for (const login of cast.flatMap(({ email, phone }) => [email, phone]))
		if (login) expect(Object.values(identify(login) ?? {})).toContain(login);
	await env.DB.batch([
		env.DB.prepare("UPDATE users SET name = '改名', status = 'disabled' WHERE email = 'chair@example.org'"),
		env.DB.prepare("DELETE FROM user_roles WHERE user_id = (SELECT id FROM users WHERE email = 'editor@example.org')"),
		env.DB.prepare("DELETE FROM users WHERE email = 'auditor@example.org'"),
	]);
	expect(await seedDemo(db, env, AT + 1)).toBe(1);
	const now = await rows(
		"SELECT name, status FROM users WHERE email IN ('chair@example.org', 'auditor@example.org') ORDER BY email",
	);
	expect(now).toEqual([
		{ name: "劉淑芬", status: "active" },
		{ name: "改名", status: "disabled" },
	]);
	expect((await people()).some(({ email }) => email === "editor@example.org")).toBe(false);
});

test("their password is the one that the docs name", async () => {
	const hashes = await rows<{ password_hash: string }>(
		"SELECT DISTINCT password_hash FROM users WHERE email = 'admin@example.org'",
	);
	expect(hashes.length).toBe(1);
	expect(await verifyPassword(env, DEMO_PASSWORD, { stored: hashes[0]?.password_hash ?? null })).toEqual({
		isRight: true,
		isOutdated: false,
	});
});

test("the association is the demo site's, and is named only while nobody has named it", async () => {
	const settings = async () =>
		Object.fromEntries(
			(await rows<{ key: string; value: string }>("SELECT key, value FROM settings")).map(({ key, value }) => [
				key,
				value,
			]),
		);
	const stored = await settings();
	expect(stored["association.name"]).toBe("社團法人漣漪病友協會");
	expect(isTaxId(stored["association.tax_id"] ?? "")).toBe(true);
	await env.DB.prepare("UPDATE settings SET value = ? WHERE key = 'association.name'").bind("別的協會").run();
	await seedDemo(db, env, AT + 2);
	expect((await settings())["association.name"]).toBe("別的協會");
});

test("a request of each kind waits, one nearly due, and a dependent is 18 in three weeks, also when it is seeded again later", async () => {
	const DAY = 86_400_000;
	const made = await seedDemoMembers(env, db, AT);
	expect([made > 20, await seedDemoRequests(db, AT)]).toEqual([true, 3]);
	expect(
		await rows(
			"SELECT m.member_no, r.kind, r.channel, r.due_on FROM privacy_requests r JOIN members m ON m.id = r.member_id ORDER BY r.due_on",
		),
	).toEqual([
		{ member_no: "M0001", kind: "copy", channel: "web", due_on: dateInTaipei(AT + 3 * DAY) },
		{ member_no: "M0017", kind: "deletion", channel: "paper", due_on: dateInTaipei(AT + 10 * DAY) },
		{ member_no: "M0007", kind: "correction", channel: "paper", due_on: dateInTaipei(AT + 24 * DAY) },
	]);
	const soon =
		"SELECT count(*) AS n FROM members WHERE guardian_member_id IS NOT NULL AND date(birth_date, '+18 years') = ?";
	expect(
		await env.DB.prepare(soon)
			.bind(dateInTaipei(AT + 21 * DAY))
			.first("n"),
	).toBe(1);
	expect([await seedDemoMembers(env, db, AT + 40 * DAY), await seedDemoRequests(db, AT + 40 * DAY)]).toEqual([0, 0]);
});

test("dues in every state, with real receipts and vouchers; two payments wait with proofs, one was sent back; once", async () => {
	const seed = { at: AT, proof: REAL.jpeg };
	expect([await seedDemoDues(env, db, seed), await seedDemoDues(env, db, seed)]).toEqual([16, 0]);
	const year = Number(dateInTaipei(AT).slice(0, 4));
	expect(
		await rows(
			`SELECT dues_year - ${year} AS year, status, count(*) AS many FROM dues_items WHERE kind = 'annual' AND source = 'assessment'
			GROUP BY 1, 2 HAVING dues_year <= ${year} ORDER BY 1, 2`,
		),
	).toEqual([
		{ year: -1, status: "open", many: 2 },
		{ year: -1, status: "paid", many: 11 },
		{ year: 0, status: "open", many: 8 },
		{ year: 0, status: "paid", many: 4 },
		{ year: 0, status: "partially_paid", many: 1 },
		{ year: 0, status: "waived", many: 1 },
	]);
	expect(
		await rows("SELECT status, count(*) AS many, count(proof_file_id) AS proofs FROM payments GROUP BY 1 ORDER BY 1"),
	).toEqual([
		{ status: "rejected", many: 1, proofs: 1 },
		{ status: "reversed", many: 1, proofs: 0 },
		{ status: "submitted", many: 2, proofs: 2 },
		{ status: "verified", many: 12, proofs: 2 },
	]);
	expect(await rows("SELECT count(*) AS n FROM receipts WHERE status = 'issued'")).toEqual([{ n: 13 }]);
	expect(await rows("SELECT sum(debit) = sum(credit) AS balanced FROM voucher_lines")).toEqual([{ balanced: 1 }]);
	expect(await rows("SELECT a.code FROM bank_accounts b JOIN accounts a ON a.id = b.account_id ORDER BY 1")).toEqual([
		{ code: "1130-01" },
		{ code: "1140-01" },
	]);
	expect(await rows("SELECT paid_year, owed_years FROM members WHERE member_no = 'M0011'")).toEqual([
		{ paid_year: year - 2, owed_years: `${year - 1} ${year}` },
	]);
});

test("a bank file half of whose lines are booked already: one press and no receipt or voucher more of them; once", async () => {
	await seedDemoIncome(env, db, AT);
	await seedDemoDeposits(db, AT);
	await seedDemoBank(env, db, AT);
	await seedDemoBank(env, db, AT);
	const [open, booked, waiting, hints, owed] = await readRows(env.DB, ...matchingSelects());
	const matches = matchesOf({ lines: open, booked, waiting, hints, owed });
	const firsts = open.map(({ id }) => matches.get(id)?.candidates[0]?.kind ?? "none").toSorted();
	expect(firsts).toEqual([...Array(6).fill("booked"), "dues", "none", "none", "none", "payment", "payment"]);
	const made = () =>
		rows("SELECT (SELECT count(*) FROM receipts) AS receipts, (SELECT count(*) FROM vouchers) AS vouchers");
	const before = await made();
	for (const line of open) {
		const [best] = matches.get(line.id)?.candidates ?? [];
		if (best?.kind !== "booked") continue;
		const form = {
			version: line.version,
			items: [],
			payer_title: "",
			receipt_split: "one",
			rest: "credit",
			received: false,
		} as const;
		const asked = { line, reviewer: { userId: 1, standsFor: [null] }, key: `${line.id}`, by: byOperator(AT) };
		await matchLine(db, { ...asked, form: { ...form, items: [], booked: { kind: best.of, id: best.id } } });
	}
	expect(await made()).toEqual(before);
});

test("documents for members and for a few, a draft, one with two versions; a member downloaded what is for members; once", async () => {
	expect([await seedDemoDocuments(env, db, AT), await seedDemoDocuments(env, db, AT)]).toEqual([8, 0]);
	expect(
		await rows(
			`SELECT d.visibility, d.permission, d.state, max(d.current_version) AS newest, count(*) AS many, sum(n.downloads) AS downloads
			FROM documents d LEFT JOIN document_downloads n ON n.document_id = d.id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
		),
	).toEqual([
		{ visibility: "members", permission: null, state: "published", newest: 2, many: 4, downloads: 4 },
		{ visibility: "restricted", permission: "finance.pay", state: "published", newest: 1, many: 1, downloads: null },
		{ visibility: "restricted", permission: "ledger.view", state: "published", newest: 1, many: 1, downloads: null },
		{ visibility: "restricted", permission: "members.view", state: "draft", newest: 1, many: 1, downloads: null },
		{ visibility: "restricted", permission: "reports.view", state: "published", newest: 1, many: 1, downloads: null },
	]);
});
