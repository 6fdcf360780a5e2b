/**
 * `npm run prove -- walks [TIMES]`: the random walks of the tests inside workerd, five (or TIMES) times as long: ten thousand actions
 * over two years of books, thousands of steps of members, papers, receipts, texts and the board. Each must be answered as its
 * model of paper says. The name of a walk that fails tells the seed to walk it again.
 */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";

const TIMES = Number(process.argv[2] ?? 5);
if (!Number.isInteger(TIMES) || TIMES < 1) throw new Error("TIMES is a whole number from 1 on.");
const OTHERS = ["test/attack/application-roster.test.ts", "test/db/books/ledger-walk.test.ts"];
const files = [...globSync("test/walks/*.test.ts"), ...OTHERS].sort();
const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...files], {
	stdio: "inherit",
	env: { ...process.env, WALKS: String(TIMES) },
});
process.exitCode = status ?? 1;
