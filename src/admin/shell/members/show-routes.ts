import * as z from "zod";
import { type AskMember, readMemberPage, showMemberPage } from "#admin/people/index.ts";
import { allows } from "#auth/permissions.ts";
import { IdParams, type Route } from "#auth/route.ts";
import { paymentsOfMember } from "#db/money/index.ts";
import { type Revealed, revealAll } from "#domain/people/actions.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { PAYMENTS_SHOWN, paymentsCard } from "./payments-card.ts";
import { type TimelineQuery, TimelineSearch, timelineAsks } from "./timeline.ts";
import { timelineCard } from "./timeline-card.ts";

const { members } = paths.admin;

type Shown = { query?: TimelineQuery; state?: FormState; revealed?: Revealed };

/**
 * Draws a member's page with its payments and its timeline, also as the answer to one of its buttons; "missing" when
 * there is no such member, a redirect when the record was merged.
 */
async function memberPage(ask: AskMember, { query = {}, state, revealed }: Shown) {
	const { who, at, params } = ask;
	const timeline = timelineAsks({ who, member: params.id, query });
	const paid = allows("payments", who) ? [paymentsOfMember(params.id, PAYMENTS_SHOWN)] : [];
	const found = await readMemberPage(ask, [...timeline.asks, ...paid]);
	if (!found) return "missing" as const;
	const { more, ...page } = found;
	const { member } = page;
	if (member.merged_into !== null)
		return {
			to: members.show(member.merged_into),
			flash: `${member.member_no ?? member.name}已併入這位會員。`,
			tone: "info" as const,
		};
	const shown = timeline.made(more);
	return showMemberPage(
		{ ...page, revealed },
		{
			payments: paid.length > 0 && paymentsCard(more.at(-1) ?? [], { member, who, total: shown.counts.payment ?? 0 }),
			timeline: timelineCard(shown, { member, query, at }),
		},
		state,
	);
}

const record = pageWithForms({
	path: members.show(":id"),
	gate: "members",
	params: IdParams,
	query: TimelineSearch,
	page: (ask) => memberPage(ask, { query: ask.query }),
});

/**
 * The address that shows a record with its sealed (encrypted) data after a POST. Opened by GET, it redirects to the
 * record's own page.
 */
const sealed = pageWithForms({
	path: members.sensitive(":id"),
	gate: "members_sensitive",
	params: IdParams,
	page: async (ask, { sent }): Promise<Page | "missing" | { to: string }> =>
		sent ? memberPage(ask, { state: sent }) : { to: members.show(ask.params.id) },
});

/**
 * Shows the sealed data of a record (顯示) and writes an audit row. The page is the answer to the POST, so that no
 * address shows the data again.
 */
const reveal = sealed.form("sent", {
	form: z.strictObject({}),
	run: async (ask) => {
		const { env, db, by, params } = ask;
		return memberPage(ask, { revealed: await revealAll(env, db, { id: params.id, by }) });
	},
});

/** The routes of a member's page. They come after all others, because ":id" would match every other word. */
export const MEMBER_ROUTES: readonly Route[] = [record.show, reveal, sealed.show];
