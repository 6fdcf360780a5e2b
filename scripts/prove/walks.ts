/**
 * `npm run prove -- walks [TIMES]`: runs the random walks of the tests inside workerd, five (or TIMES) times as long as
 * `npm test`: ten thousand actions over two years of books, and thousands of steps of members, documents, receipts,
 * texts and the board. Each action must be answered as the test's model expects. The name of a failed walk contains the
 * seed that repeats it.
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
