/**
 * Reads how much CPU time the runtime uses. On a machine that others use too it says what an answer costs, which the
 * clock does not. Linux tells it; elsewhere only the clock is read.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";

const NS_PER_MS = 1_000_000;

/** Returns the milliseconds of CPU time that a process has used so far; NaN where nothing tells. */
export type Cpu = () => number;

/** Finds the runtime processes that this process has started. */
export function runtimeCpu(): Cpu {
	const children = `/proc/${process.pid}/task/${process.pid}/children`;
	if (!existsSync(children)) return () => Number.NaN;
	const ids = readFileSync(children, "utf8").trim().split(" ").filter(isRuntime);
	if (ids.length === 0) throw new Error("no runtime was started");
	return () => ids.flatMap(threadsOf).reduce((sum, ns) => sum + ns, 0) / NS_PER_MS;
}

const isRuntime = (id: string): boolean => id !== "" && readFileSync(`/proc/${id}/comm`, "utf8").startsWith("workerd");

/** Returns the nanoseconds of each thread of a process: the scheduler counts them exactly, others in steps of 10 ms. */
const threadsOf = (id: string): number[] =>
	readdirSync(`/proc/${id}/task`).map((thread) => {
		const file = `/proc/${id}/task/${thread}/schedstat`;
		return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[0]) : 0;
	});
