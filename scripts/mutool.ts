/**
 * Finds MuPDF's mutool, which draws PDF files for tests: MUTOOL_PATH, an installed one, or Debian's package, which is
 * installed when the process runs as root.
 */
import { spawnSync } from "node:child_process";
import { installDebian } from "./chromium.ts";

const installed = (): string | undefined =>
	[process.env.MUTOOL_PATH ?? "", "mutool"].find((path) => path && spawnSync(path, ["-v"]).error === undefined);

/** Returns the path of mutool; throws with instructions when there is none. */
export function findMutool(): string {
	const found = installed();
	if (found) return found;
	installDebian("mupdf-tools for the tests of PDF files", ["mupdf-tools"]);
	const now = installed();
	if (now) return now;
	throw new Error(
		"The tests of PDF files need mutool: install it (Debian: sudo apt-get install mupdf-tools, macOS: brew install mupdf-tools) or set MUTOOL_PATH to it.",
	);
}
