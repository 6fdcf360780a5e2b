import { IdParams, type Route } from "#auth/route.ts";
import { kinOf, memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { stepMember } from "#domain/people/members/actions.ts";
import { canStep, dependents, MEMBER_STEP_NAMES, stepOf } from "#domain/people/members/rules.ts";
import { stepForm } from "#domain/people/members/steps.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { formPage } from "#kits/form/form.ts";
import { type AskMember, deciderOf, homeOf } from "./asks.ts";
import { type ButtonStep, hasButton, STEP_PLACES, STEP_WORDS } from "./record-words.ts";
import { stepPage } from "./step-page.ts";

const { members } = paths.admin;

const gateOf = (step: ButtonStep): "members_approve" | "members_manage" =>
	stepOf(step).permission === "members.approve" ? "members_approve" : "members_manage";

const readPage = async ({ env, params, who, at }: AskMember) => {
	const [[member], kin] = await readRows(env.DB, memberRow(params.id), kinOf(params.id));
	return member && { member, dependents: dependents(member, kin), who, at };
};

/** Asks first; whoever has come too late, or decides on their family, is sent to the record, which says why. */
const taking = (step: ButtonStep): Route[] =>
	formPage({
		path: members.step(":id", STEP_PLACES[step]),
		gate: gateOf(step),
		params: IdParams,
		form: stepForm(step),
		about: async (ask) => (await readPage(ask)) ?? "missing",
		closed: ({ member }, { who }) =>
			isFamily(member, who) || member.merged_into !== null || !canStep(member, step)
				? { to: homeOf(who, member.id) }
				: undefined,
		page: (page, state) => stepPage(step, page, state),
		run: async (ask, { input: { version, move } }) => {
			const { env, db, params } = ask;
			const by = deciderOf(ask, stepOf(step).permission);
			await stepMember(env, db, { ref: { id: params.id, version }, move, by });
			return { to: homeOf(ask.who, params.id), flash: `已辦理「${STEP_WORDS[step]}」。` };
		},
	});

/** A page that asks, and the step: for each that has a button, from the table. */
export const STEP_ROUTES: readonly Route[] = MEMBER_STEP_NAMES.filter(hasButton).flatMap(taking);
