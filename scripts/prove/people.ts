/**
 * `npm run prove -- people [MANY]`: the members' list of an association of 100 and of 100,000 (MANY) members, with thirty
 * segments and twenty own fields, by which the list is asked. Fails when a page makes more round trips with more members, or takes more than
 * MOST_SLOWER times as long.
 */
import { cpSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../backup/snapshot.ts";
import { median } from "../bench/load.ts";
import { buildAssets } from "../build-assets.ts";
import { fill } from "./people/filled.ts";
import { association } from "./scale/association.ts";
import { measured } from "./scale/measured.ts";

const FEW = 100;
const MANY = Number(process.argv[2] ?? 100_000);
/** How many times as long as with FEW members a page of the list may take. */
const MOST_SLOWER = 3;
const ROUNDS = 15;
const LIST = "/admin/members";

await buildAssets();
const made = await association();
try {
	const at = async (many: number) => {
		const folder = `${made.folder}-with-${many}`;
		cpSync(made.folder, folder, { recursive: true });
		try {
			const database = new DatabaseSync(databaseFile(folder, "DB"));
			const queries = fill(database, many);
			database.close();
			const paths = [
				...[
					LIST,
					`${LIST}?page=3`,
					`${LIST}?sort=-name`,
					`${LIST}?sort=-joined`,
					`${LIST}?q=Z000042`,
					"/admin/segments",
				],
				...queries.map((query) => `${LIST}?${query}`),
			];
			const addresses = paths.map((path) => ({ route: LIST, path, as: "admin" as const }));
			const found = await measured({ ...made, folder }, { addresses, times: 1, rounds: ROUNDS });
			console.log(`${addresses.length} addresses asked of ${many.toLocaleString("en")} members`);
			return found.map((one, nth) => ({ path: paths[nth] ?? "", ...one }));
		} finally {
			rmSync(folder, { recursive: true });
		}
	};
	const [small, large] = [await at(FEW), await at(MANY)];
	const slower = small.map((one, nth) => (large[nth]?.times ?? 0) / one.times);
	let faults = 0;
	console.log(
		"| Address | Round trips | Rows read | Time, in bare queries | Slower |\n| --- | --: | --: | --: | --: |",
	);
	for (const [nth, few] of small.entries()) {
		const many = large[nth];
		if (!many) throw new Error(`${few.path} was asked of few members only`);
		const times = slower[nth] ?? 0;
		const isFault = few.status !== 200 || many.status !== 200 || many.trips > few.trips || times > MOST_SLOWER;
		faults += Number(isFault);
		const pair = (what: "trips" | "rows" | "times") =>
			[few, many].map((one) => (what === "times" ? one.times.toFixed(1) : one[what].toLocaleString("en"))).join(", ");
		console.log(
			`| ${decodeURIComponent(few.path)} | ${pair("trips")} | ${pair("rows")} | ${pair("times")} | ${times.toFixed(1)}${isFault ? " too much" : ""} |`,
		);
	}
	console.log(`Median: ${median(slower).toFixed(2)} times as long; ${faults} faults.`);
	if (faults > 0) process.exitCode = 1;
} finally {
	rmSync(made.folder, { recursive: true });
}
