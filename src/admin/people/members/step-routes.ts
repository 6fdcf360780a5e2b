import { action, IdParams, type Route, view } from "#auth/route.ts";
import { kinOf, memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { stepMember } from "#domain/people/members/actions.ts";
import { canStep, dependents, MEMBER_STEP_NAMES, stepOf } from "#domain/people/members/rules.ts";
import { stepForm } from "#domain/people/members/steps.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
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

/**
 * Builds the route of the page before a step. When the step is no longer possible or concerns the user's family, it
 * redirects to the record, which says why.
 */
const confirming = (step: ButtonStep): Route =>
	view({
		path: members.step(":id", STEP_PLACES[step]),
		gate: gateOf(step),
		params: IdParams,
		show: async (ask) => {
			const page = await readPage(ask);
			if (!page) return "missing";
			if (isFamily(page.member, ask.who) || page.member.merged_into !== null || !canStep(page.member, step))
				return { to: homeOf(ask.who, page.member.id) };
			return stepPage(step, page, freshForm());
		},
	});

const again = (step: ButtonStep) => async (ask: AskMember, state: FormState) => {
	const page = await readPage(ask);
	return page ? stepPage(step, page, state) : ("missing" as const);
};

const taking = (step: ButtonStep): Route =>
	action({
		path: members.step(":id", STEP_PLACES[step]),
		gate: gateOf(step),
		params: IdParams,
		form: stepForm(step),
		run: async (ask, { input: { version, move } }) => {
			const { env, db, params } = ask;
			const by = deciderOf(ask, stepOf(step).permission);
			await stepMember(env, db, { ref: { id: params.id, version }, move, by });
			return { to: homeOf(ask.who, params.id), flash: `已辦理「${STEP_WORDS[step]}」。` };
		},
		page: again(step),
	});

/** The routes of all steps with a button: for each, the page before it and the step itself. */
export const STEP_ROUTES: readonly Route[] = MEMBER_STEP_NAMES.filter(hasButton).flatMap((step) => [
	confirming(step),
	taking(step),
]);
