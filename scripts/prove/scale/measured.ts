/** Asks addresses of the Worker in the real runtime: what is answered, and the work and the time that it takes. */
import { cpSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import type { Role } from "../../../test/support/every-page.ts";
import { readSecrets } from "../../../test/support/prepared-data.ts";
import { databaseFile } from "../../backup/snapshot.ts";
import { median } from "../../bench/load.ts";
import { workerOf } from "../../bench/world.ts";
import { bundle } from "../../bundle.ts";
import { DEMO_PASSWORD } from "../../demo/people.ts";
import type { Address, Association } from "./association.ts";
import { multiply } from "./copies.ts";
import { BARE, ROWS, TRIPS } from "./names.ts";

/** An answer, with its round trips, the rows read for it, and its time as a multiple of a bare query's. */
export type Measured = { status: number; to: string | null; trips: number; rows: number; times: number };

const ORIGIN = "http://localhost:8787";
/** How often each address is asked when nothing else is said, after once that is not measured. */
const ROUNDS = 3;

let bundled: ReturnType<typeof bundle> | undefined;

/** Returns what each of `addresses` takes, in their order, when the association is `times` as large. */
export async function measured(
	{ folder: small, sessions }: Association,
	{ addresses, times, rounds = ROUNDS }: { addresses: readonly Address[]; times: number; rounds?: number },
): Promise<Measured[]> {
	const folder = `${small}-${times}`;
	cpSync(small, folder, { recursive: true });
	let mf: Miniflare | undefined;
	try {
		const database = new DatabaseSync(databaseFile(folder, "DB"));
		multiply(database, times);
		database.close();
		bundled ??= bundle("scripts/prove/scale/worker.ts");
		const worker = workerOf(await bundled, "off");
		const keyed = { name: "counted", ...worker, bindings: { ...worker.bindings, ...readSecrets() } };
		const options = convertV4MiniflareOptions({ workers: [keyed] });
		mf = new Miniflare({ ...options, resourcePersistencePath: `${folder}/v3` });
		const session = { admin: `session=${sessions.admin}`, member: `session=${sessions.member}` };
		const cookies: Record<Role, string> = { ...session, nobody: "", halfway: "" };
		if (addresses.some(({ as }) => as === "halfway")) cookies.halfway = await halfway(mf);
		const all: Measured[] = [];
		for (const { path, as } of addresses) all.push(await measuredOne(mf, { path, cookie: cookies[as], rounds }));
		return all;
	} finally {
		await mf?.dispose();
		rmSync(folder, { recursive: true });
	}
}

async function measuredOne(
	mf: Miniflare,
	{ path, cookie, rounds }: { path: string; cookie: string; rounds: number },
): Promise<Measured> {
	const headers = cookie === "" ? {} : { Cookie: cookie };
	const asked = async (which: string) => {
		const began = performance.now();
		const answer = await mf.dispatchFetch(ORIGIN + which, { headers, redirect: "manual" });
		await answer.arrayBuffer();
		return { answer, ms: performance.now() - began };
	};
	await asked(path);
	type Asked = Awaited<ReturnType<typeof asked>>;
	const [ours, bare]: [Asked[], Asked[]] = [[], []];
	for (let round = 0; round < rounds; round++) {
		bare.push(await asked(BARE));
		ours.push(await asked(path));
	}
	const msOf = (of: readonly Asked[]): number => median(of.map(({ ms }) => ms));
	const answers = ours.map(({ answer }) => answer);
	// A round may also write down when the session was last seen, or read anew what is remembered for a while.
	const least = (header: string): number => Math.min(...answers.map((one) => Number(one.headers.get(header))));
	return {
		status: Math.max(...answers.map(({ status }) => status)),
		to: answers[0]?.headers.get("Location") ?? null,
		trips: least(TRIPS),
		rows: least(ROWS),
		times: msOf(ours) / msOf(bare),
	};
}

/** Returns the cookie of a user whose password was right and whose code is waited for. */
async function halfway(mf: Miniflare): Promise<string> {
	const answer = await mf.dispatchFetch(`${ORIGIN}/login`, {
		method: "POST",
		body: new URLSearchParams({ identifier: "auditor@example.org", password: DEMO_PASSWORD }).toString(),
		headers: { "Content-Type": "application/x-www-form-urlencoded" },
		redirect: "manual",
	});
	const cookie = /second-factor=[^;]+/.exec(answer.headers.get("Set-Cookie") ?? "")?.[0];
	if (cookie === undefined) throw new Error(`the password was answered ${answer.status}, without a second factor`);
	return cookie;
}
