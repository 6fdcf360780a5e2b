import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { afterRestore, type BackupRun, insertBackupRun } from "#db/system/index.ts";
import { byOperator } from "#kernel/by.ts";
import { type Registered, registerErasures } from "#platform/erasure-register.ts";
import { keepErasures } from "./actions.ts";

type Store = Parameters<typeof keepErasures>[0];
type Run = Omit<BackupRun, "kind">;

/** Records that a backup copy was made: the health page shows the time, the audit log the copy's manifest. */
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
 * Prepares a database restored from a copy for service: data that must not come back are deleted (by `afterRestore`),
 * and persons who were erased after the copy was made are erased again, according to the register outside the database
 * and the lines in `register`. It can be repeated. Returns how many persons were erased.
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
