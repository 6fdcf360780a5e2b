import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { duesEvents, duesRow, paymentsOfDues } from "#db/money/dues.ts";
import { readRows } from "#db/read.ts";
import { cancelDues, correctDues, unwaiveDues, waiveDues } from "#domain/money/dues/actions.ts";
import { CorrectionForm, ReasonForm } from "#domain/money/dues/form.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
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

const waive = item.form("waive", {
	path: dues.waiver(":id"),
	gate: "dues",
	form: ReasonForm,
	run: async ({ db, by, params: { id } }, { input: { version, reason } }) => {
		await waiveDues(db, { refs: [{ id, version }], reason, by });
		return { to: dues.show(id), flash: "已設為免繳。" };
	},
});

const unwaive = item.form("unwaive", {
	path: dues.waiverEnd(":id"),
	gate: "dues",
	form: ReasonForm,
	run: async ({ db, by, params: { id } }, { input: { version, reason } }) => {
		await unwaiveDues(db, { ref: { id, version }, reason, by });
		return { to: dues.show(id), flash: "已取消免繳。" };
	},
});

const correct = item.form("correct", {
	path: dues.correction(":id"),
	gate: "dues",
	form: CorrectionForm,
	run: async ({ db, by, params: { id } }, { input: { version, ...input } }) => {
		await correctDues(db, { ref: { id, version }, ...input, by });
		return { to: dues.show(id), flash: "已更正金額。" };
	},
});

const cancel = item.form("cancel", {
	path: dues.cancellation(":id"),
	gate: "dues",
	form: ReasonForm,
	run: async ({ db, by, params: { id } }, { input: { version, reason } }) => {
		await cancelDues(db, { ref: { id, version }, reason, by });
		return { to: dues.show(id), flash: "已取消這筆會費。" };
	},
});

/** The pages of one item. Last of the dues': its ":id" would take their other words for one. */
export const DUES_ITEM_ROUTES: readonly Route[] = [item.show, waive, unwaive, correct, cancel];
