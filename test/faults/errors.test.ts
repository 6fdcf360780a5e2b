/** What goes wrong is told to the log and to nobody else: in lines that nobody else writes, and without anything personal. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { paths } from "#http/paths.ts";
import { log } from "#platform/log.ts";
import { breaking } from "../support/broken.ts";
import { ask, signIn } from "../support/people.ts";

const lines: Record<string, unknown>[] = [];
beforeEach(() => {
	lines.length = 0;
	for (const level of ["log", "info", "warn", "error"] as const)
		vi.spyOn(console, level).mockImplementation((line: unknown) => {
			lines.push({ level, ...JSON.parse(String(line)) });
		});
});
afterEach(() => void vi.restoreAllMocks());
const logged = (event: string) => lines.filter((line) => line.event === event);

describe("a page that could not be made", () => {
	test.each([1, 2])("tells a number where round trip %i breaks off, and the log the rest under it", async (nth) => {
		const admin = await signIn({ roles: ["admin"] });
		const answer = await ask(paths.admin.users.list(), { as: admin, over: { DB: breaking(nth, "before").env.DB } });
		const text = await answer.text();
		expect([answer.status >= 500, answer.headers.get("Cache-Control")]).toEqual([true, "no-store"]);
		expect(text).not.toMatch(/D1_ERROR|SELECT|at .*\.ts|Error:/);
		const crashed = lines.filter((line) => line.level === "error");
		expect(JSON.stringify(crashed)).toContain("Network connection lost.");
		for (const { id } of logged("request.crashed")) expect(text).toContain(String(id));
	});

	test("a form that could not be written is not said to be", async () => {
		const admin = await signIn({ roles: ["admin"] });
		for (const when of ["before", "after"] as const) {
			const form = { name: `標籤 ${when}`, slug: `tag-${when}`, _key: crypto.randomUUID() };
			for (let nth = 1, met = true; met && nth < 20; nth++) {
				const broken = breaking(nth, when);
				const answer = await ask(paths.admin.tags.create(), { as: admin, form, over: { DB: broken.env.DB } });
				met = broken.met();
				expect([nth, met ? answer.status >= 300 : answer.status < 500]).toEqual([nth, true]);
				expect(await answer.text()).not.toMatch(/D1_ERROR|INSERT INTO/);
			}
		}
	});
});

describe("the log", () => {
	test("says who asked for what is not theirs, by number", async () => {
		const member = await signIn({ name: "王小明", roles: ["member"] });
		expect((await ask(paths.admin.users.show(7), { as: member })).status).toBe(403);
		expect(logged("access.denied")).toEqual([
			{ level: "warn", event: "access.denied", path: paths.admin.users.show(":id"), user: member.userId },
		]);
		expect(JSON.stringify(lines)).not.toMatch(/王小明|example\.org/);
	});

	test("says that another site tried, and no more of its header than 200 characters", async () => {
		const origin = `https://${"x".repeat(300)}.example`;
		await ask(paths.logout(), { form: {}, headers: { "Sec-Fetch-Site": "cross-site", Origin: origin } });
		expect(logged("access.cross_site")).toEqual([
			{ level: "warn", event: "access.cross_site", origin: origin.slice(0, 200) },
		]);
	});

	test("says that an address sends the doors' forms too fast", async () => {
		const DOOR_LIMIT = { limit: async () => ({ success: false }) };
		const headers = { "CF-Connecting-IP": "203.0.113.7" };
		expect((await ask(paths.login(), { form: {}, headers, over: { DOOR_LIMIT } })).status).toBe(429);
		expect(logged("access.too_many")).toEqual([{ level: "warn", event: "access.too_many", path: paths.login() }]);
		expect(JSON.stringify(lines)).not.toContain("203.0.113.7");
	});

	test("is one line for each event, whatever stands in it", () => {
		const written: string[] = [];
		vi.spyOn(console, "info").mockImplementation((line: unknown) => void written.push(String(line)));
		log("info", "relay.failed", { error: 'a\r\n{"event":"forged"}\u2028\u0000' });
		expect(written).toHaveLength(1);
		expect(written[0]).not.toMatch(/[\r\n\0]/);
		expect(JSON.parse(written[0] ?? "")).toEqual({
			event: "relay.failed",
			error: 'a\r\n{"event":"forged"}\u2028\u0000',
		});
	});
});

test("in production there is no page of parts and no mailbox of this machine", async () => {
	const admin = await signIn({ roles: ["admin"] });
	const bound = { ...admin, cookie: `__Host-${admin.cookie}` };
	const answer = await ask(paths.admin.styleguide(), { as: bound, over: { ENVIRONMENT: "production" } });
	expect(answer.status).toBe(404);
});
