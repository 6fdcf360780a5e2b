/** Measures how much memory a server's runtime holds, and whether it grows. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import * as z from "zod";

/** One point of a memory curve: minutes since the beginning, and MB. */
export type Point = { minute: number; mb: number };

/** Reads the resident memory, in MB, of all workerd processes below the process `root`. */
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

/**
 * Returns the slope of the line through the last two thirds of a curve, in MB per minute; what is loaded only once
 * falls into the first third.
 */
export function climb(points: readonly Point[]): number {
	const settled = points.slice(Math.floor(points.length / 3));
	const mean = (of: (point: Point) => number): number =>
		settled.reduce((sum, one) => sum + of(one), 0) / settled.length;
	const [minute, mb] = [mean((one) => one.minute), mean((one) => one.mb)];
	const spread = settled.reduce((sum, one) => sum + (one.minute - minute) ** 2, 0);
	if (spread === 0) return 0;
	return settled.reduce((sum, one) => sum + (one.minute - minute) * (one.mb - mb), 0) / spread;
}

const Answer = z.object({ id: z.int(), result: z.looseObject({ usedSize: z.number().optional() }).optional() });

/** Attaches a debugger to the Worker. `used` collects garbage and returns how many MB its heap still holds. */
export async function openHeap(inspectorPort: number): Promise<{ used: () => Promise<number>; close: () => void }> {
	// Miniflare's inspector accepts the origin of Cloudflare's debugger only; the path is the Worker's name in test/support/built-program.ts.
	const headers = { Origin: "https://devtools.devprod.cloudflare.dev" };
	// Node's WebSocket takes headers, which the types of the Workers' own WebSocket do not know.
	const socket: WebSocket = Reflect.construct(WebSocket, [`ws://127.0.0.1:${inspectorPort}/program`, { headers }]);
	await once(socket, "open");
	const waiting = new Map<number, (usedSize: number | undefined) => void>();
	socket.addEventListener("message", ({ data }) => {
		// Events of the debugger have no id.
		const { success, data: answer } = Answer.safeParse(JSON.parse(String(data)));
		if (success) waiting.get(answer.id)?.(answer.result?.usedSize);
	});
	let last = 1_000;
	const send = (method: string): Promise<number | undefined> =>
		new Promise((resolve) => {
			last += 1;
			waiting.set(last, resolve);
			socket.send(JSON.stringify({ id: last, method }));
		});
	const used = async (): Promise<number> => {
		await send("HeapProfiler.collectGarbage");
		return ((await send("Runtime.getHeapUsage")) ?? Number.NaN) / 2 ** 20;
	};
	return { used, close: () => socket.close() };
}
