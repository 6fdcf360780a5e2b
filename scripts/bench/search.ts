/**
 * Measures the staff's search with a hundred thousand records of each kind: `npm run bench -- --only search`. One
 * request at a time, as when a user types; the time is that of the search box's whole answer, with session, gates and
 * both databases.
 */
import { median } from "./load.ts";
import { signedIn } from "./pages.ts";
import { judged, say } from "./report.ts";
import { fillEveryKind } from "./search-world.ts";
import { newWorld } from "./world.ts";

const MANY = 100_000;
/** The maximum time that an answer may take, in milliseconds. */
const MOST_MS = 100;

const QUERIES = {
	"a surname": "陳",
	"a full name": "陳怡君",
	"two characters that very many have": "基因",
	"one character": "會",
	"a number": "115-000123",
	"a number without its dash": "115000123",
	"a document's number": "F115-4321",
	"an amount": "1,500",
	"a telephone": "0900-451 383",
	"two words": "陳 1000",
	"a sentence": "罕見疾病的藥物給付",
	"臺 for 台": "臺北門診",
	"what nothing has": "沒有這個詞",
} as const;

export type SearchTime = { name: string; q: string; p50: number; most: number };

/** Returns the median and the longest time of each query in milliseconds, of so many requests. */
export async function measureSearch(folder: string, requests: number, count = MANY): Promise<SearchTime[]> {
	const world = await newWorld(folder, "search");
	const Cookie = await signedIn(world);
	say(`The staff's search with ${count} of each kind`);
	await fillEveryKind(world.bindings, count);
	const times: SearchTime[] = [];
	for (const [name, q] of Object.entries(QUERIES)) {
		const address = `http://127.0.0.1:${world.ports.off}/admin/search?${new URLSearchParams({ q })}`;
		const each: number[] = [];
		for (let n = 0; n < requests; n++) {
			const startedAt = performance.now();
			const answer = await fetch(address, { headers: { Cookie, Accept: "application/json" } });
			await answer.arrayBuffer();
			if (answer.status !== 200) throw new Error(`${q}: ${answer.status}`);
			each.push(performance.now() - startedAt);
		}
		const time = { name, q, p50: median(each), most: Math.max(...each) };
		times.push(time);
		sayTime(time);
	}
	await world.mf.dispose();
	return times;
}

function sayTime({ name, q, p50, most }: SearchTime): void {
	const verdict = judged(`search: ${name}`, p50, { most: MOST_MS });
	say(`  ${name.padEnd(36)} p50 ${p50.toFixed(1).padStart(6)} most ${most.toFixed(1).padStart(7)} ms  ${q}${verdict}`);
}
