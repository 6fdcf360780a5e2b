import { open } from "#db/commit.ts";
import { flipDue } from "#domain/content/content/actions.ts";
import { remindOfEnding } from "#domain/content/releases/actions.ts";
import type { Bindings } from "#env.ts";

/**
 * Makes the changes of content that were planned for `at` or earlier; the cron's sweep (jobs/schedule.ts) then tells
 * the websites.
 */
export const publishDue = (env: Pick<Bindings, "DB">, at: number): Promise<void> => flipDue(open(env.DB), at);

/** Tells staff of the releases 同意書 that end soon; the cron's sweep of mail then sends it. */
export const keepReleases = (env: Pick<Bindings, "DB">, at: number): Promise<void> => remindOfEnding(open(env.DB), at);
