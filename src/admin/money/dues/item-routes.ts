import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { duesEvents, duesRow, paymentsOfDues } from "#db/money/dues.ts";
import { readRows } from "#db/read.ts";
import { cancelDues, correctDues, unwaiveDues, waiveDues } from "#domain/money/dues/actions.ts";
import { CorrectionForm, ReasonForm } from "#domain/money/dues/form.ts";
import type { DuesStep } from "#domain/money/dues/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { FormState } from "#ui/form-state.ts";
import type { DuesRefusals } from "./item-forms.ts";
import { duesPage } from "./show-page.ts";

const { dues } = paths.admin;
type AskOne = Ask<{ id: number }, object>;

async function itemOf(ask: AskOne, refused: DuesRefusals = {}) {
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

const showItem = view({ path: dues.show(":id"), gate: "dues_view", params: IdParams, show: (ask) => itemOf(ask) });

const again = (step: DuesStep) => (ask: AskOne, state: FormState) => itemOf(ask, { [step]: state });

const waive = action({
	path: dues.waiver(":id"),
	gate: "dues",
	params: IdParams,
	form: ReasonForm,
	run: async ({ db, by, params: { id } }, { input: { version, reason } }) => {
		await waiveDues(db, { refs: [{ id, version }], reason, by });
		return { to: dues.show(id), flash: "已設為免繳。" };
	},
	page: again("waive"),
});

const unwaive = action({
	path: dues.waiverEnd(":id"),
	gate: "dues",
	params: IdParams,
	form: ReasonForm,
	run: async ({ db, by, params: { id } }, { input: { version, reason } }) => {
		await unwaiveDues(db, { ref: { id, version }, reason, by });
		return { to: dues.show(id), flash: "已取消免繳。" };
	},
	page: again("unwaive"),
});

const correct = action({
	path: dues.correction(":id"),
	gate: "dues",
	params: IdParams,
	form: CorrectionForm,
	run: async ({ db, by, params: { id } }, { input: { version, ...input } }) => {
		await correctDues(db, { ref: { id, version }, ...input, by });
		return { to: dues.show(id), flash: "已更正金額。" };
	},
	page: again("correct"),
});

const cancel = action({
	path: dues.cancellation(":id"),
	gate: "dues",
	params: IdParams,
	form: ReasonForm,
	run: async ({ db, by, params: { id } }, { input: { version, reason } }) => {
		await cancelDues(db, { ref: { id, version }, reason, by });
		return { to: dues.show(id), flash: "已取消這筆會費。" };
	},
	page: again("cancel"),
});

/** The routes of one dues item. They stand last, because their ":id" would match the other words. */
export const DUES_ITEM_ROUTES: readonly Route[] = [showItem, waive, unwaive, correct, cancel];
