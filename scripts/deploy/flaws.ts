/** What npm's registry knows of the packages that are shipped. */
import { execFile } from "node:child_process";
import { z } from "zod";

const Report = z.object({
	vulnerabilities: z.record(z.string(), z.object({ name: z.string(), severity: z.string() })),
});
const GRAVE = ["high", "critical"];

/** `npm audit` of what is shipped, as JSON; it ends with 1 where it found something, or could not ask. */
export const askAudit = (): Promise<string> =>
	new Promise((resolve) => {
		execFile("npm", ["audit", "--omit=dev", "--json"], (_, stdout) => resolve(stdout));
	});

/** The grave flaws that a report of `npm audit --json` names, like "hono (high)"; null where the registry did not answer. */
export function graveFlaws(report: string): string[] | null {
	const read = Report.safeParse(parsed(report));
	if (!read.success) return null;
	return Object.values(read.data.vulnerabilities)
		.filter(({ severity }) => GRAVE.includes(severity))
		.map(({ name, severity }) => `${name} (${severity})`);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
