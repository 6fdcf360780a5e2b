import { open } from "#db/commit.ts";
import { sealDocuments } from "#domain/books/actions.ts";
import { anchorHeads, signHeads } from "#domain/shell/seals/anchor-actions.ts";
import { mailSeal, sealTail } from "#domain/system/actions.ts";
import type { Bindings } from "#env.ts";
import { signer } from "#platform/seal-macs.ts";

/**
 * Seals the rows of the audit log that came since the last run, and new receipts and vouchers; once a day mails the
 * log's newest seal.
 */
export async function sealAudit(env: Pick<Bindings, "DB" | "SEALING_KEY">, at: number): Promise<void> {
	const [db, sign] = [open(env.DB), await signer(env)];
	await signHeads(db, sign);
	await sealTail(db, sign, at);
	await sealDocuments(db, sign, at);
	await mailSeal(db, at);
}

/**
 * Stores the newest seals in the bucket, once an hour; it is a task of its own, so that a failure of the bucket stops
 * no sealing.
 */
export async function anchorSeals(env: Pick<Bindings, "DB" | "FILES" | "SEALING_KEY">, at: number): Promise<void> {
	await anchorHeads(env, open(env.DB), { sign: await signer(env), at });
}
