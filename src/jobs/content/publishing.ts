import { open } from "#db/commit.ts";
import { flipDue } from "#domain/content/content/actions.ts";
import type { Bindings } from "#env.ts";

/** What was planned for this minute happens; the sweep after it tells the website. */
export const publishDue = (env: Pick<Bindings, "DB">, at: number): Promise<void> => flipDue(open(env.DB), at);
