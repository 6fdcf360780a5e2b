import { open } from "#db/commit.ts";
import { mailSeal, sealTail } from "#domain/audit/actions.ts";
import type { Bindings } from "#env.ts";

/** Seals what the audit log got since the last minute; once a day the newest seal goes out by mail. */
export async function sealAudit(env: Pick<Bindings, "DB">, at: number): Promise<void> {
	const db = open(env.DB);
	await sealTail(db, at);
	await mailSeal(db, at);
}
