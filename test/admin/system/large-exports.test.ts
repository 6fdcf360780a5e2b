/** A large export: made behind the answer, sealed, a day for its maker alone, and given after a fresh proof. */
import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { keepWorks } from "#domain/system/works/actions.ts";
import { paths } from "#http/paths.ts";
import { readSheet } from "#platform/spreadsheets.ts";
import { page } from "../../support/pages.ts";
import { ask, openSession, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const MANY = 5_001;
const HOUR = 3_600_000;
const { works, members } = paths.admin;
const address = (format: "xlsx" | "csv") => `${members.export(format)}?columns=member_no&columns=name`;
type Work = {
	id: number;
	state: string;
	reason: string | null;
	done: number;
	total: number;
	object_key: string | null;
};

let maker: Person;
beforeAll(async () => {
	await env.DB.prepare(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
		INSERT INTO members (name, seal_id, member_no, status, created_at, updated_at)
		SELECT '會員' || i, 's' || i, 'M' || i, 'active', 1, 1 FROM n`,
	).run();
});
beforeEach(async () => {
	maker = await signIn({ name: "林書瑜", roles: ["secretary"] });
});

const workOf = async ({ userId }: Person) =>
	(await rows<Work>("SELECT * FROM works WHERE user_id = ? ORDER BY id DESC LIMIT 1", userId))[0];
const noted = async ({ userId }: Person) =>
	(await rows("SELECT id FROM audit_log WHERE action = 'member.export' AND user_id = ?", userId)).length;
const made = async (): Promise<Work> => {
	const answer = await ask(address("xlsx"), { as: maker });
	expect([answer.status, answer.headers.get("Location")]).toEqual([303, works.list()]);
	const work = await workOf(maker);
	if (!work) throw new Error("no work");
	return work;
};
const take = (id: number, as: Person) => ask(works.file(id), { as, form: {} });

test("it is done when the file lies sealed in the store, with its audit row, and holds every row", async () => {
	const work = await made();
	expect([work.state, work.done, work.total, await noted(maker)]).toEqual(["done", MANY, MANY, 1]);
	const object = await env.FILES.get(work.object_key ?? "");
	const stored = (await object?.bytes()) ?? new Uint8Array();
	expect(new TextDecoder().decode(stored.subarray(0, 2))).not.toBe("PK");
	expect((await page(members.list(), maker)).html).toContain("製作匯出檔案完成，共 5,001 筆。");

	const file = await take(work.id, maker);
	expect([file.status, file.headers.get("Content-Disposition")?.startsWith("attachment")]).toEqual([200, true]);
	const [sheet] = await readSheet(new Uint8Array(await file.arrayBuffer()), "會員.xlsx", {});
	const numbers = sheet?.rows.slice(1).map(([number]) => number);
	expect(new Set(numbers)).toEqual(new Set(Array.from({ length: MANY }, (_, nth) => `M${nth + 1}`)));
	expect(numbers?.length).toBe(MANY);
});

test("a CSV of as many is given at once", async () => {
	const answer = await ask(address("csv"), { as: maker });
	expect([answer.status, (await answer.text()).trimEnd().split("\r\n").length]).toEqual([200, MANY + 1]);
	expect(await workOf(maker)).toBeUndefined();
});

test("nobody else gets it, and its maker only with a fresh proof and the right to export", async () => {
	const { id } = await made();
	const other = await signIn({ name: "同事", roles: ["secretary", "admin"] });
	expect((await take(id, other)).status).toBe(404);
	const stale = { ...maker, ...(await openSession(maker.userId, Date.now(), Date.now() - HOUR)) };
	const asked = await take(id, stale);
	expect([asked.status, await asked.text()]).toEqual([403, expect.stringContaining("_proof.current")]);
	expect((await take(id, maker)).status).toBe(200);
	await env.DB.prepare("UPDATE user_roles SET role_id = (SELECT id FROM roles WHERE code = 'editor') WHERE user_id = ?")
		.bind(maker.userId)
		.run();
	expect((await take(id, maker)).status).toBe(404);
});

test("a day later it is gone, from the store as well", async () => {
	const { id, object_key } = await made();
	await env.DB.prepare("UPDATE works SET ended_at = ended_at - ? WHERE id = ?")
		.bind(24 * HOUR, id)
		.run();
	expect((await take(id, maker)).status).toBe(404);
	await keepWorks(env, open(env.DB), Date.now());
	expect([await env.FILES.head(object_key ?? ""), await workOf(maker)]).toEqual([null, undefined]);
});

test("when the store does not take it, the work has failed, and the log says of no export", async () => {
	const put = () => Promise.reject(new Error("R2 is away"));
	await ask(address("xlsx"), { as: maker, over: { FILES: { put } } });
	expect([await workOf(maker), await noted(maker)]).toEqual([
		expect.objectContaining({ state: "failed", reason: "broken", object_key: null }),
		0,
	]);
	expect((await page(members.list(), maker)).html).toContain("製作匯出檔案沒有完成：發生錯誤");
});
