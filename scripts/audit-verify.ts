/**
 * `npm run audit:verify [-- --expect HASH] [--set-back] [--remote]`: checks whether the audit log, receipts and
 * vouchers are unchanged since they were sealed. Reads only; safe beside a running `npm start`.
 */
import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { open } from "#db/commit.ts";
import { auditTriggers } from "#db/system/audit-seals.ts";
import { noteReturn, type SealsFound, verifySeals } from "#domain/shell/seals/anchor-actions.ts";
import { listAnchors } from "#platform/seal-anchors.ts";
import { signer } from "#platform/seal-macs.ts";
import { heldKeys } from "./backup/operator-keys.ts";
import { openMigrated } from "./bindings.ts";

const HELP = `npm run audit:verify [-- --expect HASH] [--set-back] [--remote]

Computes every seal of the audit log, of receipts and of vouchers anew, and the MACs under the keys in hand; compares the
seals with their anchors in R2; looks for rows, seals and triggers that are missing or are not what they were, and counts
the rows that no seal covers yet (the cron of each minute seals them). Ends with 1 when something is wrong. Changes nothing.

  --expect HASH   also that the chain has the seal with this hash: one that was mailed to the auditor, 64 digits. Whoever
                  has the keys and the bucket, too, could rewrite a chain from some row on: only this finds that.
  --set-back      first says in the bucket, under the key in hand, that the database was set back on purpose (Time Travel):
                  anchors of seals that it has not any more are no fault from then on; npm run restore says so by itself
  --remote        the deployed database instead of the one in DATA_DIR (${process.env.DATA_DIR ?? ".data"})
  --help          this text

SEALING_KEY is that of .dev.vars, or what the environment has; with --remote only the latter. Without it MACs are not
computed; "new,old" also looks at those under an older key.`;
const SHOWN = 20;

const { values } = parseArgs({
	options: {
		expect: { type: "string" },
		"set-back": { type: "boolean", default: false },
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
	const keys = heldKeys(values.remote);
	const sign = await signer(keys);
	if (values["set-back"]) await noteReturn(env, open(env.DB), { sign, at: Date.now() });
	const [found, triggers] = await Promise.all([
		verifySeals(open(env.DB), { sign, anchors: () => listAnchors(env) }),
		auditTriggers(env.DB),
	]);
	const wrong = [...found.faults, ...triggerFaults(triggers)];
	if (expect !== undefined && !new Set(found.audit.hashes.values()).has(expect))
		wrong.push(`no seal has the hash ${expect}`);
	tell(found);
	if (sign("").length === 0) console.log("SEALING_KEY is not in hand: no MAC was computed.");
	for (const fault of wrong.slice(0, SHOWN)) console.error(`WRONG ${fault}`);
	if (wrong.length > SHOWN) console.error(`... and ${wrong.length - SHOWN} more`);
	console.log(
		wrong.length === 0
			? "The audit log, receipts and vouchers hold."
			: "They do NOT hold: see docs/operations.md, Audit log.",
	);
	process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
	await dispose();
}

function tell({ audit, documents }: SealsFound): void {
	console.log(`${audit.seals} seals over ${audit.rows} rows; ${audit.tail} rows not sealed yet.`);
	if (audit.newest)
		console.log(`The newest seal is ${audit.newest.id}, to row ${audit.newest.to_id}: ${audit.newest.hash}`);
	if (audit.seals > 0)
		console.log(audit.macsFrom === null ? "No seal has a MAC." : `MACs from seal ${audit.macsFrom} on.`);
	console.log(`${documents?.seals ?? 0} seals over ${documents?.documents ?? 0} receipts and vouchers.`);
}

/**
 * Returns a sentence for each trigger of the migrations, on the tables of the audit log and of seals, that is missing
 * from `present` (name and SQL) or has another text there.
 */
function triggerFaults(present: ReadonlyMap<string, string>): string[] {
	const migrations = globSync("migrations/*.sql").map((path) => readFileSync(path, "utf8"));
	const written = migrations.flatMap((text) =>
		Array.from(
			text.matchAll(
				/^CREATE TRIGGER (\w+) (?:BEFORE|AFTER) \w+ ON (?:audit_log|audit_seals|seal_macs|seal_anchors|document_seals)\b[\s\S]*?^END;/gm,
			),
		),
	);
	return written.flatMap(([text, name = ""]) => {
		const stored = present.get(name);
		if (stored === undefined) return [`the trigger ${name} is missing`];
		return plain(stored) === plain(text) ? [] : [`the trigger ${name} is not that of the migrations`];
	});
}

/**
 * Returns a statement with its spaces normalised: a database may store migrations with other spaces, and without the
 * last semicolon.
 */
function plain(statement: string): string {
	return statement.replace(/--.*$/gm, "").replace(/\s+/g, " ").replace(/;\s*$/, "").trim();
}
