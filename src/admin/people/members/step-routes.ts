import { IdParams, type Route } from "#auth/route.ts";
import { childrenOfApplicant } from "#db/people/application-children.ts";
import { kinOf, memberRow } from "#db/people/member-reads.ts";
import { membershipTypes } from "#db/people/membership-types.ts";
import { readRows } from "#db/read.ts";
import { stepMember } from "#domain/people/members/actions.ts";
import { canStep, dependents, MEMBERSHIP, stepOf } from "#domain/people/members/rules.ts";
import { stepForm } from "#domain/people/members/steps.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { askingStep } from "#kits/steps/taking.ts";
import type { FormState } from "#ui/form-state.ts";
import { type AskMember, deciderOf, homeOf } from "./asks.ts";
import { type ButtonStep, hasButton, STEP_PLACES } from "./record-words.ts";
import { type StepPage, stepPage } from "./step-page.ts";

const { members } = paths.admin;

const gateOf = (step: ButtonStep): "members_approve" | "members_manage" =>
	stepOf(step).by[0] === "members.approve" ? "members_approve" : "members_manage";

const readPage = async ({ env, params, who, at }: AskMember) => {
	const [[member], kin, children, types] = await readRows(
		env.DB,
		memberRow(params.id),
		kinOf(params.id),
		childrenOfApplicant(params.id),
		membershipTypes(),
	);
	return member && { member, dependents: dependents(member, kin), children, types, who, at };
};

/**
 * Declares the page of a step and the step itself. When the step is no longer possible, or the member is of the user's
 * family, opening the page redirects to the record, which says why; a form that was sent is shown again on its page.
 */
const stepping = (step: ButtonStep): Route[] => {
	const page = (of: StepPage, state: FormState) => stepPage(step, of, state);
	return askingStep({
		path: members.step(":id", STEP_PLACES[step]),
		gate: gateOf(step),
		params: IdParams,
		step: { done: `已辦理「${stepOf(step).label}」。` },
		to: ({ who, params }) => homeOf(who, params.id),
		about: readPage,
		isOpen: ({ member }, { who }) => !isFamily(member, who) && member.merged_into === null && canStep(member, step),
		page,
		moved: page,
		form: stepForm(step),
		take: async (ask, { input: { version, move } }) => {
			const { env, db, params } = ask;
			const by = deciderOf(ask, stepOf(step).by[0]);
			await stepMember(env, db, { ref: { id: params.id, version }, move, by });
			return {};
		},
	});
};

/** The routes of all steps of the membership's table that have a button. */
export const STEP_ROUTES: readonly Route[] = MEMBERSHIP.names.filter(hasButton).flatMap(stepping);
