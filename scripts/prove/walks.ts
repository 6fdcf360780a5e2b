/**
 * `npm run prove -- walks [TIMES]`: runs the tests inside workerd that walk by chance, thirty (or TIMES) times as long as
 * `npm test`, and those that take a share of many cases there with all of them. Each action must be answered as the test's
 * model expects. The name of a failed walk contains the seed that repeats it.
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";

const TIMES = Number(process.argv[2] ?? 30);
if (!Number.isInteger(TIMES) || TIMES < 2) throw new Error("TIMES is a whole number from 2 on.");
const files = globSync("test/**/*.test.ts")
	.filter((path) => /\b(?:stepsOf|shareOf)\(/.test(readFileSync(path, "utf8")))
	.sort();
const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...files], {
	stdio: "inherit",
	env: { ...process.env, WALKS: String(TIMES) },
});
process.exitCode = status ?? 1;
