/** Asks npm's registry which flaws it knows in the deployed packages. */
import { execFile } from "node:child_process";
import { z } from "zod";

const Report = z.object({
	vulnerabilities: z.record(z.string(), z.object({ name: z.string(), severity: z.string() })),
});
const GRAVE = ["high", "critical"];

/** Runs `npm audit` for the deployed packages and returns its JSON, whatever its exit status. */
export const askAudit = (): Promise<string> =>
	new Promise((resolve) => {
		execFile("npm", ["audit", "--omit=dev", "--json"], (_, stdout) => resolve(stdout));
	});

/**
 * Returns the grave flaws that a report of `npm audit --json` names, such as "hono (high)"; null when the registry did
 * not answer.
 */
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
