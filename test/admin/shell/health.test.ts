import { createScheduledController, env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { postVoucher } from "#db/books/vouchers.ts";
import { commit, open } from "#db/commit.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { keepDeadLetters } from "#domain/system/health/actions.ts";
import { paths } from "#http/paths.ts";
import { scheduled } from "#jobs/schedule.ts";
import { checkHealth } from "#jobs/shell/health.ts";
import { byOperator } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { keyId } from "#platform/crypto.ts";
import { parse } from "../../support/markup.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { withQueueKept } from "../../support/webhooks.ts";

const db = open(env.DB);
const NOW = Date.now();
/** The minute of the hour in which the whole is looked at. */
const CHECKED = Math.floor(NOW / 3_600_000) * 3_600_000 + 25 * 60_000;
const run = (sql: string) => env.DB.prepare(sql).run();

let operator: Person;

beforeAll(async () => {
	operator = await signIn({ roles: ["admin"] });
	const lines = [debit("1110", 500, ""), credit("3110", 500, "")];
	await commit(
		db,
		postVoucher({ source: "bank_line", id: 1, date: dateInTaipei(NOW), description: "存入", lines }, byOperator(NOW)),
	);
	await scheduled(createScheduledController(), { ...withQueueKept().env, CACHE: "off" });
});

/** The checks that do not hold, by name: their words and what to do. */
async function wrong(): Promise<Record<string, string>> {
	const answer = await ask(paths.admin.health.show(), { as: operator });
	expect(answer.status).toBe(200);
	const elements = parse((await answer.text()).replace("<!doctype html>", ""));
	const items = elements.filter(({ attributes }) => attributes.class === "item").map(({ text }) => text);
	expect(items).toHaveLength(26);
	const told = items.map((text) => /^(.*?)\s*(正常|需要處理|請留意|還沒有)\s*(.*)$/s.exec(text) ?? []);
	return Object.fromEntries(
		told.flatMap(([, name = "", word, words = ""]) => (word === "正常" || word === "還沒有" ? [] : [[name, words]])),
	);
}

/** What holds in a database as the tests have it: it was never copied. */
const USUAL = {
	備份: "還沒有做過備份。請維運人員執行 npm run backup，並把備份收在安全的地方。",
};

test("what does not exist is not said to be in order", async () => {
	const told = async () => {
		const html = await (await ask(paths.admin.health.show(), { as: operator })).text();
		return parse(html.replace("<!doctype html>", ""))
			.filter(({ attributes }) => attributes.class === "item")
			.map(({ text }) => text.replace(/\s+/g, " "));
	};
	expect((await told()).filter((text) => text.includes("還沒有設定要通知的官網"))).toHaveLength(1);
	await env.DB.prepare(
		"INSERT INTO webhook_endpoints (url, secret, created_at, updated_at) VALUES ('https://a.example/hook', 'sealed', 1, 1)",
	).run();
	expect((await told()).filter((text) => text.includes("通知都正常送達官網"))).toHaveLength(1);
	await env.DB.prepare("DELETE FROM webhook_endpoints").run();
});

test("after a run of the cron all is well but what nobody did yet; the tasks and the fingerprints are told", async () => {
	expect(await wrong()).toEqual(USUAL);
	const answer = await ask(paths.admin.health.show(), { as: operator });
	const page = await answer.text();
	for (const word of [
		"定時發布與下架",
		"為稽核紀錄、收據與傳票做防竄改存證",
		await keyId(env.SEALING_KEY),
		await keyId(env.LINK_KEY),
	])
		expect(page).toContain(word);
	expect(page).not.toContain(env.SEALING_KEY);
	const uses = await env.DB.prepare("SELECT name, key_ids FROM key_uses ORDER BY name").all();
	expect(uses.results).toHaveLength(5);
});

test("only who may manage operations sees it", async () => {
	for (const role of ["secretary", "auditor", "chair", "member"])
		expect((await ask(paths.admin.health.show(), { as: await signIn({ roles: [role] }) })).status).toBe(403);
});

/** Each thing that can break: how, how it is mended, under which name it is told, and of what it speaks. */
const DAMAGE: [name: string, says: RegExp, breaks: string[], mends: string[]][] = [
	[
		"每分鐘的排程",
		/停住/,
		["UPDATE cron_tasks SET ran_at = ran_at - 400000"],
		["UPDATE cron_tasks SET ran_at = ran_at + 400000"],
	],
	[
		"排程的各項工作",
		/1 項工作最近一次失敗/,
		[`UPDATE cron_tasks SET failed_at = ${NOW + 60_000}, error = 'Error: 測試' WHERE name = 'finance'`],
		["UPDATE cron_tasks SET failed_at = NULL WHERE name = 'finance'"],
	],
	[
		"等候處理的變更",
		/1 項變更等候超過 2 分鐘/,
		[`INSERT INTO outbox (id, event, subject, created_at) VALUES (9, 'webhook.ping', '1', ${NOW - 300_000})`],
		["DELETE FROM outbox WHERE id = 9"],
	],
	[
		"官網圖片的較小版本",
		/1 張圖片做不成較小的版本，官網先用原圖。可以看原因，再試一次。有圖片等候超過一小時/,
		[
			...["a", "b"].map(
				(id) =>
					`INSERT INTO attachments (id, filename, content_type, size, sha256, object_key, width, height, created_at)
					VALUES ('${id.repeat(26)}', 'a.png', 'image/png', 1, '${"0".repeat(64)}', '${id}', 9, 9, 1)`,
			),
			`UPDATE pictures SET due_at = ${NOW - 3_700_000}`,
			"UPDATE pictures SET state = 'failed', settled_at = 1, error = 'broken' WHERE attachment_id LIKE 'a%'",
		],
		["DELETE FROM attachments"],
	],
	[
		"資料庫版本",
		/0033_operations\.sql.*npm run deploy/,
		["DELETE FROM d1_migrations WHERE name = '0033_operations.sql'"],
		[],
	],
	[
		"傳票與月結",
		/傳票借貸不平衡（收115-0001）；科目的月餘額與傳票重算的結果不同（1110 \d{4}-\d\d）/,
		["DROP TRIGGER voucher_lines_update_under_drafts", "UPDATE voucher_lines SET debit = 501 WHERE debit = 500"],
		["UPDATE voucher_lines SET debit = 500 WHERE debit = 501"],
	],
	[
		"會費、收款與收據",
		/應繳會費的金額或狀態與紀錄不符（\d+）/,
		[
			"INSERT INTO members (id, name, status, created_at, updated_at) VALUES (7, '會員', 'active', 1, 1)",
			"INSERT INTO dues_items (id, member_id, kind, dues_year, base_amount, amount, created_at, updated_at) VALUES (7, 7, 'annual', 2026, 100, 100, 1, 1)",
			"INSERT INTO dues_events (dues_item_id, kind, at) VALUES (7, 'waived', 1)",
		],
		["UPDATE dues_items SET status = 'waived' WHERE id = 7"],
	],
	[
		"資料的內容",
		/不合限制的資料：periods/,
		[
			"DROP TRIGGER periods_begin_open",
			"PRAGMA ignore_check_constraints = ON; INSERT INTO periods (month, status, updated_at) VALUES ('2001-01', 'closed', 1)",
		],
		["DROP TRIGGER periods_are_never_deleted", "DELETE FROM periods"],
	],
	[
		"資料庫的規則",
		/made_by_hand/,
		["CREATE TRIGGER made_by_hand AFTER INSERT ON members BEGIN DELETE FROM consents; END"],
		["DROP TRIGGER made_by_hand"],
	],
	[
		"資料庫的規則",
		/periods_begin_open.*more_of_them/s,
		["CREATE TABLE more_of_them (id INTEGER)"],
		["DROP TABLE more_of_them"],
	],
	[
		"資料庫的規則",
		/payment_imports/,
		["ALTER TABLE payment_imports ADD COLUMN more TEXT"],
		["ALTER TABLE payment_imports DROP COLUMN more"],
	],
	[
		"存證核對",
		/有 2 處和存證時不同/,
		[
			`INSERT INTO health_reports (id, at, findings) VALUES (1, 1, '[{"code":"seals","count":2}]')
			ON CONFLICT (id) DO UPDATE SET findings = excluded.findings`,
		],
		["DELETE FROM health_reports"],
	],
	["資料庫的規則", /voucher_lines_update_under_drafts/, [], []],
	[
		"加密金鑰",
		/1 筆加密資料要用另一把金鑰（0badc0de）/,
		[
			"INSERT INTO webhook_endpoints (id, url, secret, created_at, updated_at) VALUES (8, 'https://x.example', '0badc0de.AAAA', 1, 1)",
		],
		["DELETE FROM webhook_endpoints WHERE id = 8"],
	],
	[
		"備份",
		/已經超過一週/,
		[
			`INSERT INTO backup_runs (kind, at, made_at, manifest, row_count, object_count, bytes)
		VALUES ('backup', ${NOW}, ${NOW - 9 * 86_400_000}, '${"0".repeat(64)}', 1, 1, 1)`,
		],
		[],
	],
];

test.each(DAMAGE)("%s: what is broken is told, and what to do", async (name, says, breaks, mends) => {
	for (const sql of breaks) await run(sql);
	expect((await wrong())[name]).toMatch(says);
	for (const sql of mends) await run(sql);
});

test("dead letters are told with the way to them; the hourly check keeps what it found, and the dashboard says so", async () => {
	await keepDeadLetters(db, [{ id: "m1", queue: "q", body: '{"type":"mail.due"}', attempts: 6, at: NOW }]);
	expect((await wrong()).背景工作失敗).toBe("1 項工作試了多次仍未完成。排除原因後，可以在這裡重新執行。");
	await checkHealth(withQueueKept().env, CHECKED);
	const report = await env.DB.prepare("SELECT findings FROM health_reports").first<string>("findings");
	expect(JSON.parse(report ?? "[]").map(({ code }: { code: string }) => code)).toEqual(["migrations", "structure"]);
	const dashboard = await (await ask(paths.admin.home(), { as: operator })).text();
	expect(dashboard).toContain("系統檢查有問題");
	expect(dashboard).toContain("超過一週沒有備份");
});

test("another minute looks at nothing", async () => {
	await run("DELETE FROM health_reports");
	await checkHealth(withQueueKept().env, CHECKED + 60_000);
	expect(await env.DB.prepare("SELECT count(*) AS n FROM health_reports").first("n")).toBe(0);
});
