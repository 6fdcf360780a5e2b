/**
 * Finds Chromium for the browser tests: CHROMIUM_PATH, an installed one, or Debian's package, which is installed when
 * the process runs as root. Chromium's headless shell is preferred: it is the same engine without the desktop windows,
 * which take a quarter of the tests' time.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = [
	"/usr/bin/chromium-headless-shell",
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const installed = (): string | undefined =>
	[process.env.CHROMIUM_PATH ?? "", ...PLACES].find((path) => path && existsSync(path));

/** Returns the path of Chromium; throws with instructions when there is none. */
export function findChromium(): string {
	// Older versions of Debian have no package of the headless shell.
	for (const name of ["chromium-headless-shell", "chromium"])
		if (!installed()) installDebian(`${name} for the browser tests`, [name, "fonts-noto-cjk"]);
	const found = installed();
	if (found) return found;
	throw new Error(
		"The browser tests need Chromium: install it (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH to it.",
	);
}

/** Installs Debian packages when the process runs as root on Debian; otherwise does nothing. */
export function installDebian(what: string, packages: readonly string[]): void {
	if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
	console.log(`Installing Debian's ${what} ...`);
	spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
	spawnSync("apt-get", ["install", "-y", "-qq", ...packages], {
		stdio: "ignore",
		env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
	});
}

/** The arguments for a headless Chromium on loopback, also when the process runs as root. */
export const CHROMIUM_ARGUMENTS = [
	"--headless",
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	// Chromium starts a process for each page that may come next, which no test uses; the others are Playwright's own.
	"--disable-features=SpareRendererForSitePerProcess,PaintHolding,HttpsUpgrades",
];
