/**
 * `npm run prove -- chaos [PAYMENTS]`: eight cashiers verify 600 payments (or PAYMENTS) while the program is killed in
 * the middle of commits, while another process locks the database, while the disk is full, and while a website accepts
 * webhooks and never answers. No payment that was reported as verified may be lost, and after each part the database
 * must pass its checks. Needs Linux; no root, because the small disk is a tmpfs in a namespace of its own.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { createEndpoint } from "#domain/content/webhooks/actions.ts";
import { byOperator } from "#kernel/by.ts";
import { type AdminServer, sessionOf, startAdmin } from "../../test/support/admin-server.ts";
import { assertVerified, type Desk, openDesk, submitPayments, waiting } from "../../test/support/cashier-desk.ts";
import { startReceiver } from "../../test/support/receiver.ts";
import { newWriter, publish, save } from "../../test/support/written-site.ts";
import { checkDatabase } from "../backup/checks.ts";
import { databaseFile } from "../backup/snapshot.ts";
import { type Cashiers, startCashiers } from "./chaos/cashiers.ts";

const PAYMENTS = Number(process.argv[2] ?? 600);
const KILLS = 10;
const [LOCKS, LOCKED_MS] = [3, 3_000];
const FULL_MS = 5_000;
const FORM_MS = 5_000;
const DISK = "400m";
const SMALL_DISK = "CHAOS_DISK";

/**
 * Runs the proof again with its data on a small disk of its own, which can be filled, and ends with the exit status of
 * that run.
 */
function onSmallDisk(): void {
	const place = mkdtempSync(join(tmpdir(), "chaos-"));
	const mount = `mount -t tmpfs -o size=${DISK} tmpfs "$0" && exec "$@"`;
	const args = [
		"--user",
		"--map-root-user",
		"--mount",
		"sh",
		"-c",
		mount,
		place,
		process.execPath,
		...process.argv.slice(1),
	];
	const { status } = spawnSync("unshare", args, {
		stdio: "inherit",
		env: { ...process.env, TMPDIR: place, [SMALL_DISK]: place },
	});
	rmSync(place, { recursive: true, force: true });
	process.exit(status ?? 1);
}

const faults: string[] = [];
type World = { world: AdminServer; desk: Desk; before: ReadonlySet<string> };

const faultsOf = async ({ env, secrets }: AdminServer): Promise<string[]> =>
	(await checkDatabase(env.DB, { SEALING_KEY: secrets.SEALING_KEY, FILES: env.FILES })).faults;

/** Checks that every payment reported as verified is verified, and that the database passes its checks. */
async function look(what: string, { world, desk, before }: World, { told, counts }: Cashiers): Promise<void> {
	const open = new Set(await waiting(desk));
	const lost = [...told].filter((id) => open.has(id));
	const found = (await faultsOf(world)).filter((one) => !before.has(one));
	console.log(`${what}: ${JSON.stringify(counts)}, lost ${lost.length}, faults ${found.length}`);
	faults.push(
		...lost.map((id) => `${what}: payment ${id} was told as verified and is not`),
		...found.map((one) => `${what}: ${one}`),
	);
}

/**
 * Kills the program several times, each time in the middle of a part of the payments; while it starts again, the
 * cashiers go on.
 */
async function killed(all: World, share: readonly number[]): Promise<void> {
	const each = Math.ceil(share.length / KILLS);
	for (let kill = 0; kill < KILLS; kill++) {
		const cashiers = startCashiers(all.desk, share.slice(kill * each, (kill + 1) * each));
		await cashiers.until(each / 3);
		await wait(Math.random() * 30);
		await all.world.kill();
		await all.world.restart();
		await cashiers.ended;
		await look(`kill ${kill + 1}`, all, cashiers);
	}
}

async function locked(all: World, share: readonly number[]): Promise<void> {
	const cashiers = startCashiers(all.desk, share);
	for (let lock = 1; lock <= LOCKS; lock++) {
		await cashiers.until((lock * share.length) / (LOCKS + 1));
		const other = new DatabaseSync(databaseFile(process.env.DATA_DIR ?? "", "DB"), { timeout: 10_000 });
		other.exec("BEGIN IMMEDIATE");
		await wait(LOCKED_MS);
		other.exec("ROLLBACK");
		other.close();
	}
	await cashiers.ended;
	await look("after the locks", all, cashiers);
}

async function full(all: World, share: readonly number[]): Promise<void> {
	const ballast = join(process.env[SMALL_DISK] ?? "", "ballast");
	const cashiers = startCashiers(all.desk, share);
	await cashiers.until(share.length / 3);
	fillUp(ballast);
	await wait(FULL_MS);
	const then = { ...cashiers.counts };
	rmSync(ballast);
	console.log(`while the disk was full: ${JSON.stringify(then)}`);
	if (then.failed + then.lost === 0) faults.push("the disk was never full");
	// This does not test whether the program recovers by itself: it is started again after the disk was freed.
	await all.world.kill();
	await all.world.restart();
	await cashiers.ended;
	await look("after the full disk", all, cashiers);
}

/** Writes to `file` until its disk has no room for another 4,096 bytes. */
function fillUp(file: string): void {
	for (let bytes = 1 << 20; bytes >= 4_096; bytes /= 2)
		for (;;)
			try {
				writeFileSync(file, Buffer.alloc(bytes), { flag: "a" });
			} catch {
				break;
			}
	const { bavail } = statfsSync(file);
	console.log(`free on the disk: ${bavail} blocks`);
}

/** Checks that a website that never answers delays neither the editor's form nor another website. */
async function hanging({ world }: World): Promise<void> {
	const receiver = await startReceiver();
	try {
		const hold = JSON.stringify(Array.from({ length: 50 }, () => ({ hold: true })));
		await fetch(`${receiver.origin}/_answers/hangs`, { method: "PUT", body: hold });
		const keys = { ENVIRONMENT: "development", SEALING_KEY: world.secrets.SEALING_KEY };
		for (const box of ["hangs", "answers"])
			await createEndpoint(world.db, keys, { url: `${receiver.origin}/${box}`, events: [], ...byOperator(Date.now()) });
		const cookie = `session=${await sessionOf(world, "editor@example.org")}`;
		const writer = newWriter({ address: world.address, cookie });
		const began = performance.now();
		await publish(writer, "article:beside");
		for (let nth = 1; nth <= 3; nth++) await save(writer, "article:beside", { title: `第 ${nth} 次` });
		const ms = performance.now() - began;
		if (ms > FORM_MS) faults.push(`four forms took ${ms} ms beside a website that hangs`);
		await fetch(`${receiver.origin}/_received/hangs?n=1`, { signal: AbortSignal.timeout(30_000) });
		await fetch(`${receiver.origin}/_received/answers?n=2`, { signal: AbortSignal.timeout(30_000) });
		await fetch(`${receiver.origin}/_release/hangs`, { method: "POST" });
		console.log(`beside a website that hangs: four forms in ${ms.toFixed(0)} ms, and the other website heard of them`);
	} finally {
		await receiver.close();
	}
}

if (process.env[SMALL_DISK] === undefined) onSmallDisk();
const world = await startAdmin({ prepare: (store) => submitPayments(store, PAYMENTS) });
try {
	const desk = await openDesk(world);
	const all: World = { world, desk, before: new Set(await faultsOf(world)) };
	const ids = [...desk.titles.keys()];
	const third = Math.ceil(ids.length / 3);
	await killed(all, ids.slice(0, third));
	await locked(all, ids.slice(third, 2 * third));
	await hanging(all);
	await full(all, ids.slice(2 * third));
	await assertVerified(desk);
} finally {
	await world.stop();
}
for (const fault of faults) console.log(fault);
console.log(faults.length === 0 ? "Nothing that was told as done is lost." : `${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;
