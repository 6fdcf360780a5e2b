/** Readers who request the API and the website every 100 ms, whatever else happens. */
import { setTimeout as wait } from "node:timers/promises";

const EVERY_MS = 100;
const NUMBER = /第 ?(\d+) 次/;

/** What a reader saw at an address: the number of the save in its text, or 0; times are UTC milliseconds. */
export type Seen = { path: string; status: number; save: number; rev: number; askedAt: number; at: number };

/** The path that all readers request at the moment, both below /api/v1 and on the website: `/articles/{slug}`. */
export type Target = { path: string };

export async function seen(address: string, path: string, from = "10.8.0.1"): Promise<Seen> {
	const askedAt = Date.now();
	const answer = await fetch(address + path, { headers: { "CF-Connecting-IP": from } });
	const text = await answer.text();
	const at = Date.now();
	const save = Number(NUMBER.exec(text)?.[1] ?? 0);
	return { path, status: answer.status, save, rev: Number(answer.headers.get("X-Content-Rev")), askedAt, at };
}

/** Reads both places until it is stopped; the lists `api` and `pages` grow meanwhile. */
export function startReaders(count: number, of: { api: string; site: string; target: Target }) {
	const [api, pages]: [Seen[], Seen[]] = [[], []];
	let isOver = false;
	const read = async (n: number): Promise<void> => {
		await wait((n * EVERY_MS) / count);
		while (!isOver) {
			const next = Date.now() + EVERY_MS;
			const { path } = of.target;
			const from = `10.8.0.${n + 1}`;
			await Promise.all([
				seen(of.api, `/api/v1${path}`, from).then((one) => api.push({ ...one, path })),
				seen(of.site, path).then((one) => pages.push(one)),
			]);
			await wait(Math.max(0, next - Date.now()));
		}
	};
	const ended = Promise.all(Array.from({ length: count }, (_, n) => read(n)));
	const stop = async () => {
		isOver = true;
		await ended;
		return { api, pages };
	};
	return { api, pages, stop };
}
