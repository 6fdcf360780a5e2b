import assert from "node:assert/strict";
import lighthouse from "lighthouse";
import { throttling } from "lighthouse/core/config/constants.js";
import { slowness } from "./node-pace.ts";

const MOBILE = throttling.mobileSlow4G;
/** Chromium's trace lacked its own beginning: Lighthouse measured nothing and says to run it again. */
const NO_TRACE = "NO_NAVSTART";
/** A slow page is slow each time; a machine that does something else is not. */
const ROUNDS = 3;

export type Audited = {
	performance: number;
	/** By audit: every one of the other categories that counts for them and is not passed in full. */
	notFull: Record<string, number>;
};
type Asked = { port: number; categories: string[]; headers?: Record<string, string> };

/** What Lighthouse finds at an address on a phone as it has it; null where nothing was measured. */
async function audited(address: string, { port, categories, headers = {} }: Asked): Promise<Audited | null> {
	const run = await lighthouse(address, {
		port,
		onlyCategories: categories,
		extraHeaders: headers,
		output: "json",
		logLevel: "error",
		// Simulated: the line is not really slow, so nothing is waited for.
		throttlingMethod: "simulate",
		// A phone is four times as slow as a usual machine. This one may be slower than the phone: then the simulation makes
		// its tasks shorter.
		throttling: { ...MOBILE, cpuSlowdownMultiplier: MOBILE.cpuSlowdownMultiplier / slowness() },
		disableFullPageScreenshot: true,
	});
	const report = run?.lhr ?? assert.fail("no report");
	if (report.runtimeError?.code === NO_TRACE) return null;
	assert.equal(report.runtimeError, undefined);
	assert.equal(new URL(report.finalDisplayedUrl).pathname, new URL(address).pathname);
	const { performance, ...others } = report.categories;
	const weighed = Object.values(others).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
	const notFull = weighed
		.map(({ id }): [string, number | null] => [id, report.audits[id]?.score ?? null])
		// Null is an audit that has nothing to say here, as that of videos' captions.
		.filter((one): one is [string, number] => one[1] !== null && one[1] < 1);
	return { performance: performance?.score ?? 0, notFull: Object.fromEntries(notFull) };
}

/** Asserts that every other category is full and performance at least `least`; returns what was measured of it. */
export async function assertFast(address: string, { least, ...asked }: Asked & { least: number }): Promise<number[]> {
	const seen: number[] = [];
	for (let round = 0; round < ROUNDS && (seen.at(-1) ?? 0) < least; round++) {
		const found = await audited(address, asked);
		if (found === null) continue;
		assert.deepEqual(found.notFull, {});
		seen.push(found.performance);
	}
	assert.ok((seen.at(-1) ?? 0) >= least, `performance ${seen.join(", ")}`);
	return seen;
}
