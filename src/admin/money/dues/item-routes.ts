import { type Ask, IdParams, type Route } from "#auth/route.ts";
import type { Db } from "#db/commit.ts";
import { duesEvents, duesRow, paymentsOfDues } from "#db/money/dues.ts";
import { readRows } from "#db/read.ts";
import { cancelDues, correctDues, unwaiveDues, waiveDues } from "#domain/money/dues/actions.ts";
import { CorrectionForm, ReasonForm } from "#domain/money/dues/form.ts";
import { DUES_STEPS } from "#domain/money/dues/rules.ts";
import { paths } from "#http/paths.ts";
import type { By } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { taking } from "#kits/steps/taking.ts";
import type { DuesRefusals } from "./item-forms.ts";
import { duesPage } from "./show-page.ts";

const { dues } = paths.admin;
type AskOne = Ask<{ id: number }, object>;

async function itemOf(ask: AskOne, refused: DuesRefusals) {
	const { env, who, at } = ask;
	const { id } = ask.params;
	const [[item], events, paid] = await readRows(
		env.DB,
		duesRow(id, { userId: who.userId, today: dateInTaipei(at) }),
		duesEvents(id),
		paymentsOfDues(id),
	);
	return item ? duesPage({ item, events, paid, who }, refused) : ("missing" as const);
}

const item = pageWithForms({ path: dues.show(":id"), gate: "dues_view", params: IdParams, page: itemOf });

/**
 * Returns what the routes of all steps of a dues item share: the step, its path, the permission, and the page to return
 * to.
 */
const pressed = (step: keyof typeof DUES_STEPS, path: string) =>
	({ step: DUES_STEPS[step], path, gate: "dues", to: ({ params }: AskOne) => dues.show(params.id) }) as const;

type Reasoned = { ref: { id: number; version: number }; reason: string; by: By };
const reasoned = (step: "waive" | "unwaive" | "cancel", path: string, verb: (db: Db, of: Reasoned) => Promise<void>) =>
	taking(item, step, {
		...pressed(step, path),
		form: ReasonForm,
		take: async ({ db, by, params: { id } }, { input: { version, reason } }) => {
			await verb(db, { ref: { id, version }, reason, by });
			return {};
		},
	});

const correct = taking(item, "correct", {
	...pressed("correct", dues.correction(":id")),
	form: CorrectionForm,
	take: async ({ db, by, params: { id } }, { input: { version, ...input } }) => {
		await correctDues(db, { ref: { id, version }, ...input, by });
		return {};
	},
});

/**
 * The routes of one dues item. They come last, because their ":id" would match the words in the addresses of all other
 * routes of dues.
 */
export const DUES_ITEM_ROUTES: readonly Route[] = [
	item.show,
	reasoned("waive", dues.waiver(":id"), (db, { ref, ...of }) => waiveDues(db, { refs: [ref], ...of })),
	reasoned("unwaive", dues.waiverEnd(":id"), unwaiveDues),
	correct,
	reasoned("cancel", dues.cancellation(":id"), cancelDues),
];
