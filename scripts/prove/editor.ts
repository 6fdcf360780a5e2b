/**
 * `npm run prove -- editor [STEPS]`: walks by chance through the editor that shows what a text means, 50,000 steps (or
 * STEPS) of typing, input methods, pastes, deletions, moves and other views in Chromium, each compared with what the rules
 * make of it without a page; then the rules alone thirty times as long as `npm test`; then every text of the demo site, of
 * which a word is changed.
 */
import { spawnSync } from "node:child_process";

const STEPS = Number(process.argv[2] ?? 50_000);
if (!Number.isInteger(STEPS) || STEPS < 300) throw new Error("STEPS is a whole number from 300 on.");
const run = (args: readonly string[], env: Record<string, string>): number =>
	spawnSync(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1;
const browser = run(
	[
		"--test",
		"--test-name-pattern=walk by chance|keeps its bytes",
		"test/browser/rich-text.node.ts",
		"test/browser/rich-held.node.ts",
	],
	{ EDITS: String(STEPS) },
);
const rules = run(["node_modules/vitest/vitest.mjs", "run", "test/admin/content/rich-text-walk.test.ts"], {
	WALKS: "30",
});
process.exitCode = browser || rules;
