/** The demo database of each released version, as SQL: what an upgrade begins with. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { statementsOf } from "../../scripts/backup/statements.ts";
import { openBindings } from "../../scripts/bindings.ts";

export type Released = "0.1.0";

/** The statements that make the database of a released version in an empty one. */
export const releasedStatements = (version: Released): string[] => [
	...statementsOf([gunzipSync(readFileSync(`test/fixtures/${version}.sql.gz`)).toString()]),
];

/** A new DATA_DIR that holds the released version's database, not upgraded; whoever asks for it removes it. */
export async function releasedFolder(version: Released): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), "released-"));
	process.env.DATA_DIR = folder;
	const { env, dispose } = await openBindings({ remote: false });
	try {
		await env.DB.batch(releasedStatements(version).map((statement) => env.DB.prepare(statement)));
		return folder;
	} finally {
		await dispose();
	}
}
