/** Every page that links lead to, as one person, of two servers at once; each answer of the one held against the other's. */
import { ask } from "./answers.ts";
import { type Compared, compared } from "./compared.ts";

export type Person = { name: string; session?: string };
/** `status` is that of the second server. */
export type Visited = Compared & { as: Person; path: string; status: number };

/** Of lists that filter, sort and page, and of rows that are alike, so many addresses of one shape are enough. */
export const OF_A_SHAPE = 5;

/** Numbers and ids of files left out, and the values of a query. */
const shapeOf = (path: string): string => {
	const { pathname, searchParams } = new URL(path, "http://localhost");
	const place = pathname.replaceAll(/\/(?:\d+|[a-z2-7]{26})(?=\/|$)/g, "/:id");
	return `${place}?${[...searchParams.keys()].sort().join("&")}`;
};

/** Asks both servers for `starts` and all that their answers lead to, one address after the other. */
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
