import { IdParams, type Route } from "#auth/route.ts";
import { ownPurposes, recordFor } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { endOwnConsent } from "#domain/people/actions.ts";
import { WithdrawalForm } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { purposeEndPage } from "./purpose-page.ts";
import { type AskFor, ForQuery, whose } from "./whose.ts";

const { privacy } = paths.member;
const gate = "member";

const purposeEnd = pageWithForms({
	path: privacy.purposeEnd(":id"),
	gate,
	params: IdParams,
	query: ForQuery,
	page: async (ask, { sent }) => {
		const of = await purposeOf(ask);
		return of ? purposeEndPage(of, sent) : "missing";
	},
});

/** Reads the consent of the address, of the member whom the page is about; undefined when it is not in force. */
async function purposeOf(ask: AskFor<{ id: number }>) {
	const of = whose(ask);
	if (!of) return undefined;
	const { env, who, params } = ask;
	const [[member], purposes] = await readRows(env.DB, recordFor(who.userId, of.id), ownPurposes(who.userId, of.id));
	const purpose = purposes.find(({ id }) => id === params.id);
	return member && purpose && { member, purpose, dependent: of.dependent };
}

const endPurpose = purposeEnd.form("sent", {
	form: WithdrawalForm,
	run: async (ask, { input }) => {
		const of = await purposeOf(ask);
		if (!of) return "missing";
		const { env, db, who, by } = ask;
		const { member, purpose, dependent } = of;
		const ref = { id: member.id, version: input.version };
		await endOwnConsent(env, db, { ref, purpose: purpose.purpose, channel: "web", by: { ...by, userId: who.userId } });
		return { to: privacy.show(dependent), flash: "已收回同意，內容已刪除。" };
	},
});

/** The routes by which a member takes back a consent to special data of own fields. */
export const PURPOSE_ROUTES: readonly Route[] = [purposeEnd.show, endPurpose];
