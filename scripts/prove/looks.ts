/**
 * `npm run prove -- looks`: runs the tests in Chromium that judge whole pages: axe judges each page at both widths and in both
 * themes, and Lighthouse measures every page of its list. `npm test` visits a sixth of the pages, has axe judge half of
 * these, each in one of the four ways, and Lighthouse measure some.
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";

const files = globSync("test/browser/*.node.ts")
	.filter((path) => /\b(?:look|shareOf)\(/.test(readFileSync(path, "utf8")))
	.sort();
const { status } = spawnSync(process.execPath, ["--test", "--test-concurrency=2", ...files], {
	stdio: "inherit",
	env: { ...process.env, LOOKS: "all" },
});
process.exitCode = status ?? 1;
