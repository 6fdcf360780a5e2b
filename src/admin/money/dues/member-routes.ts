import * as z from "zod";
import { reviewerOf } from "#admin/reviewers.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { duesOfMember } from "#db/money/dues.ts";
import { duesStanding, memberRow } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { applyCredit } from "#domain/money/payments/settlement-actions.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { memberDuesPage } from "./member-page.ts";

const { dues } = paths.admin;
type AskMember = Ask<{ id: number }, object>;

async function readDues({ env, params: { id } }: AskMember) {
	const [[member], items, [standing]] = await readRows(env.DB, memberRow(id), duesOfMember(id), duesStanding(id));
	return member && standing && { member, items, standing };
}

const record = pageWithForms({
	path: dues.ofMember(":id"),
	gate: "dues_view",
	params: IdParams,
	page: async (ask, { sent }) => {
		const read = await readDues(ask);
		if (!read) return "missing";
		const { merged_into } = read.member;
		if (!sent && merged_into !== null) return { to: dues.ofMember(merged_into) };
		return memberDuesPage({ ...read, key: crypto.randomUUID(), who: ask.who }, sent);
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

const useCredit = record.form("sent", {
	path: dues.credit(":id"),
	gate: "payments_verify",
	form: CreditForm,
	many: ["items"],
	run: async (ask, { input: { items: ids }, key }) => {
		const { c, env, db, who, by } = ask;
		const { id } = ask.params;
		await applyCredit(db, { memberId: id, duesItemIds: ids, key, reviewer: reviewerOf(who, "payments.verify"), by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: dues.ofMember(id), flash: "已用溢繳款折抵會費。" };
	},
});

/** The routes of one member's dues. They come before the routes of the member's record. */
export const MEMBER_DUES_ROUTES: readonly Route[] = [record.show, useCredit];
