/**
 * Finds which modules of the Worker an isolate evaluates until it has answered, in the real runtime: each module writes
 * its name to a list.
 */
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import * as z from "zod";
import type { Bindings } from "#env.ts";
import type { Chunk } from "../bundle.ts";
import { signedIn } from "./pages.ts";
import { workerOf } from "./world.ts";

/** The addresses whose first answer has a budget: one of the API, one of the staff's pages. */
export const FIRST = { api: "/api/v1/articles", staff: "/admin" };

/** The modules that were evaluated for an address, and their gzipped bytes. */
export type Evaluated = { path: string; chunks: readonly Chunk[]; gzip: number };

const LIST = "/evaluated";
const ENTRY = `import worker from "./index.js";
export default {
	fetch: (request, ...rest) =>
		new URL(request.url).pathname === "${LIST}" ? Response.json(globalThis.evaluated) : worker.fetch(request, ...rest),
};`;

/**
 * Returns which modules are evaluated for each of these addresses, each requested first in an isolate of its own. A
 * signed-in administrator requests them, except /login, which is requested without a user. `folder` holds migrated
 * databases without users.
 */
export async function evaluatedFor(
	paths: readonly string[],
	{ chunks, folder }: { chunks: readonly Chunk[]; folder: string },
): Promise<readonly Evaluated[]> {
	const marked = chunks.map(({ name, code }) => ({
		name,
		code: `(globalThis.evaluated??=[]).push(${JSON.stringify(name)});${code}`,
	}));
	const worker = { name: "evaluated", ...workerOf([{ name: "entry.js", code: ENTRY }, ...marked], "off") };
	const options = convertV4MiniflareOptions({ workers: [worker] });
	let cookie: string | undefined;
	const answered = async (path: string): Promise<Evaluated> => {
		const mf = new Miniflare({ ...options, resourcePersistencePath: `${folder}/v3` });
		try {
			cookie ??= await signedIn({ bindings: await mf.getBindings<Bindings>() });
			const headers = path === "/login" ? {} : { Cookie: cookie };
			const answer = await mf.dispatchFetch(`http://localhost:8787${path}`, { headers, redirect: "manual" });
			await answer.text();
			if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
			const names = z.array(z.string()).parse(await (await mf.dispatchFetch(`http://localhost${LIST}`)).json());
			const those = chunks.filter(({ name }) => names.includes(name));
			return { path, chunks: those, gzip: those.reduce((sum, { gzip }) => sum + gzip, 0) };
		} finally {
			await mf.dispose();
		}
	};
	const all: Evaluated[] = [];
	for (const path of paths) all.push(await answered(path));
	return all;
}
