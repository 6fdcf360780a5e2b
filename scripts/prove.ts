/**
 * `npm run prove -- NAME`: runs one of the long proofs of scripts/prove alone. They take minutes and gigabytes, so `npm
 * test` runs a small version of each; docs/proofs.md says what they measured, and when.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "prove");
const names = readdirSync(FOLDER)
	.filter((file) => file.endsWith(".ts"))
	.map((file) => file.slice(0, -3))
	.sort();
const [name, ...args] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
	console.log(`npm run prove -- NAME\n\nNAME is one of: ${names.join(", ")}`);
	process.exit(name === "--help" ? 0 : 2);
}
const { status } = spawnSync(process.execPath, [join(FOLDER, `${name}.ts`), ...args], { stdio: "inherit" });
process.exit(status ?? 1);
