import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { sha256Hex } from "#platform/crypto.ts";
import { cells, newestAudit, page, shown } from "../../support/pages.ts";
import { ask, signIn } from "../../support/people.ts";

const { readTokens } = paths.admin;

test("a token is shown once, listed by its end, and ended after a question", async () => {
	const admin = await signIn({ name: "管理員", roles: ["admin"] });
	expect((await page(readTokens.list(), admin)).html).toContain("還沒有讀取金鑰");
	const made = await shown(await ask(readTokens.create(), { as: admin, form: { name: "官網" } }));
	const token = /read_[0-9a-z]{52}/.exec(made.html)?.[0] ?? "";
	const kept = await env.DB.prepare("SELECT id, digest, hint FROM read_tokens").first<{
		id: number;
		digest: string;
		hint: string;
	}>();
	expect([kept?.digest, kept?.hint]).toEqual([await sha256Hex(token), token.slice(-4)]);
	expect(await newestAudit(1)).toEqual([`read_token.create read_token ${kept?.id} 官網`]);

	const list = await page(readTokens.list(), admin);
	expect([cells(list)[0]?.[0], cells(list)[0]?.[3], list.html.includes(token)]).toEqual(["官網", "使用中", false]);
	const again = await shown(await ask(readTokens.create(), { as: admin, form: { name: "官網" } }));
	expect([again.status, again.html.includes("已有同名的讀取金鑰使用中")]).toEqual([422, true]);
	expect((await shown(await ask(readTokens.create(), { as: admin, form: { name: " " } }))).html).toContain(
		"請輸入名稱",
	);

	const id = kept?.id ?? 0;
	expect((await page(readTokens.revocation(id), admin)).html).toContain("停用後無法復原");
	const ended = await ask(readTokens.revocation(id), { as: admin, form: {} });
	expect([ended.status, ended.headers.get("Location")]).toEqual([303, readTokens.list()]);
	expect(await newestAudit(1)).toEqual([`read_token.revoke read_token ${id} 官網`]);
	const twice = await shown(await ask(readTokens.revocation(id), { as: admin, form: {} }));
	expect([twice.status, twice.html.includes("已經停用")]).toEqual([409, true]);
	expect((await ask(readTokens.create(), { as: admin, form: { name: "官網" } })).status).toBe(200);
});
