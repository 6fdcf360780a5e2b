import * as z from "zod";
import { reviewerOf } from "#admin/reviewers.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { duesOfMember, duesStanding } from "#db/money/dues.ts";
import { memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { applyCredit } from "#domain/money/settlements/actions.ts";
import { paths } from "#http/paths.ts";
import { relay } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";
import { memberDuesPage } from "./member-page.ts";

const { dues } = paths.admin;
type AskMember = Ask<{ id: number }, object>;

async function readDues({ env, params: { id } }: AskMember) {
	const [[member], items, [standing]] = await readRows(env.DB, memberRow(id), duesOfMember(id), duesStanding(id));
	return member && standing && { member, items, standing };
}
type Read = NonNullable<Awaited<ReturnType<typeof readDues>>>;

const pageOf = ({ who }: AskMember, read: Read, state?: FormState) =>
	memberDuesPage({ ...read, key: crypto.randomUUID(), who }, state);

const showDues = view({
	path: dues.ofMember(":id"),
	gate: "dues_view",
	params: IdParams,
	show: async (ask) => {
		const read = await readDues(ask);
		if (!read) return "missing";
		const { merged_into } = read.member;
		return merged_into === null ? pageOf(ask, read) : { to: dues.ofMember(merged_into) };
	},
});

const CreditForm = z.strictObject({
	items: z
		.array(
			z
				.string()
				.regex(/^[1-9]\d{0,14}$/)
				.transform(Number),
		)
		.min(1, { error: "請勾選要折抵的會費。" })
		.max(50),
});

const useCredit = action({
	path: dues.credit(":id"),
	gate: "payments_verify",
	params: IdParams,
	form: CreditForm,
	many: ["items"],
	run: async (ask, { input: { items: ids }, key }) => {
		const { c, env, db, who, by } = ask;
		const { id } = ask.params;
		await applyCredit(db, { memberId: id, duesItemIds: ids, key, reviewer: reviewerOf(who, "payments.verify"), by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: dues.ofMember(id), flash: "已用溢繳款折抵會費。" };
	},
	page: async (ask, state) => {
		const read = await readDues(ask);
		return read ? pageOf(ask, read, state) : "missing";
	},
});

/** The routes of the dues of one member. They stand before the member's own pages. */
export const MEMBER_DUES_ROUTES: readonly Route[] = [showDues, useCredit];
