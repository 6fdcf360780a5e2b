/**
 * `npm run prove -- backup [ROWS]`: proves backup and restore of a database of more than 1 GB with 1,000,000 audit rows
 * (or ROWS), beside 8 writers, and the same code on an export of that size. Fails when a process takes more than 500 MB
 * of memory, or when anything differs. Needs Linux, 15 GB of disk in the folder for temporary files, and some minutes.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { sha256OfFile } from "../backup/manifest.ts";
import { databaseFile } from "../backup/snapshot.ts";
import { differences, isOldShell, wroteThemselves } from "./backup/compared.ts";
import { fill } from "./backup/filled.ts";
import { type Measured, measured, run } from "./backup/measured.ts";

const ROWS = Number(process.argv[2] ?? 1_000_000);
const WRITERS = 8;
const LIMIT_MB = 500;
const place = mkdtempSync(join(tmpdir(), "prove-backup-"));
const [live, restored, copy] = [join(place, "live"), join(place, "restored"), join(place, "copies", "first")];
const [plain, dump] = [join(place, "plain.sqlite"), join(place, "export.sql")];
const faults: string[] = [];
const running: ChildProcess[] = [];

/** Prints the measurements of a step, notes its faults, and returns its output. */
function keep(what: string, { code, output, seconds, peaks }: Measured): string {
	const memory = Object.entries(peaks).map(([name, mb]) => `${name} ${mb} MB`);
	console.log(`${what}: ${seconds.toFixed(0)} s; at most ${memory.join(", ")}`);
	if (code !== 0) faults.push(`${what} ended with ${code}:\n${output.slice(-2_000)}`);
	for (const [name, mb] of Object.entries(peaks)) if (mb > LIMIT_MB) faults.push(`${what}: ${name} took ${mb} MB`);
	return output;
}
const expectNone = (what: string, found: readonly string[]): void => {
	console.log(`${what}: ${found.length === 0 ? "nothing differs" : found.slice(0, 5).join("; ")}`);
	faults.push(...found.map((one) => `${what}: ${one}`));
};
const at = (dataDir: string) => ({ DATA_DIR: dataDir });
const command = (name: string, args: readonly string[], dataDir: string): Promise<Measured> =>
	run(["npm", "run", "--silent", name, "--", ...args], at(dataDir));
const megabytes = (file: string): number => Math.round(statSync(file).size / 1_000_000);

function startWriter(nth: number): { ready: Promise<unknown>; end: () => Promise<number> } {
	const child = spawn(process.execPath, ["scripts/prove/backup/writer.ts", String(nth)], {
		env: { ...process.env, ...at(live) },
		stdio: ["pipe", "pipe", "ignore"],
	});
	running.push(child);
	let said = "";
	const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
	const ready = new Promise((resolve, reject) => {
		child.stdout.on("data", (chunk) => {
			said += chunk;
			if (said.includes("ready")) resolve(undefined);
		});
		void ended.then(() => reject(new Error(`writer ${nth} ended`)));
	});
	const end = async () => {
		child.stdin.end();
		if ((await ended) !== 0) faults.push(`writer ${nth} failed`);
		return Number(said.trim().split("\n").at(-1));
	};
	return { ready, end };
}

try {
	mkdirSync(live);
	console.log(`${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, node ${process.version}`);
	const seeded = await measured(["scripts/seed-demo.ts"], at(live));
	if (seeded.code !== 0) throw new Error(seeded.output);
	fill(databaseFile(live, "DB"), ROWS);
	console.log(`The database: ${megabytes(databaseFile(live, "DB"))} MB, ${ROWS} audit rows`);

	const writers = Array.from({ length: WRITERS }, (_, nth) => startWriter(nth));
	await Promise.all(writers.map(({ ready }) => ready));
	const before = wroteThemselves(databaseFile(live, "DB"));
	keep(`Backup beside ${WRITERS} writers`, await command("backup", [copy], live));
	const after = wroteThemselves(databaseFile(live, "DB"));
	console.log(`The writers made ${after - before} vouchers and as many notes meanwhile`);
	if (after === before) faults.push("nobody wrote beside the backup");
	const told = (await Promise.all(writers.map(({ end }) => end()))).reduce((sum, n) => sum + n, 0);
	if (wroteThemselves(databaseFile(live, "DB")) !== told) faults.push("a write that was told as done is gone");
	console.log(`database.sql: ${megabytes(join(copy, "database.sql"))} MB`);

	keep("Verifying the copy", await command("backup", ["--verify", copy], live));
	const sql = openSync(join(copy, "database.sql"), "r");
	const loaded = await run(["sqlite3", plain], {}, sql);
	closeSync(sql);
	const old = isOldShell(loaded.output);
	keep("Loading database.sql with sqlite3", old ? { ...loaded, code: 0 } : loaded);
	if (old)
		console.log("(a sqlite3 before 3.47, which knows no expression in RAISE: the triggers with one are missing)");
	expectNone("What sqlite3 loaded beside what the writers went on with", differences(plain, databaseFile(live, "DB")));

	keep("Restore", await command("restore", [copy], restored));
	expectNone("What was restored", differences(plain, databaseFile(restored, "DB")));
	rmSync(restored, { recursive: true, force: true });

	const wrote = await measured(["scripts/prove/backup/dump.ts", "write", join(copy, "database.sql"), dump], {});
	if (wrote.code !== 0) throw new Error(wrote.output);
	const take = [
		"--max-old-space-size=256",
		"--max-semi-space-size=8",
		"scripts/prove/backup/dump.ts",
		"take",
		dump,
		place,
	];
	const taken = await measured(take, {});
	console.log(keep(`Taking an export of ${megabytes(dump)} MB, as --remote does`, taken).trim());
	const sums = await Promise.all([join(place, "taken.sql"), join(copy, "database.sql")].map(sha256OfFile));
	expectNone("What it made of it", sums[0] === sums[1] ? [] : ["it is another database.sql"]);
	const { rows } = JSON.parse(readFileSync(join(copy, "manifest.json"), "utf8"));
	console.log(
		`Rows of the copy: ${Object.values<number>(rows).reduce((sum, n) => sum + n, 0)}, of audit_log ${rows.audit_log}`,
	);
	if (rows.audit_log < ROWS) faults.push("the copy lacks audit rows");
} finally {
	for (const child of running) child.kill();
	rmSync(place, { recursive: true, force: true });
}
for (const fault of faults) console.error(`WRONG ${fault}`);
console.log(faults.length === 0 ? `It holds: no process took more than ${LIMIT_MB} MB.` : "It does NOT hold.");
process.exitCode = faults.length === 0 ? 0 : 1;
