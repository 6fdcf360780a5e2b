import type { Ask } from "#auth/route.ts";
import { seesAll } from "#domain/content/documents/rules.ts";
import { relay } from "#platform/queue.ts";

/** Returns the permissions of the current user. */
export const may = ({ who }: Pick<Ask, "who">) => who.permissions;
/** Returns the option of a SQL statement that says whether the current user sees all documents (`all`). */
export const sight = (ask: Pick<Ask, "who">) => ({ all: seesAll(may(ask)) });
/** Returns the current user as the actor of an action, with the user's permissions. */
export const by = (ask: Pick<Ask, "who" | "by">) => ({ ...ask.by, may: may(ask) });
/** Sends the queued messages at once, so that the website and its search index learn of the change. */
export const tell = ({ c, env }: Pick<Ask, "c" | "env">) => c.executionCtx.waitUntil(relay(env));
export const names = (rows: { category: string }[]) => rows.map(({ category }) => category);
