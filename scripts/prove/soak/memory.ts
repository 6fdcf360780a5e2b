/** How much memory the runtime of a server holds, and whether it climbs. */
import { execFileSync } from "node:child_process";

/** Minutes since the beginning, and MB that are resident in every workerd below a process. */
export type Point = { minute: number; mb: number };

export function residentBelow(root: number): number {
	const lines = execFileSync("ps", ["-eo", "pid=,ppid=,rss=,args="], { encoding: "utf8" }).split("\n");
	const all = lines.flatMap((line) => {
		const [, pid, parent, kilobytes, args = ""] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
		return pid ? [{ pid: Number(pid), parent: Number(parent), kilobytes: Number(kilobytes), args }] : [];
	});
	const below = new Set([root]);
	for (let size = 0; size !== below.size; ) {
		size = below.size;
		for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
	}
	const runtimes = all.filter(({ pid, args }) => below.has(pid) && / serve --binary/.test(args));
	return runtimes.reduce((sum, { kilobytes }) => sum + kilobytes, 0) / 1024;
}

/** The slope of the line through the last two thirds of a curve, in MB per minute: what is loaded once lies before. */
export function climb(points: readonly Point[]): number {
	const settled = points.slice(Math.floor(points.length / 3));
	const mean = (of: (point: Point) => number): number =>
		settled.reduce((sum, one) => sum + of(one), 0) / settled.length;
	const [minute, mb] = [mean((one) => one.minute), mean((one) => one.mb)];
	const spread = settled.reduce((sum, one) => sum + (one.minute - minute) ** 2, 0);
	if (spread === 0) return 0;
	return settled.reduce((sum, one) => sum + (one.minute - minute) * (one.mb - mb), 0) / spread;
}
