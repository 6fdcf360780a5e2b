import { open } from "#db/commit.ts";
import { flipDue } from "#domain/content/content/actions.ts";
import type { Bindings } from "#env.ts";

/**
 * Makes the changes of content that were planned for `at` or earlier; the cron's sweep (jobs/schedule.ts) then tells
 * the websites.
 */
export const publishDue = (env: Pick<Bindings, "DB">, at: number): Promise<void> => flipDue(open(env.DB), at);
