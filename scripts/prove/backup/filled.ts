/** Makes a database of the requested size: the demo association's with a long audit log, sealed as by the cron. */
import { DatabaseSync } from "node:sqlite";
import { nextSeal, type Seal, type SealedRow, sealedText } from "#domain/system/audit/chain.ts";
import { sha256 } from "../../backup/manifest.ts";

const ROWS_PER_SEAL = 1_000;
/** How many random bytes each row has, written as twice as many hexadecimal digits. */
const CHANCE = 420;

/**
 * Adds audit rows up to `rows`, and a few texts that are longer than a statement of D1, then seals all. No other
 * process may have the file open.
 */
export function fill(file: string, rows: number): void {
	const database = new DatabaseSync(file);
	try {
		database.exec("PRAGMA synchronous = OFF; BEGIN");
		database
			.prepare(
				`WITH RECURSIVE nth (value) AS (SELECT count(*) + 1 FROM audit_log UNION ALL SELECT value + 1 FROM nth WHERE value < ?)
				INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
				SELECT 1795000000000 + value, 1 + value % 9, 'user:' || (1 + value % 9), 'member.edit', 'member', CAST(value % 5000 AS TEXT),
					'member ' || value % 5000, '192.0.2.' || value % 250,
					json_object('備註', '改了''地址''；電話', 'before', hex(randomblob(${CHANCE})), 'nth', value)
				FROM nth`,
			)
			.run(rows);
		database
			.prepare(
				`WITH RECURSIVE nth (value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM nth WHERE value < 20)
				INSERT INTO revisions (resource, resource_id, number, snapshot, reason, actor, created_at)
				SELECT 'article', 1, 1000 + value, json_object('body', replace(hex(randomblob(150000)), '00', '臺灣''s 🎗️')), 'save', 'user:1', 1
				FROM nth`,
			)
			.run();
		database.exec("COMMIT");
		seal(database);
	} finally {
		database.close();
	}
}

function seal(database: DatabaseSync): void {
	const add = database.prepare(
		"INSERT INTO audit_seals (id, from_id, to_id, count, prev, hash, sealed_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
	);
	database.exec("BEGIN");
	let last = database.prepare("SELECT * FROM audit_seals ORDER BY id DESC LIMIT 1").get() as Seal | undefined;
	const after = database.prepare("SELECT * FROM audit_log WHERE id > ? ORDER BY id LIMIT ?");
	for (;;) {
		const rows = after.all(last?.to_id ?? 0, ROWS_PER_SEAL) as SealedRow[];
		const next = nextSeal(last, rows, 1_796_000_000_000);
		if (!next) break;
		last = { ...next, hash: sha256(sealedText(next, rows)) };
		add.run(last.id, last.from_id, last.to_id, last.count, last.prev, last.hash, last.sealed_at);
	}
	database.exec("COMMIT");
}
