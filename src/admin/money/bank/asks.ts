import { reviewerOf } from "#admin/reviewers.ts";
import type { Ask } from "#auth/route.ts";
import { relay } from "#platform/queue.ts";

/** As whom somebody matches: a match verifies a payment. */
export const reviewer = ({ who }: Pick<Ask, "who">) => reviewerOf(who, "payments.verify");
/** Mails go out at once. */
export const tell = ({ c, env }: Pick<Ask, "c" | "env">): void => c.executionCtx.waitUntil(relay(env, "mail.due"));
