import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { agreementRows } from "#db/people/agreements.ts";
import { currentTexts } from "#db/people/consent-texts.ts";
import { consentsNow } from "#db/people/consents.ts";
import { readRows } from "#db/read.ts";
import { CONSENT_KINDS } from "#domain/people/members/codes.ts";
import { endConsent, giveConsent, recordPaperConsent } from "#domain/people/privacy/consent-actions.ts";
import { publishText } from "#domain/people/privacy/text-actions.ts";
import { CONSENT_VERSIONS, currentText, HOSTED, type TextKind, textOf } from "#domain/people/profiles/consent-texts.ts";
import { byOperator } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { db, makeLogin, own } from "../../../support/logins.ts";
import { member, storedNow } from "../../../support/members.ts";
import { codeOf } from "../../../support/refusal.ts";
import { auditOf, rows } from "../../../support/users.ts";

const OF = { stored: undefined, association: "漣漪病友協會" };
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
		for (const version of versions) expect(textOf(kind, version, OF)?.version).toBe(version);
	}
	expect(CONSENT_VERSIONS.personal_data[0].text({ association: "漣漪病友協會", ...HOSTED })[0]).toContain(
		"漣漪病友協會",
	);
	expect(textOf("health_data", "1999-01", OF)).toBeUndefined();
});

test("a consent given with the record keeps which text it was, also on paper", async () => {
	const record = await member({ diagnosis_note: "第一型", health_consent: true });
	expect(await consentsOf(record.id)).toEqual([
		{ kind: "health_data", text_version: "2026-12", given: 1, by_user_id: null, channel: "paper", signed_on: null },
	]);
});

describe("on the website", () => {
	test("the member agrees to the text of now, and no other", async () => {
		const { login, record } = await withLogin();
		const of = { ref: record, kind: "health_data" as const, by: own(login.id) };
		expect(await refused(giveConsent(env, db, { ...of, textVersion: "2025-01" }))).toBe("privacy.text_changed");
		await giveConsent(env, db, { ...of, textVersion: "2026-12" });
		expect(await consentsOf(record.id)).toEqual([
			{ kind: "health_data", text_version: "2026-12", given: 1, by_user_id: login.id, channel: "web", signed_on: null },
		]);
		const now = await storedNow(record.id);
		expect([now.consent_at, now.has_health_consent, now.version]).toEqual([of.by.at, 1, record.version + 1]);
		expect(await refused(giveConsent(env, db, { ...of, textVersion: "2026-12" }))).toBe("member.stale");
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
		const of = { ref: child, kind: "personal_data" as const, textVersion: "2026-12" };
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

describe("a text that the association publishes", () => {
	const DAY = 86_400_000;
	const today = () => dateInTaipei(Date.now());
	const publish = (kind: TextKind, startsOn: string, body: string) =>
		publishText(db, { kind, startsOn, body, by: byOperator(Date.now()) });

	test("counts from its first day, and whoever agreed before is no longer up to date", async () => {
		const { login, record } = await withLogin();
		const of = { ref: record, kind: "personal_data" as const, by: own(login.id) };
		await giveConsent(env, db, { ...of, textVersion: "2026-12" });
		const state = async () => (await readRows(env.DB, consentsNow(record.id)))[0][0]?.is_current;
		await publish("personal_data", dateInTaipei(Date.now() + 2 * DAY), "明後天才開始。");
		expect(await state()).toBe(1);
		await publish("personal_data", today(), "新的第一段。\n新的第二段。");
		expect(await state()).toBe(0);
		const [stored] = await readRows(env.DB, currentTexts());
		expect(currentText("personal_data", stored, "漣漪").paragraphs).toEqual(["新的第一段。", "新的第二段。"]);
		expect(currentText("health_data", stored, "漣漪").version).toBe("2026-12");
		const ref = { id: record.id, version: (await storedNow(record.id)).version };
		expect(await refused(giveConsent(env, db, { ...of, ref, textVersion: "2026-12" }))).toBe("privacy.text_changed");
		await giveConsent(env, db, { ...of, ref, textVersion: today() });
		expect(await state()).toBe(1);
		// A second one of the day takes its place, under a name of its own.
		await publish("personal_data", today(), "更正過的。");
		expect([await state(), (await readRows(env.DB, currentTexts()))[0][0]?.version]).toEqual([0, `${today()}-2`]);
		const [agreed] = await readRows(
			env.DB,
			agreementRows({ kind: "personal_data", state: "older" }, { limit: "LIMIT 50" }),
		);
		expect(agreed.find(({ id }) => id === record.id)).toMatchObject({ version: today(), channel: "web" });
		expect(await rows("SELECT 1 FROM audit_log WHERE action = 'privacy.publish_text'")).toHaveLength(3);
	});

	test("is never put back, changed or taken away, whoever writes", async () => {
		expect(await refused(publish("donor_data", dateInTaipei(Date.now() - DAY), "昨天的。"))).toBe("privacy.text_final");
		await publish("donor_data", today(), "捐款人的。");
		for (const statement of [
			"UPDATE consent_texts SET body = '改'",
			"DELETE FROM consent_texts",
			`INSERT OR REPLACE INTO consent_texts (id, kind, version, starts_on, body, created_at)
				SELECT id, kind, version, starts_on, '換', created_at FROM consent_texts WHERE kind = 'donor_data'`,
		])
			await expect(rows(statement)).rejects.toThrow("privacy.text_final");
	});

	test("a paper names a text that there is", async () => {
		const { login } = await withLogin();
		const record = await member({ status: "active" });
		const sign = (textVersion: string) =>
			recordPaperConsent(env, db, {
				ref: record,
				paper: { kind: "personal_data", textVersion, given: true, signedOn: "2026-03-01" },
				by: own(login.id),
			});
		expect(await refused(sign("2019-01"))).toBe("privacy.no_text");
		await sign("2026-11");
	});
});
