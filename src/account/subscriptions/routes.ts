import * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import type { Visitor } from "#auth/visitor.ts";
import { readRows } from "#db/read.ts";
import { unsubscribedSince } from "#db/system/index.ts";
import { subscribe, unsubscribe } from "#domain/system/actions.ts";
import { subscriberOf } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { readLink } from "#platform/links.ts";
import { freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { deadSubscriptionPage, subscriptionPage } from "./pages.ts";

const Token = z.strictObject({ token: z.string().max(200) });
type LinkAsk = Ask<z.infer<typeof Token>, object, Visitor | undefined>;

const subscriberIn = ({ env, params }: LinkAsk) =>
	subscriberOf(readLink(env.LINK_KEY, "unsubscribe", params.token) ?? "");

async function subscription(ask: LinkAsk, { sent }: Refused = {}): Promise<Page> {
	ask.c.header("X-Robots-Tag", "noindex, nofollow");
	const who = subscriberIn(ask);
	if (!who) return deadSubscriptionPage();
	const [[off]] = await readRows(ask.env.DB, unsubscribedSince(who));
	return subscriptionPage({ token: ask.params.token, kind: who.kind, isOff: off !== undefined }, sent ?? freshForm());
}

/**
 * The page behind a mail's link to end a kind of mails. Opening it changes nothing, because mail programs open links by
 * themselves.
 */
const page = pageWithForms({
	path: paths.unsubscribe(":token"),
	gate: "anyone",
	params: Token,
	page: subscription,
});

/**
 * Stops the kind of mails for this mailbox, or starts it again (`again`). Mail programs POST here by themselves with
 * List-Unsubscribe=One-Click, without cookies, and follow no redirect (RFC 8058 3.2), so the answer is the page itself
 * with 200.
 */
const store = page.form("sent", {
	form: z.strictObject({ again: z.literal("1").optional() }),
	only: ["again"],
	run: async (ask: LinkAsk, { input }) => {
		const who = subscriberIn(ask);
		if (who) await (input.again ? subscribe : unsubscribe)(ask.db, who, ask.by);
		return subscription(ask);
	},
});

export const SUBSCRIPTION_ROUTES: readonly Route[] = [page.show, store];
