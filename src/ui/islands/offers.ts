import { type Command, type FoundKind, loadCommands } from "./commands.ts";
import { oftenVisited } from "./visits.ts";

/** The most places that are offered before anything is typed, of each kind. */
const MOST_OFFERED = 4;

/**
 * Returns what the search box offers before anything is typed: where the user has been of late and most often, and what
 * they may begin. `href` is the search's address.
 */
export async function offers(href: string): Promise<FoundKind[]> {
	const commands = await loadCommands(href);
	const [places, jobs] = [commands?.places ?? [], commands?.jobs ?? []];
	const all = new Map([...places, ...jobs].map((one) => [one.href, one]));
	const { last, often } = oftenVisited(MOST_OFFERED);
	const group = (kind: string, some: readonly (Command | undefined)[]): FoundKind => ({
		kind,
		hits: some.flatMap((one) => (one ? [{ label: one.label, sub: one.sub, href: one.href }] : [])),
		all: null,
	});
	const visited = [...last, ...often];
	return [
		group(
			"最近去過",
			last.map((one) => all.get(one)),
		),
		group(
			"常去的地方",
			often.map((one) => all.get(one)),
		),
		group("要做的事", jobs.filter((job) => !visited.includes(job.href)).slice(0, MOST_OFFERED)),
	].filter(({ hits }) => hits.length > 0);
}
