/**
 * `npm run prove -- scale [TIMES]`: asks every page of the staff and of a member, and the API of the website, of an
 * association with something of everything, and of one that is 200 (or TIMES) times as large. Fails when an answer is
 * another one, when it takes more round trips, or when it reads more than MOST_MORE rows for each copy, except where
 * scale/grows.ts names how many and why.
 */
import { rmSync } from "node:fs";
import { quantile } from "../bench/load.ts";
import { buildAssets } from "../build-assets.ts";
import { association } from "./scale/association.ts";
import { GROWS } from "./scale/grows.ts";
import { faultsOf, MOST_MORE, type Sizes } from "./scale/judge.ts";
import { measured } from "./scale/measured.ts";

const TIMES = Number(process.argv[2] ?? 200);
/** How many of the addresses that read most are printed. */
const SHOWN = 12;

await buildAssets();
const made = await association();
try {
	const { addresses } = made;
	const at = async (times: number) => {
		const all = await measured(made, { addresses, times });
		console.log(`${addresses.length} addresses asked of ${times} times as much`);
		return all;
	};
	const [smalls, halves, larges] = [await at(1), await at(Math.ceil(TIMES / 2)), await at(TIMES)];
	const copies = TIMES - Math.ceil(TIMES / 2);
	const found = addresses.flatMap((address, nth) => {
		const [small, half, large] = [smalls[nth], halves[nth], larges[nth]];
		return small && half && large ? [{ ...address, small, half, large, copies }] : [];
	});
	const faults = found.flatMap(({ route, path, as, ...sizes }) =>
		faultsOf(route, sizes).map((fault) => `${path} as ${as}: ${fault}`),
	);
	const named = found.filter(({ route }) => GROWS.has(route));
	const others = found.filter(({ route }) => !GROWS.has(route));
	for (const { path, as, small, half, large } of found.toSorted((a, b) => b.large.rows - a.large.rows).slice(0, SHOWN))
		console.log(`${path} as ${as}: ${small.rows}, ${half.rows}, ${large.rows} rows, ${large.times.toFixed(1)} times`);
	for (const fault of faults) console.log(fault);

	const range = (of: readonly Sizes[], size: "small" | "large", what: "rows" | "trips" | "times"): string =>
		[0.5, 0.95, 1]
			.map((share) =>
				quantile(
					of.map((one) => one[size][what]),
					share,
				),
			)
			.map((n) => (what === "times" ? n.toFixed(1) : n.toLocaleString("en")))
			.join(", ");
	const row = (what: string, of: (size: "small" | "large") => string): void =>
		console.log(`| ${what} | ${of("small")} | ${of("large")} |`);
	console.log(`\n| Median, 95% and most | As it was | ${TIMES} times |\n| --- | --: | --: |`);
	row("round trips to DB", (size) => range(found, size, "trips"));
	row(`rows read by ${others.length} addresses`, (size) => range(others, size, "rows"));
	row(`rows read by ${named.length} that may grow`, (size) => range(named, size, "rows"));
	row("time, in bare queries", (size) => range(found, size, "times"));
	console.log(`${faults.length} faults; at most ${MOST_MORE} rows more for each copy.`);
	if (faults.length > 0) process.exitCode = 1;
} finally {
	rmSync(made.folder, { recursive: true });
}
