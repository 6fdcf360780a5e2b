/**
 * Where the user of this browser has been of late: addresses of places of the menu and of jobs, never of a record, so
 * that nothing personal of a member is in it. It stays in this browser, because a row on the server for each page that
 * somebody opens would say who worked on what and when. The pages before sign-in empty it, to which signing out leads.
 */
const NAME = "visits";
const MOST_KEPT = 30;

type Visit = { href: string; many: number; at: number };

const isVisit = (one: unknown): one is Visit =>
	typeof one === "object" &&
	one !== null &&
	"href" in one &&
	typeof one.href === "string" &&
	"many" in one &&
	typeof one.many === "number" &&
	"at" in one &&
	typeof one.at === "number";

/** Returns the visits, the latest first; none where the browser keeps nothing. */
function visits(): Visit[] {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? "[]");
		return Array.isArray(kept) ? kept.filter(isVisit).sort((a, b) => b.at - a.at) : [];
	} catch {
		return [];
	}
}

/** Notes a visit of a place or a job. */
export function noteVisit(href: string): void {
	const all = visits();
	const known = all.find((one) => one.href === href);
	const others = all.filter((one) => one !== known).slice(0, MOST_KEPT - 1);
	try {
		localStorage.setItem(NAME, JSON.stringify([{ href, many: (known?.many ?? 0) + 1, at: Date.now() }, ...others]));
	} catch {
		// The browser keeps nothing, as in a private window that is full.
	}
}

/** Forgets all visits. */
export const forgetVisits = (): void => localStorage.removeItem(NAME);

/** Returns the addresses that were visited last, and most often of the others. */
export function oftenVisited(most: number): { last: string[]; often: string[] } {
	const all = visits();
	const last = all.slice(0, most).map(({ href }) => href);
	const often = all
		.filter(({ href, many }) => many > 1 && !last.includes(href))
		.sort((a, b) => b.many - a.many)
		.slice(0, most)
		.map(({ href }) => href);
	return { last, often };
}
