import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { mayActForRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { markAlike, markDistinct, mergeMembers } from "#domain/people/member-merges/actions.ts";
import { updateMember } from "#domain/people/members/actions.ts";
import { askRequest, remindOfRequests, withdrawRequest } from "#domain/people/privacy/actions.ts";
import { endConsent, recordPaperConsent } from "#domain/people/privacy/consent-actions.ts";
import { setGuardianAccess } from "#domain/people/profiles/actions.ts";
import { keepErasures } from "#domain/shell/erasures/actions.ts";
import { setGuardian } from "../support/guardians.ts";
import { AT, db, makeLogin, own } from "../support/logins.ts";
import { member, storedNow } from "../support/members.ts";
import { merge, onPaper, openOffice, refusal, secretaryId, staff } from "../support/office.ts";
import { ask } from "../support/people.ts";
import { rows } from "../support/users.ts";

beforeAll(openOffice);

describe("a merge", () => {
	test("keeps the request whose time runs out first, also where it was recorded later", async () => {
		const [kept, other] = [await member({ name: "甲" }), await member({ name: "乙" })];
		await onPaper(kept.id, { receivedOn: "2026-03-05" });
		await onPaper(other.id, { receivedOn: "2026-02-20" });
		await merge(kept.id, other.id);
		expect(await rows("SELECT due_on, status FROM privacy_requests WHERE member_id = ? ORDER BY id", kept.id)).toEqual([
			{ due_on: "2026-03-20", status: "withdrawn" },
			{ due_on: "2026-03-07", status: "open" },
		]);
	});

	test("of one into another, and the other way round at the same moment, happens once; so beside an edit", async () => {
		const [a, b, c, d] = [await member(), await member(), await member(), await member()];
		const into = (kept: typeof a, other: typeof a) => mergeMembers(env, db, { kept, other, picks: {}, by: staff() });
		const both = await Promise.all([refusal(into(a, b)), refusal(into(b, a))]);
		expect(both.filter((one) => one === "nothing")).toHaveLength(1);
		const edit = updateMember(env, db, { ref: d, input: { occupation: "老師" }, by: staff() });
		const beside = await Promise.all([refusal(into(c, d)), refusal(edit)]);
		expect(beside.filter((one) => one === "nothing")).toHaveLength(1);
	});
});

describe("a guardian of somebody of age", () => {
	const may = async (userId: number, memberId: number) =>
		(await readRows(env.DB, mayActForRow(userId, memberId)))[0][0]?.may;
	async function family() {
		const [first, second, login] = [
			await makeLogin({ role: "member" }),
			await makeLogin({ role: "member" }),
			await makeLogin({ role: "member" }),
		];
		const [one, two] = [
			await member({ name: "監護甲", userId: first.id, status: "active" }),
			await member({ name: "監護乙", userId: second.id, status: "active" }),
		];
		const { id } = await member({ birth_date: "2000-01-01", guardianId: one.id, userId: login.id, status: "active" });
		await setGuardianAccess(db, { memberId: id, given: true, by: own(login.id, Date.now()) });
		expect(await may(first.id, id)).toBe(1);
		return { first, second, one, two, id, login };
	}

	test("does not act by what was agreed to of the one before", async () => {
		const { first, second, two, id, login } = await family();
		await setGuardian(env, db, { ref: await storedNow(id), guardianId: two.id, by: staff() });
		expect([await may(first.id, id), await may(second.id, id)]).toEqual([0, 0]);
		await setGuardianAccess(db, { memberId: id, given: true, by: own(login.id, Date.now()) });
		expect([await may(first.id, id), await may(second.id, id)]).toEqual([0, 1]);
	});

	test("nor after some time without one", async () => {
		const { second, two, id } = await family();
		await setGuardian(env, db, { ref: await storedNow(id), guardianId: null, by: staff() });
		await setGuardian(env, db, { ref: await storedNow(id), guardianId: two.id, by: staff() });
		expect(await may(second.id, id)).toBe(0);
	});

	test("nor by a merge with a record that has another, whichever stays", async () => {
		for (const guardian of ["kept", "other"] as const) {
			const { first, second, two, id } = await family();
			const kept = await member({ birth_date: "2000-01-01", guardianId: two.id, status: "active" });
			const [ref, other] = [await storedNow(kept.id), await storedNow(id)];
			await mergeMembers(env, db, { kept: ref, other, picks: { guardian }, by: staff() });
			expect([await may(first.id, kept.id), await may(second.id, kept.id)]).toEqual([0, 0]);
		}
	});

	test("goes on where it is the guardian's records that were merged", async () => {
		const { first, one, id } = await family();
		const again = await member({ name: "監護甲", status: "active" });
		await merge(again.id, one.id);
		expect(await may(first.id, id)).toBe(1);
	});
});

test("who edits a diagnosis while its consent is taken back saves it neither as they saw it nor again", async () => {
	const login = await makeLogin({ role: "member" });
	const { id } = await member({ userId: login.id, status: "active", diagnosis_note: "病況", health_consent: true });
	const seen = await storedNow(id);
	await endConsent(env, db, { ref: seen, kind: "health_data", by: own(login.id) });
	const save = (ref: typeof seen) =>
		refusal(updateMember(env, db, { ref, input: { diagnosis_note: "新的病況" }, by: staff() }));
	expect([await save(seen), await save(await storedNow(id))]).toEqual(["member.stale", "member.consent_needed"]);
	expect((await storedNow(id)).diagnosis_note).toBeNull();
});

test("a paper that was signed before a consent was taken back does not bring it back", async () => {
	const login = await makeLogin({ role: "member" });
	const { id } = await member({ userId: login.id, status: "active", diagnosis_note: "病況", health_consent: true });
	await endConsent(env, db, { ref: await storedNow(id), kind: "health_data", by: own(login.id) });
	const paper = (signedOn: string) => ({ kind: "health_data" as const, textVersion: "2026-11", given: true, signedOn });
	const record = async (signedOn: string) =>
		refusal(recordPaperConsent(env, db, { ref: await storedNow(id), paper: paper(signedOn), by: staff() }));
	// AT is the 5th of March in Taipei.
	expect([await record("2026-03-04"), (await storedNow(id)).has_health_consent]).toEqual(["privacy.taken_back", 0]);
	expect([await record("2026-03-05"), (await storedNow(id)).has_health_consent]).toEqual(["nothing", 1]);
});

test("two crons at once remind once, and write it down once", async () => {
	const id = await onPaper((await member()).id, { receivedOn: "2026-01-01" });
	const reminded = await Promise.all([remindOfRequests(db, AT), remindOfRequests(db, AT), keepErasures(env, db, AT)]);
	expect(reminded.slice(0, 2).filter((count) => count > 0)).toHaveLength(1);
	const mails =
		"SELECT count(*) AS n FROM mail_messages WHERE template = 'privacy_due' AND user_id = ? AND data ->> '$.requestId' = ?";
	expect(await rows(mails, secretaryId(), id)).toEqual([{ n: 1 }]);
	const log = "SELECT count(*) AS n FROM audit_log WHERE action = 'privacy.remind' AND auditable_id = ?";
	expect(await rows(log, String(id))).toEqual([{ n: 1 }]);
});

test("no address of the public API says anything of members", async () => {
	const words = ["mark-public@example.org", "0955443322", "標記大道九號", "A123456789", "A12****789"];
	await member({
		name: "公開標記",
		email: "mark-public@example.org",
		phone: "0955443322",
		address: "標記大道九號",
		national_id: "A123456789",
		status: "active",
	});
	const document = await (await ask("/api/v1/openapi.json")).json<{ paths: Record<string, unknown> }>();
	const addresses = Object.keys(document.paths).map((path) => path.replace(/\{[^}]+\}/g, "1"));
	expect(addresses.length).toBeGreaterThan(15);
	for (const path of addresses) {
		const answer = await ask(`${path.startsWith("/api/") ? "" : "/api/v1"}${path}?q=${encodeURIComponent("公開標記")}`);
		const text = await answer.text();
		expect([path, words.filter((word) => text.includes(word))]).toEqual([path, []]);
	}
});

test("a hundred requests that still wait, though staff were told, keep no other from being told of", async () => {
	const one = await member();
	await env.DB.prepare(
		`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100)
		INSERT INTO members (name, created_at, updated_at) SELECT '等候的人', 1, 1 FROM n`,
	).run();
	await env.DB.prepare(
		`INSERT INTO privacy_requests (member_id, kind, received_on, due_on, reminded, created_at, updated_at)
		SELECT id, 'copy', '2025-01-01', '2025-01-16', '[5,0]', 1, 1 FROM members WHERE name = '等候的人'`,
	).run();
	await onPaper(one.id, { receivedOn: "2026-02-15" });
	expect([await remindOfRequests(db, AT), await remindOfRequests(db, AT)]).toEqual([1, 0]);
});

test("who asks and takes back all day is asked to come tomorrow", async () => {
	const login = await makeLogin({ role: "member" });
	const { id: memberId } = await member({ userId: login.id, status: "active" });
	const by = (at: number) => own(login.id, at);
	const asked = (at: number) =>
		askRequest(db, { memberId, kind: "copy", content: "", key: crypto.randomUUID(), by: by(at) });
	for (let n = 0; n < 10; n++) {
		const id = await asked(AT + n);
		await withdrawRequest(db, { ref: { id, version: 1 }, by: by(AT + n) });
	}
	expect(await refusal(asked(AT + 10))).toBe("privacy.too_many");
	expect(await refusal(asked(AT + 86_400_000))).toBe("nothing");
});

test("two records that nobody told apart are not taken back", async () => {
	const [a, b] = [await member(), await member()];
	const pair = { a: a.id, b: b.id };
	const again = [await refusal(markDistinct(db, pair, staff())), await refusal(markAlike(db, pair, staff()))];
	again.push(await refusal(markAlike(db, pair, staff())), await refusal(markAlike(db, { a: a.id, b: 9_999 }, staff())));
	expect(again).toEqual(["nothing", "nothing", "member.stale", "member.stale"]);
	const log = "SELECT count(*) AS n FROM audit_log WHERE action = 'member.alike' AND auditable_id IN (?, ?, '9999')";
	expect(await rows(log, String(a.id), String(b.id))).toEqual([{ n: 2 }]);
});
