import { reviewerOf } from "#admin/reviewers.ts";
import type { Ask } from "#auth/route.ts";
import { relay } from "#platform/queue.ts";

/**
 * Returns on whose behalf the user may match bank lines: by the user's own permission, or as deputy of other users.
 * Matching needs `payments.verify`, because a match verifies a payment.
 */
export const reviewer = ({ who }: Pick<Ask, "who">) => reviewerOf(who, "payments.verify");
/** Sends the queued mails at once. */
export const tell = ({ c, env }: Pick<Ask, "c" | "env">): void => c.executionCtx.waitUntil(relay(env, "mail.due"));
