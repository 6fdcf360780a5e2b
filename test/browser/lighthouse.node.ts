/**
 * Lighthouse's accessibility and best practices: 100 of 100 at the door, on the
 * dashboards and on a member's profile, on a phone as it has it.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import lighthouse from "lighthouse";
import { type AdminServer, freePort, sessionOf, startAdmin } from "../support/admin-server.ts";

const CATEGORIES = ["accessibility", "best-practices"];
let world: AdminServer;
let port: number;
let session: string;
let memberSession: string;

before(async () => {
	port = await freePort();
	world = await startAdmin({
		args: [`--remote-debugging-port=${port}`],
		prepare: async (store) => {
			session = await sessionOf(store, "admin@example.org");
			memberSession = await sessionOf(store, "member@example.org");
		},
	});
});
after(() => world?.stop());

type Scores = { scores: Record<string, number | null>; notFull: Record<string, number | null> };

/** The scores of a page, and every audit that counts for them and is not passed in full. */
async function audited(path: string, headers: Record<string, string> = {}): Promise<Scores> {
	const run = await lighthouse(world.address + path, {
		port,
		onlyCategories: CATEGORIES,
		extraHeaders: headers,
		output: "json",
		logLevel: "error",
		// Simulated: the line is not really slow, so nothing is waited for.
		throttlingMethod: "simulate",
		disableFullPageScreenshot: true,
	});
	const report = run?.lhr ?? assert.fail("no report");
	assert.equal(report.runtimeError, undefined);
	assert.equal(new URL(report.finalDisplayedUrl).pathname, path);
	const weighed = Object.values(report.categories).flatMap(({ auditRefs }) =>
		auditRefs.filter(({ weight }) => weight > 0),
	);
	const notFull = weighed
		.map(({ id }): [string, number | null] => [id, report.audits[id]?.score ?? null])
		// Null is an audit that has nothing to say here, as that of videos' captions.
		.filter(([, score]) => score !== null && score < 1);
	const scores = Object.entries(report.categories).map(([name, { score }]) => [name, score] as const);
	return { scores: Object.fromEntries(scores), notFull: Object.fromEntries(notFull) };
}

const FULL = { scores: { accessibility: 1, "best-practices": 1 }, notFull: {} };

test("the door", async () => {
	assert.deepEqual(await audited("/login"), FULL);
});

test("the dashboard", async () => {
	assert.deepEqual(await audited("/admin", { Cookie: `session=${session}` }), FULL);
});

test("a member's dashboard", async () => {
	assert.deepEqual(await audited("/member", { Cookie: `session=${memberSession}` }), FULL);
});

test("a member's profile", async () => {
	assert.deepEqual(await audited("/member/profile", { Cookie: `session=${memberSession}` }), FULL);
});
