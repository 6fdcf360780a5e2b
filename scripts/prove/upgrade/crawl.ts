/** Opens every page that links lead to, as one user, on two servers at once, and compares the two answers. */
import { ask } from "./answers.ts";
import { type Compared, compared } from "./compared.ts";

export type Person = { name: string; session?: string };
/** A visited page; `status` is that of the second server's answer. */
export type Visited = Compared & { as: Person; path: string; status: number };

/** How many addresses of one shape are visited, of lists that filter, sort and page, and of similar records. */
export const OF_A_SHAPE = 5;

/** Returns the shape of an address: without numbers and ids of files, and without the values of its query. */
const shapeOf = (path: string): string => {
	const { pathname, searchParams } = new URL(path, "http://localhost");
	const place = pathname.replaceAll(/\/(?:\d+|[a-z2-7]{26})(?=\/|$)/g, "/:id");
	return `${place}?${[...searchParams.keys()].sort().join("&")}`;
};

/** Requests `starts` and all addresses that the answers lead to from both servers, one after the other. */
export async function crawl(
	servers: readonly [string, string],
	as: Person,
	{ starts, mostOfAShape }: { starts: readonly string[]; mostOfAShape: number },
): Promise<Visited[]> {
	const waiting = [...new Set(starts)];
	const known = new Set(waiting);
	const shapes = new Map<string, number>();
	const visited: Visited[] = [];
	for (const path of waiting) {
		const [was, is] = await Promise.all([ask(servers[0], path, as.session), ask(servers[1], path, as.session)]);
		visited.push({ as, path, status: is.status, ...compared(path, was, is) });
		for (const link of [...was.links, ...is.links]) {
			const address = link.split("#")[0] ?? "";
			const shape = shapeOf(address);
			const count = shapes.get(shape) ?? 0;
			if (known.has(address) || count >= mostOfAShape) continue;
			shapes.set(shape, count + 1);
			known.add(address);
			waiting.push(address);
		}
	}
	return visited;
}
