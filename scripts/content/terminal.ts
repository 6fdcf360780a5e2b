import type { Finding } from "./site.ts";

/** The most warnings that are printed; the report has all of them. */
const SHOWN = 40;

/**
 * Prints findings as `path:line message`: first all errors, on the error stream, then the first warnings, SHOWN at
 * most, and how many more there are.
 */
export function printFindings(findings: Finding[]): void {
	const line = ({ path, line, kind, message }: Finding): string =>
		`${kind === "error" ? "error " : ""}${path}${line === null ? "" : `:${line}`} ${message}`;
	const errors = findings.filter(({ kind }) => kind === "error");
	const warnings = findings.filter(({ kind }) => kind === "warning");
	for (const finding of errors) console.error(line(finding));
	for (const finding of warnings.slice(0, SHOWN)) console.log(line(finding));
	if (warnings.length > SHOWN) console.log(`… and ${warnings.length - SHOWN} more warnings in the report`);
}

/** Draws a progress bar on a terminal; does nothing when the output is not a terminal. */
export function progress(label: string): { update: (done: number, all: number) => void; end: () => void } {
	const isTerminal = process.stdout.isTTY;
	const width = 30;
	return {
		update: (done, all) => {
			if (!isTerminal || all === 0) return;
			const full = Math.round((done / all) * width);
			process.stdout.write(`\r${label} [${"#".repeat(full)}${".".repeat(width - full)}] ${done}/${all}`);
		},
		end: () => {
			if (isTerminal) process.stdout.write("\r\u001b[K");
		},
	};
}
