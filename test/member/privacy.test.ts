import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { createMember } from "#domain/people/members/actions.ts";
import { paths } from "#http/paths.ts";
import { insert } from "../support/content.ts";
import { db } from "../support/logins.ts";
import { input, storedNow } from "../support/members.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { wordsOf } from "../support/profiles.ts";
import { rows } from "../support/users.ts";

const { privacy } = paths.member;
const NOBODY = { actor: "operator", userId: null, ip: null, at: Date.now() };

async function family() {
	const parent = await signIn({ name: "石爸爸", roles: ["member"] });
	const parentId = await createMember(env, db, {
		input: input({ name: "石爸爸", identity_type: "parent" }),
		source: "admin",
		status: "active",
		userId: parent.userId,
		by: NOBODY,
	});
	const child = await createMember(env, db, {
		input: input({ name: "石小弟", birth_date: "2018-01-01", diagnosis_note: "第一型", health_consent: true }),
		source: "admin",
		status: "active",
		guardianId: parentId,
		by: NOBODY,
	});
	const adult = await createMember(env, db, {
		input: input({ name: "石大哥", birth_date: "2000-01-01" }),
		source: "admin",
		status: "active",
		guardianId: parentId,
		by: NOBODY,
	});
	return { parent, parentId, child, adult };
}
const shown = async (path: string, as?: Person) => {
	const answer = await ask(path, { as });
	return { status: answer.status, words: wordsOf(await answer.text()) };
};
const gone = async (path: string, as: Person) => (await ask(path, { as })).status;

describe("個人資料與隱私", () => {
	test("shows what was agreed to, what may be asked, and who looked, by role", async () => {
		const { parent, parentId, child } = await family();
		const staff = await signIn({ name: "會務秘書本人", roles: ["secretary"] });
		await ask(paths.admin.members.sensitive(parentId), { as: staff, form: {} });
		const { status, words } = await shown(privacy.show(), parent);
		expect(status).toBe(200);
		for (const text of ["還沒有同意", "沒有同意（選填）", "協會工作人員 查看身分證字號與病況", "石小弟"])
			expect(words.replaceAll("　", " ")).toContain(text);
		expect(words).not.toContain("會務秘書本人");
		expect(words).not.toContain("石大哥");
		expect((await shown(privacy.show(child), parent)).words).toContain("紙本");
	});

	test("a child's is the guardian's, one's of age and a stranger's nobody's", async () => {
		const { parent, child, adult } = await family();
		const other = await signIn({ roles: ["member"] });
		await createMember(env, db, {
			input: input(),
			source: "admin",
			status: "active",
			userId: other.userId,
			by: NOBODY,
		});
		for (const at of [
			privacy.show(child),
			privacy.create(child),
			privacy.copy(child),
			privacy.consent("health_data", child),
			privacy.consentEnd("health_data", child),
		]) {
			expect([at, await gone(at, parent), await gone(at, other)]).toEqual([at, 200, 404]);
		}
		expect(await gone(privacy.show(adult), parent)).toBe(404);
		const form = { agree: "1", text_version: "2026-12" };
		expect((await ask(privacy.consent("personal_data", child), { as: other, form })).status).toBe(404);
		expect((await ask(privacy.copy(child), { as: other, form: {} })).status).toBe(404);
		expect(
			(await ask(privacy.create(child), { as: other, form: { kind: "copy", content: "", _key: "k" } })).status,
		).toBe(404);
	});

	test("a text is read in its version; one that there never was is nowhere", async () => {
		const { parent } = await family();
		const { words } = await shown(privacy.text("health_data", "2026-12"), parent);
		expect(words).toContain("版本 2026-12（目前的版本）");
		expect(await gone(privacy.text("health_data", "1999-01"), parent)).toBe(404);
		expect(await gone(privacy.text("nothing", "2026-12"), parent)).toBe(404);
	});
});

describe("agreeing", () => {
	test("without the box, with an old text, then rightly; the home asks until then", async () => {
		const { parent, parentId } = await family();
		expect((await shown(paths.member.home(), parent)).words).toContain("請閱讀個人資料告知事項");
		const at = privacy.consent("personal_data");
		expect((await ask(at, { as: parent, form: { text_version: "2026-12" } })).status).toBe(422);
		const old = await ask(at, { as: parent, form: { text_version: "2025-01", agree: "1" } });
		expect([old.status, wordsOf(await old.text()).includes("同意事項剛剛更新")]).toEqual([422, true]);
		const done = await ask(at, { as: parent, form: { text_version: "2026-12", agree: "1" } });
		expect([done.status, done.headers.get("Location")]).toEqual([303, privacy.show()]);
		expect(
			await rows("SELECT kind, text_version, given, by_user_id, channel FROM consents WHERE member_id = ?", parentId),
		).toEqual([
			{ kind: "personal_data", text_version: "2026-12", given: 1, by_user_id: parent.userId, channel: "web" },
		]);
		expect((await shown(paths.member.home(), parent)).words).not.toContain("告知事項");
	});

	test("whoever agreed to an older text is asked again, and reads both", async () => {
		const { parent, parentId } = await family();
		await insert("consents", {
			member_id: parentId,
			kind: "personal_data",
			text_version: "2020-01",
			given: 1,
			by_user_id: parent.userId,
			channel: "web",
			at: 1,
		});
		expect((await shown(paths.member.home(), parent)).words).toContain("個人資料告知事項更新了");
		expect((await shown(privacy.show(), parent)).words).toContain("有新版本，請再看一次");
	});

	test("taking health data back says first that the diagnosis goes, and then it does", async () => {
		const { parent, child } = await family();
		const at = privacy.consentEnd("health_data", child);
		expect((await shown(at, parent)).words).toContain("協會保存的病況會立刻刪除");
		const { version } = await storedNow(child);
		expect((await ask(at, { as: parent, form: { version: String(version - 1) } })).status).toBe(409);
		expect((await storedNow(child)).diagnosis_note).not.toBeNull();
		expect((await ask(at, { as: parent, form: { version: String(version) } })).status).toBe(303);
		expect((await storedNow(child)).diagnosis_note).toBeNull();
	});
});

describe("a request", () => {
	test("is sent once, shows its last day and its answer, and is taken back", async () => {
		const { parent, parentId } = await family();
		const form = { kind: "correction", content: "生日是 1980/1/2", _key: crypto.randomUUID() };
		const [one, two] = [
			await ask(privacy.create(), { as: parent, form }),
			await ask(privacy.create(), { as: parent, form }),
		];
		expect([one.status, two.headers.get("Location")]).toEqual([303, one.headers.get("Location")]);
		const at = one.headers.get("Location") ?? "";
		expect((await shown(at, parent)).words).toMatch(/還有 30 天/);
		const other = await signIn({ roles: ["member"] });
		expect(await gone(at, other)).toBe(404);
		const again = await ask(privacy.create(), { as: parent, form: { ...form, _key: crypto.randomUUID() } });
		expect([again.status, wordsOf(await again.text()).includes("已經有一份同樣的申請在處理中")]).toEqual([422, true]);
		const id = Number(at.split("/").at(-1));
		expect((await ask(privacy.withdrawal(id), { as: other, form: { version: "1" } })).status).toBe(404);
		expect((await ask(privacy.withdrawal(id), { as: parent, form: { version: "1" } })).status).toBe(303);
		expect(await rows("SELECT status FROM privacy_requests WHERE member_id = ?", parentId)).toEqual([
			{ status: "withdrawn" },
		]);
		expect((await ask(privacy.withdrawal(id), { as: parent, form: { version: "2" } })).status).toBe(409);
	});

	test("a refusal is told with the law's reason, as text", async () => {
		const { parent, parentId } = await family();
		await insert("privacy_requests", {
			id: 501,
			member_id: parentId,
			kind: "deletion",
			status: "refused",
			grounds: "books",
			answer: "<b>收據</b>須保存",
			received_on: "2026-01-01",
			due_on: "2026-01-31",
			closed_at: 1,
			created_at: 1,
			updated_at: 1,
		});
		const body = await (await ask(privacy.request(501), { as: parent })).text();
		expect(body).toContain("商業會計法 38");
		expect(body).toContain("&lt;b>收據&lt;/b>須保存");
	});
});

describe("the download", () => {
	test("asks who is there again, is a ZIP that nobody keeps, and is written down", async () => {
		const old = Date.now() - 31 * 60_000;
		const { parentId, parent } = await family();
		await env.DB.prepare("UPDATE sessions SET authenticated_at = ? WHERE user_id = ?").bind(old, parent.userId).run();
		const closed = await ask(privacy.copy(), { as: parent });
		expect([closed.status, closed.headers.get("Location")?.startsWith("/account/confirmation")]).toEqual([303, true]);
		expect((await ask(privacy.copy(), { as: parent, form: {} })).status).toBe(403);
		await env.DB.prepare("UPDATE sessions SET authenticated_at = ? WHERE user_id = ?")
			.bind(Date.now(), parent.userId)
			.run();
		const answer = await ask(privacy.copy(), { as: parent, form: {} });
		expect([answer.status, answer.headers.get("Content-Type"), answer.headers.get("Cache-Control")]).toEqual([
			200,
			"application/zip",
			"no-store",
		]);
		expect(answer.headers.get("Content-Disposition")).toMatch(/^attachment; filename=/);
		const head = new Uint8Array(await answer.arrayBuffer()).subarray(0, 4);
		expect([...head]).toEqual([0x50, 0x4b, 3, 4]);
		expect(
			await rows(
				"SELECT action, user_id FROM audit_log WHERE auditable_type = 'member' AND auditable_id = ? AND action = 'member.copy'",
				String(parentId),
			),
		).toEqual([{ action: "member.copy", user_id: parent.userId }]);
	});
});
