import { commit, type Db } from "#db/commit.ts";
import { recordAudit } from "#db/system/audit.ts";
import { type BackupRun, insertBackupRun } from "#db/system/operations.ts";
import { afterRestore } from "#db/system/restoring.ts";
import { byOperator } from "#kernel/by.ts";
import { type Registered, registerErasures } from "#platform/erasure-register.ts";
import { keepErasures } from "./actions.ts";

type Store = Parameters<typeof keepErasures>[0];
type Run = Omit<BackupRun, "kind">;

/** Notes that a copy was made: the health page tells when, the log by which manifest. */
export const noteBackup = (db: Db, run: Run): Promise<void> =>
	commit(db, [insertBackupRun({ ...run, kind: "backup" }), ...noted(db, "backup.make", run)]);

const noted = (db: Db, action: "backup.make" | "backup.restore", { manifest, at }: Run) =>
	recordAudit(db, {
		...byOperator(at),
		action,
		auditableType: "backup",
		auditableId: manifest.slice(0, 12),
		description: "",
	});

/**
 * Makes a database that came back from a copy fit to be served: what must not come back goes (db/restoring.ts), and whoever
 * was erased after the copy was made is erased again, by the register beside the database and the lines that are known
 * from elsewhere. Any number of times. Returns how many were erased.
 */
export async function settleRestored(
	env: Store,
	db: Db,
	{ run, register }: { run: Run; register: readonly Registered[] },
): Promise<number> {
	await registerErasures(env, register);
	const erased = await keepErasures(env, db, run.at);
	await commit(db, [
		...afterRestore(run.at),
		insertBackupRun({ ...run, kind: "restore" }),
		...noted(db, "backup.restore", run),
	]);
	return erased;
}
