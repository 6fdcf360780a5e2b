import { open } from "#db/commit.ts";
import { sealTail } from "#domain/audit/actions.ts";
import type { Bindings } from "#env.ts";

/** Seals what the audit log got since the last minute. */
export async function sealAudit(env: Pick<Bindings, "DB">, at: number): Promise<void> {
	await sealTail(open(env.DB), at);
}
