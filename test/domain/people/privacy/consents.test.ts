import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { CONSENT_KINDS } from "#domain/people/members/codes.ts";
import { endConsent, giveConsent, recordPaperConsent } from "#domain/people/privacy/consent-actions.ts";
import { CONSENT_VERSIONS, consentText } from "#domain/people/profiles/consent-texts.ts";
import { db, makeLogin, own } from "../../../support/logins.ts";
import { member, storedNow } from "../../../support/members.ts";
import { codeOf } from "../../../support/refusal.ts";
import { auditOf, rows } from "../../../support/users.ts";

const refused = (verb: Promise<unknown>) => verb.catch(codeOf);

const consentsOf = (id: number) =>
	rows(
		"SELECT kind, text_version, given, by_user_id, channel, signed_on FROM consents WHERE member_id = ? ORDER BY id",
		id,
	);

async function withLogin(given: Parameters<typeof member>[0] = {}) {
	const login = await makeLogin({ role: "member" });
	return { login, record: await member({ userId: login.id, status: "active", ...given }) };
}

test("every text has a version of its own, is read by it, and names the association", () => {
	for (const kind of CONSENT_KINDS) {
		const versions = CONSENT_VERSIONS[kind].map(({ version }) => version);
		expect(new Set(versions).size).toBe(versions.length);
		for (const version of versions) expect(consentText(kind, version)?.version).toBe(version);
	}
	expect(CONSENT_VERSIONS.personal_data[0].text("漣漪病友協會")[0]).toContain("漣漪病友協會");
	expect(consentText("health_data", "1999-01")).toBeUndefined();
});

test("a consent given with the record keeps which text it was, also on paper", async () => {
	const record = await member({ diagnosis_note: "第一型", health_consent: true });
	expect(await consentsOf(record.id)).toEqual([
		{ kind: "health_data", text_version: "2026-11", given: 1, by_user_id: null, channel: "paper", signed_on: null },
	]);
});

describe("on the website", () => {
	test("the member agrees to the text of now, and no other", async () => {
		const { login, record } = await withLogin();
		const of = { ref: record, kind: "health_data" as const, by: own(login.id) };
		expect(await refused(giveConsent(env, db, { ...of, textVersion: "2025-01" }))).toBe("privacy.text_changed");
		await giveConsent(env, db, { ...of, textVersion: "2026-11" });
		expect(await consentsOf(record.id)).toEqual([
			{ kind: "health_data", text_version: "2026-11", given: 1, by_user_id: login.id, channel: "web", signed_on: null },
		]);
		const now = await storedNow(record.id);
		expect([now.consent_at, now.has_health_consent, now.version]).toEqual([of.by.at, 1, record.version + 1]);
		expect(await refused(giveConsent(env, db, { ...of, textVersion: "2026-11" }))).toBe("member.stale");
	});

	test("taking the consent to health data back erases the diagnosis in the same batch", async () => {
		const { login, record } = await withLogin({ diagnosis_note: "第一型", health_consent: true });
		expect(record.diagnosis_note).not.toBeNull();
		await endConsent(env, db, { ref: record, kind: "health_data", by: own(login.id) });
		const now = await storedNow(record.id);
		expect([now.diagnosis_note, now.consent_at, now.has_health_consent]).toEqual([null, null, 0]);
		expect((await auditOf("member", record.id)).at(-1)).toMatchObject({
			action: "privacy.end_consent",
			user_id: login.id,
			changes: JSON.stringify({ consent: "health_data", erased: "diagnosis_note" }),
		});
	});

	test("taking the consent to personal data back makes one request to delete them", async () => {
		const { login, record } = await withLogin();
		const by = own(login.id);
		await endConsent(env, db, { ref: record, kind: "personal_data", by });
		await endConsent(env, db, { ref: await storedNow(record.id), kind: "personal_data", by });
		expect(
			await rows(
				"SELECT kind, status, channel, received_on, due_on FROM privacy_requests WHERE member_id = ?",
				record.id,
			),
		).toEqual([{ kind: "deletion", status: "open", channel: "web", received_on: "2026-03-05", due_on: "2026-04-04" }]);
	});

	test("a guardian agrees for a child, a stranger for nobody, and nothing is written", async () => {
		const { login: parent, record: guardian } = await withLogin();
		const child = await member({ guardianId: guardian.id, birth_date: "2020-01-01", status: "active" });
		const stranger = await makeLogin({ role: "member" });
		const of = { ref: child, kind: "personal_data" as const, textVersion: "2026-11" };
		expect(await refused(giveConsent(env, db, { ...of, by: own(stranger.id) }))).toBe("privacy.not_yours");
		expect(await consentsOf(child.id)).toEqual([]);
		await giveConsent(env, db, { ...of, by: own(parent.id) });
		expect((await consentsOf(child.id)).length).toBe(1);
	});
});

describe("on paper", () => {
	const paper = { kind: "health_data" as const, textVersion: "2026-11", given: true, signedOn: "2026-03-01" };

	test("staff record which text was signed, on which day", async () => {
		const staff = await makeLogin({ role: "secretary" });
		const record = await member();
		await recordPaperConsent(env, db, { ref: record, paper, by: own(staff.id) });
		expect(await consentsOf(record.id)).toEqual([
			{
				kind: "health_data",
				text_version: "2026-11",
				given: 1,
				by_user_id: staff.id,
				channel: "paper",
				signed_on: "2026-03-01",
			},
		]);
		expect((await storedNow(record.id)).has_health_consent).toBe(1);
	});

	test("what was taken back on paper has the same consequences", async () => {
		const staff = await makeLogin({ role: "secretary" });
		const record = await member({ diagnosis_note: "第一型", health_consent: true });
		await recordPaperConsent(env, db, { ref: record, paper: { ...paper, given: false }, by: own(staff.id) });
		const now = await storedNow(record.id);
		expect([now.diagnosis_note, now.consent_at]).toEqual([null, null]);
		await recordPaperConsent(env, db, {
			ref: now,
			paper: { ...paper, kind: "personal_data", given: false },
			by: own(staff.id),
		});
		expect(await rows("SELECT kind, channel FROM privacy_requests WHERE member_id = ?", record.id)).toEqual([
			{ kind: "deletion", channel: "paper" },
		]);
	});

	test("nobody records their own, or their family's", async () => {
		const staff = await makeLogin({ role: "secretary" });
		const mine = await member({ userId: staff.id });
		const child = await member({ guardianId: mine.id });
		for (const ref of [mine, child])
			expect(await refused(recordPaperConsent(env, db, { ref, paper, by: own(staff.id) }))).toBe("privacy.own");
		expect([...(await consentsOf(mine.id)), ...(await consentsOf(child.id))]).toEqual([]);
	});
});
