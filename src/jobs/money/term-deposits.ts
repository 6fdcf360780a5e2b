import { open } from "#db/commit.ts";
import { remindOfTerms } from "#domain/money/bank/actions.ts";
import type { Bindings } from "#env.ts";

/** Tells cashiers and accountants of 定期存款 that end soon; the cron's sweep of mail then sends it. */
export const keepTermDeposits = (env: Pick<Bindings, "DB">, at: number): Promise<void> =>
	remindOfTerms(open(env.DB), at);
