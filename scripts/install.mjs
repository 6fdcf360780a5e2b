// Installs the dependencies when package-lock.json differs from what was installed last. Runs before `npm start`,
// `npm test` and `npm run check` with whatever Node is there (20 or newer), so it uses nothing but Node itself.
// Safe to repeat: does nothing when the stamp matches; the stamp is written only after a success. A node_modules that is a
// symbolic link belongs to another folder and is refused, because npm would empty it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";

const STAMP = "node_modules/.installed";
const hash = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
const installed = existsSync(STAMP) ? readFileSync(STAMP, "utf8") : "";

if (installed !== hash) {
	if (lstatSync("node_modules", { throwIfNoEntry: false })?.isSymbolicLink()) {
		console.error(
			"node_modules is a link to other dependencies than package-lock.json names; remove the link and try again.",
		);
		process.exit(1);
	}
	console.log("Installing dependencies (once, and when package-lock.json changes) ...");
	const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
		stdio: "inherit",
		shell: process.platform === "win32",
	});
	if (status !== 0) {
		console.error("npm ci failed; see its output above.");
		process.exit(1);
	}
	writeFileSync(STAMP, hash);
}
