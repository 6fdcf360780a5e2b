/** Which pictures could not be made smaller, why, and the press that tries again: for whom, and for what. */
import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { insert } from "../../support/content.ts";
import { page, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { media } = paths.admin;
let keeper: Person;

beforeEach(async () => {
	keeper = await signIn({ name: "管媒體", permissions: ["media.manage"] });
	for (const table of ["attachment_uses", "announcements", "attachments"])
		await env.DB.prepare(`DELETE FROM ${table}`).run();
});

async function fail(letter: string, error: string, attempts = 5): Promise<string> {
	const id = letter.repeat(26);
	const file = { filename: `${letter}.jpg`, content_type: "image/jpeg", size: 9, sha256: "0".repeat(64) };
	await insert("attachments", { id, ...file, object_key: `attachments/${id}`, width: 9, height: 9, created_at: 1 });
	const change = attempts === 5 ? "state = 'failed', settled_at = 1, error" : "due_at = 9e12, last_error";
	await env.DB.prepare(`UPDATE pictures SET attempts = ?, ${change} = ? WHERE attachment_id = ?`)
		.bind(attempts, error, id)
		.run();
	return id;
}
const states = () => rows("SELECT substr(attachment_id, 1, 1) AS id, state, attempts FROM pictures ORDER BY 1");
const press = async (ids: string[], as = keeper) => {
	const answer = await ask(media.failures(), { as, form: { ids: ids.join(" ") } });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
};

test("the list says why, given up first; one or all on the page are tried again, and a second press says so", async () => {
	expect((await page(media.failures(), keeper)).html).toContain("沒有做不成的圖片");
	const later = await fail("a", "Error: R2 is full", 2);
	const gone = await fail("b", "Error: the original is missing in R2");
	const broken = await fail("c", "Error: no picture");
	await fail("d", "every run ended before it was made");
	const { html } = await page(media.failures(), keeper);
	for (const words of ["找不到原檔", "沒有做成", "可能太大", "會自動再試", "Error: R2 is full", "4 張", "全部再試一次"])
		expect(html).toContain(words);
	expect(html.indexOf("b.jpg")).toBeLessThan(html.indexOf("a.jpg"));
	expect((await page(media.show(gone), keeper)).html).toContain("做不成，官網用原圖");
	expect((await press([gone])).to).toBe(media.failures());
	const late = await press([gone]);
	expect([late.status, late.html.includes("這些圖片已經重做，或已由其他人按過再試一次。")]).toEqual([409, true]);
	expect((await press([later, gone, broken, "e".repeat(26)])).to).toBe(media.failures());
	expect(await states()).toEqual([
		{ id: "a", state: "waiting", attempts: 0 },
		{ id: "b", state: "waiting", attempts: 0 },
		{ id: "c", state: "waiting", attempts: 0 },
		{ id: "d", state: "failed", attempts: 5 },
	]);
	expect(
		await rows("SELECT auditable_id, description FROM audit_log WHERE action = 'media.retry' ORDER BY id DESC LIMIT 3"),
	).toEqual([
		{ auditable_id: broken, description: "c.jpg" },
		{ auditable_id: later, description: "a.jpg" },
		{ auditable_id: gone, description: "b.jpg" },
	]);
});

test("a file that only an announcement for members uses is hidden and stays from who may not see it", async () => {
	const id = await fail("s", "Error: no picture");
	await insert("announcements", { id: 1, slug: "s", title: "題", audience: "members", created_at: 1, updated_at: 1 });
	await insert("attachment_uses", { resource: "announcement", resource_id: 1, role: "inline", attachment_id: id });
	expect((await page(media.failures(), keeper)).html).not.toContain("s.jpg");
	expect((await press([id])).status).toBe(409);
	const operator = await signIn({ permissions: ["operations.manage", "announcements.manage"] });
	expect((await page(media.failures(), operator)).html).toContain("s.jpg");
	expect((await press([id], operator)).status).toBe(303);
	expect((await press(["../x"], operator)).status).toBe(422);
	const writer = await signIn({ permissions: ["articles.manage"] });
	expect((await ask(media.failures(), { as: writer })).status).toBe(403);
});
