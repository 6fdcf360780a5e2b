import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { undoImport } from "#domain/people/roster/import-actions.ts";
import { forgetServed } from "#domain/shell/erasures/actions.ts";
import { storeFile } from "#domain/system/files/actions.ts";
import { keepPrivacy } from "#jobs/shell/privacy.ts";
import { insert } from "../../support/content.ts";
import { AT, db, makeLogin, own } from "../../support/logins.ts";
import { member } from "../../support/members.ts";
import { codeOf } from "../../support/refusal.ts";
import { mailsTo, rows } from "../../support/users.ts";

const DAY = 86_400_000;
const beforeOf = (importId: number) => rows("SELECT before FROM roster_import_rows WHERE import_id = ?", importId);

test("what records were before an import is forgotten after 90 days, and the import is not taken back any more", async () => {
	const staff = await makeLogin({ role: "secretary" });
	const record = await member();
	for (const [id, days] of [
		[1, 91],
		[2, 89],
	] as const) {
		await insert("roster_imports", {
			id,
			filename: "a.xlsx",
			state: "applied",
			applied_at: AT - days * DAY,
			created_at: 1,
		});
		await insert("roster_import_rows", {
			import_id: id,
			row: 1,
			outcome: "updated",
			member_id: record.id,
			member_version: 1,
			before: '{"fields":["phone"]}',
		});
	}
	await forgetServed(env, db, AT);
	expect([await beforeOf(1), await beforeOf(2)]).toEqual([[{ before: null }], [{ before: '{"fields":["phone"]}' }]]);
	expect(await undoImport(env, db, { id: 1, version: 1, by: own(staff.id) }).catch(codeOf)).toBe("import.too_old");
	expect(await rows("SELECT state FROM roster_imports WHERE id = 1")).toEqual([{ state: "applied" }]);
});

test("an import that was taken back is forgotten 90 days after that", async () => {
	await insert("roster_imports", {
		id: 3,
		filename: "a.xlsx",
		state: "undone",
		applied_at: AT - 200 * DAY,
		undone_at: AT - 80 * DAY,
		created_at: 1,
	});
	await insert("roster_import_rows", { import_id: 3, row: 1, outcome: "error", before: "{}" });
	await forgetServed(env, db, AT);
	expect(await beforeOf(3)).toEqual([{ before: "{}" }]);
	await forgetServed(env, db, AT + 11 * DAY);
	expect(await beforeOf(3)).toEqual([{ before: null }]);
});

test("a closed request to be linked is forgotten after 90 days, an open one is not", async () => {
	const login = await makeLogin();
	const of = { user_id: login.id, seal_id: "s", profile: "sealed", candidates: "[1]", created_at: 1 };
	await insert("link_requests", { ...of, id: 1, status: "refused", closed_at: AT - 91 * DAY, reason: "請補正" });
	await insert("link_requests", { ...of, id: 2, status: "refused", closed_at: AT - 89 * DAY, reason: "請補正" });
	await insert("link_requests", { ...of, id: 3, status: "open" });
	await forgetServed(env, db, AT);
	expect(
		await rows("SELECT id, profile, candidates, reason FROM link_requests WHERE user_id = ? ORDER BY id", login.id),
	).toEqual([
		{ id: 1, profile: "", candidates: "[]", reason: "請補正" },
		{ id: 2, profile: "sealed", candidates: "[1]", reason: "請補正" },
		{ id: 3, profile: "sealed", candidates: "[1]", reason: null },
	]);
});

test("a draft of an import goes after 30 days, with its file", async () => {
	const staff = await makeLogin({ role: "secretary" });
	const upload = { filename: "名冊.csv", declaredType: "text/csv", bytes: new TextEncoder().encode("姓名\n甲\n") };
	for (const [id, days] of [
		[10, 31],
		[11, 29],
	] as const) {
		const file = await storeFile(env, db, {
			purpose: "import",
			upload,
			subject: { type: "roster_import", id: String(id) },
			by: own(staff.id),
		});
		await insert("roster_imports", {
			id,
			filename: "名冊.csv",
			file_id: file.id,
			state: "draft",
			created_at: AT - days * DAY,
		});
	}
	expect(await forgetServed(env, db, AT)).toBe(1);
	expect(await rows("SELECT id FROM roster_imports WHERE state = 'draft'")).toEqual([{ id: 11 }]);
	const files = await rows<{ object_key: string; gone: number }>(
		"SELECT object_key, deleted_at IS NOT NULL AS gone FROM files WHERE subject_type = 'roster_import' ORDER BY id",
	);
	expect(files.map(({ gone }) => gone)).toEqual([1, 0]);
	expect(await Promise.all(files.map(async ({ object_key }) => (await env.FILES.head(object_key)) !== null))).toEqual([
		false,
		true,
	]);
	expect(await forgetServed(env, db, AT)).toBe(0);
});

test("the cron reminds staff each minute, and keeps the rest once an hour", async () => {
	const staff = await makeLogin({ role: "secretary" });
	const record = await member();
	await insert("privacy_requests", {
		id: 77,
		member_id: record.id,
		kind: "copy",
		channel: "paper",
		received_on: "2026-02-18",
		due_on: "2026-03-05",
		created_at: 1,
		updated_at: 1,
	});
	await insert("roster_imports", { id: 20, filename: "b.csv", state: "draft", created_at: AT - 40 * DAY });
	const minute = (n: number) => Math.floor(AT / 3_600_000) * 3_600_000 + n * 60_000;
	await keepPrivacy(env, minute(31));
	expect((await mailsTo(staff.email)).map(({ data }) => data)).toEqual([{ requestId: 77, days: 5 }]);
	expect((await rows("SELECT id FROM roster_imports WHERE id = 20")).length).toBe(1);
	await keepPrivacy(env, minute(40));
	expect(await rows("SELECT id FROM roster_imports WHERE id = 20")).toEqual([]);
	expect((await mailsTo(staff.email)).length).toBe(1);
});
