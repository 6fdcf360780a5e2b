import { env } from "cloudflare:test";
import { beforeEach, expect, test, vi } from "vitest";
import { open } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { selectHistory } from "#db/system/settings.ts";
import { readSettings, saveSettings, settingsAt } from "#domain/system/settings/actions.ts";
import { keysOf } from "#domain/system/settings/stored.ts";
import { byUser } from "#kernel/by.ts";
import { codeOf } from "../../support/refusal.ts";

const db = open(env.DB);
const AT = Date.UTC(2026, 2, 5);
const by = (at = AT) => byUser(7, "192.0.2.7", at);
const rows = async (sql: string, ...params: unknown[]) =>
	(
		await env.DB.prepare(sql)
			.bind(...params)
			.all()
	).results;
const history = () => rows("SELECT key, value, valid_from, user_id FROM settings_history ORDER BY id");
const auditOf = (group: string) =>
	rows("SELECT user_id, ip_address, at, description, changes FROM audit_log WHERE auditable_id = ? ORDER BY id", group);

beforeEach(async () => {
	await env.DB.batch([
		env.DB.prepare("DELETE FROM settings"),
		env.DB.prepare("DROP TRIGGER IF EXISTS settings_history_is_never_deleted"),
		env.DB.prepare("DELETE FROM settings_history"),
		env.DB.prepare(
			`CREATE TRIGGER settings_history_is_never_deleted BEFORE DELETE ON settings_history
			BEGIN SELECT RAISE(ABORT, 'settings.append_only'); END`,
		),
	]);
});

test("what differs is stored, as text and as JSON, with one audit row from old to new", async () => {
	const { values, version } = await readSettings(db, "fees");
	const changed = { ...values, annual_fee: 1200, grace_months: 6 };
	const from = await rows("SELECT coalesce(max(id), 0) AS id FROM audit_log");
	expect(await saveSettings(db, "fees", { values: changed, version, ...by() })).toEqual(["annual_fee", "grace_months"]);
	expect(await rows("SELECT key, value, updated_at, version FROM settings ORDER BY key")).toEqual([
		{ key: "fees.annual_fee", value: "1200", updated_at: AT, version: 1 },
		{ key: "fees.grace_months", value: "6", updated_at: AT, version: 1 },
	]);
	expect(
		await rows(
			`SELECT user_id, actor, ip_address, at, action, auditable_type, auditable_id, description, changes
			FROM audit_log WHERE id > ?`,
			from[0]?.id,
		),
	).toEqual([
		{
			user_id: 7,
			actor: "user:7",
			ip_address: "192.0.2.7",
			at: AT,
			action: "settings.update",
			auditable_type: "settings",
			auditable_id: "fees",
			description: "annual_fee, grace_months",
			changes: JSON.stringify({ annual_fee: { from: 1000, to: 1200 }, grace_months: { from: 3, to: 6 } }),
		},
	]);
	expect((await readSettings(db, "fees")).values).toEqual(changed);
});

test("a form that changes nothing writes nothing", async () => {
	const read = await readSettings(db, "association");
	const count = async () => (await auditOf("association")).length;
	const before = await count();
	expect(await saveSettings(db, "association", { ...read, ...by() })).toEqual([]);
	expect([await count(), await history()]).toEqual([before, []]);
});

test("of two forms of one version the second is refused and leaves nothing; a form of another group is not", async () => {
	const fees = await readSettings(db, "fees");
	const mail = await readSettings(db, "mail");
	const save = (annual_fee: number) =>
		saveSettings(db, "fees", { values: { ...fees.values, annual_fee }, version: fees.version, ...by() });
	const ends = await Promise.all([save(1100), save(1200)].map((end) => end.then(() => "saved", codeOf)));
	expect(ends.toSorted()).toEqual(["saved", "settings.stale"]);
	expect(await save(1300).catch(codeOf)).toBe("settings.stale");
	expect((await history()).length).toBe(1);
	const values = { ...mail.values, from_name: "協會" };
	expect(await saveSettings(db, "mail", { values, version: mail.version, ...by() })).toEqual(["from_name"]);
});

test("twenty at once on one version: one is stored, nineteen are told", async () => {
	const { values, version } = await readSettings(db, "fees");
	const before = (await auditOf("fees")).length;
	const ends = await Promise.all(
		Array.from({ length: 20 }, (_, n) =>
			saveSettings(db, "fees", { values: { ...values, annual_fee: 2000 + n }, version, ...by() }).then(
				() => 2000 + n,
				codeOf,
			),
		),
	);
	const [winner, ...more] = ends.filter((end) => typeof end === "number");
	expect(more).toEqual([]);
	expect(ends.filter((end) => end === "settings.stale")).toHaveLength(19);
	expect((await readSettings(db, "fees")).values.annual_fee).toBe(winner);
	expect((await auditOf("fees")).length).toBe(before + 1);
});

test("a form is stale after bare SQL too, even one that forgot the version", async () => {
	const { values, version } = await readSettings(db, "fees");
	await rows("INSERT INTO settings (key, value, updated_at) VALUES ('fees.annual_fee', '900', 1)");
	const changed = { ...values, entrance_fee: 1 };
	expect(await saveSettings(db, "fees", { values: changed, version, ...by() }).catch(codeOf)).toBe("settings.stale");
	const seen = await readSettings(db, "fees");
	await rows("UPDATE settings SET value = '901' WHERE key = 'fees.annual_fee'");
	expect(await saveSettings(db, "fees", { values: changed, version: seen.version, ...by() }).catch(codeOf)).toBe(
		"settings.stale",
	);
});

test("the history has who and since when; bare SQL is nobody's, whoever saved before", async () => {
	const save = async (annual_fee: number, at: number) => {
		const { values, version } = await readSettings(db, "fees");
		await saveSettings(db, "fees", { values: { ...values, annual_fee }, version, ...by(at) });
	};
	await save(1100, AT);
	await save(1200, AT + 1000);
	await rows("UPDATE settings SET value = '1300', updated_at = ?, version = version + 1", AT + 2000);
	const now = Date.now();
	await rows("UPDATE settings SET value = '1400'");
	await rows("UPDATE settings SET updated_at = 5");
	await rows("UPDATE settings SET key = 'fees.entrance_fee'");
	await rows("DELETE FROM settings");
	const all = await history();
	expect(all.slice(0, 3)).toEqual([
		{ key: "fees.annual_fee", value: "1100", valid_from: AT, user_id: 7 },
		{ key: "fees.annual_fee", value: "1200", valid_from: AT + 1000, user_id: 7 },
		{ key: "fees.annual_fee", value: "1300", valid_from: AT + 2000, user_id: null },
	]);
	expect(all.slice(3).map(({ key, value, user_id }) => [key, value, user_id])).toEqual([
		["fees.annual_fee", "1400", null],
		["fees.annual_fee", null, null],
		["fees.entrance_fee", "1400", null],
		["fees.entrance_fee", null, null],
	]);
	expect(all.slice(3).every(({ valid_from }) => Number(valid_from) >= now - 1000)).toBe(true);
});

test("what a group was on a day: the default before it was ever set, each value in its time", async () => {
	const save = async (annual_fee: number, at: number) => {
		const { values, version } = await readSettings(db, "fees");
		await saveSettings(db, "fees", { values: { ...values, annual_fee }, version, ...by(at) });
	};
	await save(1100, AT);
	await save(1200, AT + 1000);
	const feeAt = async (at: number) => (await settingsAt(db, "fees", at)).annual_fee;
	expect(await Promise.all([AT - 1, AT, AT + 999, AT + 1000, AT + 1e9].map(feeAt))).toEqual([
		1000, 1100, 1100, 1200, 1200,
	]);
	expect((await settingsAt(db, "fees", AT)).entrance_fee).toBe(1000);
	await rows("DELETE FROM settings");
	expect(await feeAt(Date.now() + 60_000)).toBe(1000);
});

test("the history is append-only", async () => {
	await rows("INSERT INTO settings (key, value, updated_at) VALUES ('fees.annual_fee', '900', 1)");
	const before = await history();
	const refused = "settings.append_only: SQLITE_CONSTRAINT";
	for (const statement of [
		"UPDATE settings_history SET value = '1'",
		"DELETE FROM settings_history",
		"INSERT OR REPLACE INTO settings_history (id, key, value, valid_from) SELECT id, key, '1', 1 FROM settings_history",
	])
		await expect(rows(statement)).rejects.toThrow(refused);
	expect(await history()).toEqual(before);
});

test("the newest changes, with the names of those who made them", async () => {
	await rows("INSERT INTO users (id, name, email, created_at, updated_at) VALUES (7, '王小明', 'a@example.org', 1, 1)");
	const { values, version } = await readSettings(db, "security");
	await saveSettings(db, "security", { values: { ...values, require_second_factor: true }, version, ...by() });
	await rows("UPDATE settings SET value = 'false', updated_at = 9");
	const [changes] = await readRows(env.DB, selectHistory(keysOf("security"), 10));
	expect(changes.map(({ value, valid_from, user_name }) => [value, valid_from, user_name])).toEqual([
		["false", 9, null],
		["true", AT, "王小明"],
	]);
});

test("a row that cannot be read is logged by its key alone", async () => {
	const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
	await rows("INSERT INTO settings (key, value, updated_at) VALUES ('fees.annual_fee', 'a secret', 1)");
	expect((await readSettings(db, "fees")).values.annual_fee).toBe(1000);
	expect(logged.mock.calls).toEqual([['{"event":"setting.unreadable","key":"fees.annual_fee"}']]);
	logged.mockRestore();
	const { values, version } = await readSettings(db, "fees");
	expect(await saveSettings(db, "fees", { values, version, ...by() })).toEqual(["annual_fee"]);
	expect(await rows("SELECT value FROM settings")).toEqual([{ value: "1000" }]);
});
