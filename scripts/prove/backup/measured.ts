/** Runs a command and measures the highest memory of it and of each process that it starts. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export type Measured = {
	code: number | null;
	output: string;
	seconds: number;
	/** The highest resident memory, in MB, of the largest process of each kind. */
	peaks: Record<string, number>;
};

const OFTEN_MS = 100;

/** Runs node with `args`; Linux only, because memory is read from /proc. */
export function measured(args: readonly string[], env: Record<string, string>): Promise<Measured> {
	return run([process.execPath, ...args], env);
}

/** Runs any program and measures it as `measured` does; `input` is the open file that it reads. */
export async function run(
	[file = "", ...args]: readonly string[],
	env: Record<string, string>,
	input: number | "ignore" = "ignore",
): Promise<Measured> {
	const began = performance.now();
	const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: [input, "pipe", "pipe"] });
	const peaks: Record<string, number> = {};
	const look = setInterval(() => notePeaks(child.pid ?? 0, peaks), OFTEN_MS);
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
	try {
		const code = await new Promise<number | null>((resolve, reject) => {
			child.on("error", reject);
			child.on("close", resolve);
		});
		return { code, output, seconds: (performance.now() - began) / 1000, peaks };
	} finally {
		clearInterval(look);
	}
}

/** Notes the highest memory of all processes. VmHWM never falls, so the last look at a process has its maximum. */
function notePeaks(root: number, peaks: Record<string, number>): void {
	const parents = new Map(
		readdirSync("/proc")
			.filter((name) => /^\d+$/.test(name))
			.map((pid) => [Number(pid), Number(/^PPid:\s+(\d+)/m.exec(statusOf(Number(pid)))?.[1] ?? 0)]),
	);
	for (const pid of parents.keys()) {
		let above: number | undefined = pid;
		while (above !== undefined && above !== root) above = parents.get(above);
		const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(statusOf(pid)) ?? [];
		if (above === undefined || kilobytes === undefined) continue;
		const name = nameOf(pid);
		peaks[name] = Math.max(peaks[name] ?? 0, Math.round(Number(kilobytes) / 1024));
	}
}

const statusOf = (pid: number): string => read(`/proc/${pid}/status`);
/** Returns the name of the script that a node process runs, or of the program. */
function nameOf(pid: number): string {
	const [program = "", ...args] = read(`/proc/${pid}/cmdline`).split("\0");
	const script = args.find((one) => /\.[cm]?[jt]s$/.test(one));
	return (script ?? program).split("/").slice(-1).join();
}

/** Reads a file of /proc; "" when the process has ended meanwhile. */
function read(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
