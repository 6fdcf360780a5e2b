import * as z from "zod";
import { ChosenQuery, chosenOf, chosenWords, memberList, toldOf } from "#admin/people/index.ts";
import type { Ask, Route } from "#auth/route.ts";
import { fittingMembers, membershipFees, membershipTypes, planned, plannedPeople } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { assessDues } from "#domain/money/dues/actions.ts";
import { AssessmentForm, KIND_CHOICES, type KindChoice, kindsOf } from "#domain/money/dues/form.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keysOf } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { asked } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { CHOSEN } from "#kits/list/chosen.ts";
import type { FormState } from "#ui/form-state.ts";
import { figure } from "#ui/money.ts";
import { assessmentPage } from "./assessment-page.ts";
import { yearWords } from "./words.ts";

const { dues } = paths.admin;
/**
 * The largest number of members that conditions can select; a longer list of ids would not fit in a statement's
 * parameter.
 */
const MOST_MEMBERS = 100_000;

/** The query: the year and kinds of dues, with the conditions of the members' list. */
const AssessmentQuery = memberList.asking({
	...CHOSEN,
	year: asked(z.coerce.number().int().min(1980).max(2200)),
	kinds: asked(z.enum(KIND_CHOICES)),
});

/** Returns the conditions on members without this page's own fields; "" for all members. */
const conditionsOf = (query: Record<string, string>): string =>
	new URLSearchParams(
		Object.entries(query).filter(([name, value]) => !["year", "kinds", "here"].includes(name) && value !== ""),
	).toString();

const chosenIn = (conditions: string) =>
	ChosenQuery.safeParse(Object.fromEntries(new URLSearchParams(conditions))).data;

type Members = { ids: readonly number[]; told: (many: number) => string };
/** Returns the ids of the members whom the conditions of a list select, and how a number of them is told; null for all members. */
async function membersOf(ask: Ask<object, object>, conditions: string): Promise<Members | null> {
	const query = chosenIn(conditions);
	if (!query || chosenWords(query, []).length === 0) return null;
	const chosen = await chosenOf(query, ask);
	const told = toldOf(chosen);
	if ("ids" in chosen) return { ids: chosen.ids, told };
	const [rows] = await readRows(ask.env.DB, fittingMembers(chosen.filter, "number", MOST_MEMBERS));
	return { ids: rows.map(({ id }) => id), told };
}

type Asked = { year: number | undefined; kinds: KindChoice | undefined; conditions: string };

async function pageOf(ask: Ask<object, object>, { year, kinds = "both", conditions }: Asked, state?: FormState) {
	const today = dateInTaipei(ask.at);
	const thisYear = Number(today.slice(0, 4));
	const chosen = await membersOf(ask, conditions);
	const memberIds = chosen?.ids ?? null;
	const query = chosenIn(conditions);
	const plan = { year: year ?? thisYear, kinds: kindsOf(kinds), today, memberIds };
	const [settings, own, types, rows, [people]] = await readRows(
		ask.env.DB,
		selectSettings(keysOf("fees")),
		membershipFees(),
		membershipTypes(),
		planned(plan),
		plannedPeople(plan),
	);
	const fees = parseSettings("fees", settings);
	const whom =
		chosen === null || !query
			? null
			: {
					asked: conditions,
					words: chosenWords(query, types).join("、"),
					many: chosen.ids.length,
					told: chosen.told,
				};
	return assessmentPage(
		{
			year: plan.year,
			thisYear,
			kinds,
			rows,
			people: people ?? { members: 0, owing: 0, exempt: 0 },
			fees,
			ownFees: own.length,
			whom,
		},
		state,
	);
}

const assessment = pageWithForms({
	path: dues.assessment(),
	gate: "dues",
	query: AssessmentQuery,
	page: (ask, { sent }) => {
		const { year, kinds } = (sent ? AssessmentForm.safeParse(sent.values).data : ask.query) ?? {};
		const conditions = sent ? ([sent.values.chosen ?? ""].flat()[0] ?? "") : conditionsOf(ask.c.req.query());
		return pageOf(ask, { year, kinds, conditions }, sent);
	},
});

const makeAssessment = assessment.form("sent", {
	form: AssessmentForm,
	run: async (ask, { input: { year, kinds, chosen } }) => {
		const memberIds = (await membersOf(ask, chosen))?.ids ?? null;
		const to = `${dues.list()}?${new URLSearchParams({ year: String(year) })}`;
		const made = await assessDues(ask.db, { year, kinds: kindsOf(kinds), memberIds, href: to, by: ask.by });
		return made === 0
			? { to, flash: `${yearWords(year)}該有的會費都已經有了，沒有產生新的。`, tone: "info" }
			: { to, flash: `已產生 ${figure(made)} 筆應繳會費。` };
	},
});

/**
 * The routes of assessing dues (產生應繳會費). They come before the routes of one dues item, whose ":id" would match
 * "assessment".
 */
export const ASSESSMENT_ROUTES: readonly Route[] = [assessment.show, makeAssessment];
