/**
 * `npm run prove -- bytes`: writes test/page-bytes.json anew, which keeps what a first visit of every page loads. `npm test`
 * fails when a page loads 3% more; the difference of the file then says what grew by how much.
 */
import { spawnSync } from "node:child_process";

const { status } = spawnSync(
	process.execPath,
	["--test", "--test-name-pattern=^no page loads", "test/browser/admin-pages.node.ts"],
	{ stdio: "inherit", env: { ...process.env, PAGE_BYTES: "write" } },
);
process.exitCode = status ?? 1;
