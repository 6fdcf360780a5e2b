import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { ask, signIn } from "../../support/people.ts";
import { wordsOf } from "../../support/profiles.ts";

const run = (sql: string) => env.DB.prepare(sql).run();

test("a new association is told what to do first, until it has its name, people and members", async () => {
	const admin = await signIn({ permissions: ["settings.manage", "users.manage"] });
	const look = async () => (await ask("/admin", { as: admin })).text();
	const first = await look();
	expect(wordsOf(first)).toContain("開始使用 填寫協會資料 待完成");
	expect(first).toContain('href="/admin/settings/association"');
	// Who may not do a step is told of it, and not led to a door that is closed.
	expect(wordsOf(first)).toContain("匯入會員名冊 待完成");
	expect(first).not.toContain('href="/admin/members/imports"');
	await run("INSERT INTO settings (key, value, updated_at) VALUES ('association.name', '\"漣漪病友協會\"', 1)");
	await signIn({ permissions: ["articles.manage"] });
	const second = wordsOf(await look());
	expect(second).toContain("填寫協會資料 完成");
	expect(second).toContain("邀請同仁 完成");
	await run(
		"INSERT INTO members (member_no, name, status, created_at, updated_at) VALUES ('M0001', '王小明', 'active', 1, 1)",
	);
	expect(wordsOf(await look())).not.toContain("開始使用");
});

test("who does not manage the settings is told nothing of it", async () => {
	await run("DELETE FROM settings");
	const editor = await signIn({ permissions: ["articles.manage"] });
	expect(wordsOf(await (await ask("/admin", { as: editor })).text())).not.toContain("開始使用");
});
