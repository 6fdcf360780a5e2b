/**
 * `npm run audit:verify [-- --expect HASH] [--remote]`: whether the audit log is what it was when it was sealed. Reads
 * only; safe beside a running `npm start`.
 */
import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { auditTriggers } from "#db/audit-seals.ts";
import { open } from "#db/commit.ts";
import { verifyChain } from "#domain/audit/actions.ts";
import { openMigrated } from "./bindings.ts";

const HELP = `npm run audit:verify [-- --expect HASH] [--remote]

Computes every seal of the audit log anew, looks for rows, seals and triggers that are missing or are not what they
were, and counts the rows that no seal covers yet (the cron of each minute seals them). Ends with 1 when something is
wrong. Changes nothing.

  --expect HASH   also that the chain has the seal with this hash: one that was mailed to the auditor, 64 digits. Only
                  this finds that somebody has rewritten the chain from some row on, or cut off its end and gone on.
  --remote        the deployed database instead of the one in DATA_DIR (${process.env.DATA_DIR ?? ".data"})
  --help          this text`;
const SHOWN = 20;

const { values } = parseArgs({
	options: {
		expect: { type: "string" },
		remote: { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});
if (values.help) {
	console.log(HELP);
	process.exit(0);
}
const expect = values.expect?.trim().toLowerCase();
if (expect !== undefined && !/^[0-9a-f]{64}$/.test(expect)) {
	console.error("--expect takes the 64 hexadecimal digits of a seal.");
	process.exit(2);
}

const { env, dispose } = await openMigrated({ remote: values.remote });
try {
	const [{ seals, rows, tail, newest, faults, found }, triggers] = await Promise.all([
		verifyChain(open(env.DB), expect),
		auditTriggers(env.DB),
	]);
	const wrong = [...faults, ...triggerFaults(triggers)];
	if (expect !== undefined && !found) wrong.push(`no seal has the hash ${expect}`);
	console.log(`${seals} seals over ${rows} rows; ${tail} rows not sealed yet.`);
	if (newest) console.log(`The newest seal is ${newest.id}, to row ${newest.to_id}: ${newest.hash}`);
	for (const fault of wrong.slice(0, SHOWN)) console.error(`WRONG ${fault}`);
	if (wrong.length > SHOWN) console.error(`... and ${wrong.length - SHOWN} more`);
	console.log(
		wrong.length === 0 ? "The audit log holds." : "The audit log does NOT hold: see docs/operations.md, Audit log.",
	);
	process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
	await dispose();
}

/** The triggers of the migrations that the database lacks, or has in other words. */
function triggerFaults(present: ReadonlyMap<string, string>): string[] {
	const migrations = globSync("migrations/*.sql").map((path) => readFileSync(path, "utf8"));
	const written = migrations.flatMap((text) =>
		Array.from(
			text.matchAll(/^CREATE TRIGGER (\w+) (?:BEFORE|AFTER) \w+ ON (?:audit_log|audit_seals)\b[\s\S]*?^END;/gm),
		),
	);
	return written.flatMap(([text, name = ""]) => {
		const stored = present.get(name);
		if (stored === undefined) return [`the trigger ${name} is missing`];
		return plain(stored) === plain(text) ? [] : [`the trigger ${name} is not that of the migrations`];
	});
}

/** The words of a statement: migrations may be stored with other blanks, and without the last semicolon. */
function plain(statement: string): string {
	return statement.replace(/--.*$/gm, "").replace(/\s+/g, " ").replace(/;\s*$/, "").trim();
}
