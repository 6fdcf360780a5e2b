import type { Ask } from "#auth/route.ts";
import { seesAll } from "#domain/content/documents/rules.ts";
import { relay } from "#platform/queue.ts";

/** What whoever asks may do. */
export const may = ({ who }: Pick<Ask, "who">) => who.permissions;
/** Which documents they see. */
export const sight = (ask: Pick<Ask, "who">) => ({ all: seesAll(may(ask)) });
/** Who it is, for an action. */
export const by = (ask: Pick<Ask, "who" | "by">) => ({ ...ask.by, may: may(ask) });
/** The website and its index hear of it at once. */
export const tell = ({ c, env }: Pick<Ask, "c" | "env">) => c.executionCtx.waitUntil(relay(env));
export const names = (rows: { category: string }[]) => rows.map(({ category }) => category);
