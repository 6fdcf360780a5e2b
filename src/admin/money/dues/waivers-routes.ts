import type * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import { type DuesListRow, duesByIds, duesPage } from "#db/money/dues-lists.ts";
import { readRows } from "#db/read.ts";
import { waiveDues } from "#domain/money/dues/actions.ts";
import { DUES_BULK_MAX, WaiversForm } from "#domain/money/dues/form.ts";
import { canStep } from "#domain/money/dues/rules.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { CHOSEN, choosing } from "#kits/list/chosen.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { duesList, filterOf } from "./list.ts";
import { waiversPage } from "./waivers-page.ts";

const { dues } = paths.admin;

const choose = choosing({
	path: dues.waiversChoice(),
	gate: "dues",
	list: duesList,
	leadsTo: () => dues.waivers(),
	name: "會費",
	title: "免繳",
	area: "應繳會費",
});

const WaiversQuery = duesList.asking(CHOSEN);
type WaiversQuery = z.infer<typeof WaiversQuery>;

/**
 * Returns whether an item can be waived. An item that a payment not yet verified would pay cannot; that payment is
 * decided first.
 */
const isWaivable = ({ status, claimed, amount, paid_amount }: DuesListRow): boolean =>
	claimed === null && canStep("waive", { status, source: "assessment", amount, paid_amount, credited_amount: 0 });

const waivers = pageWithForms({
	path: dues.waivers(),
	gate: "dues",
	query: WaiversQuery,
	page: async ({ env, query }, { sent }) => {
		if (sent) return askAgain(env, sent);
		const [rows] = await readRows(env.DB, chosenBy(query));
		if (rows.length > DUES_BULK_MAX) return nothingChosen(`一次最多 ${DUES_BULK_MAX} 筆，請加上條件後再選。`);
		return waiversPage({ targets: rows.filter(isWaivable), chosen: rows.length, here: query.here }, freshForm());
	},
});

const chosenBy = ({ ids, sort, here: _, ...conditions }: WaiversQuery) =>
	ids ? duesByIds(ids) : duesPage(filterOf(conditions), { sort, limit: DUES_BULK_MAX + 1 });

const storeWaivers = waivers.form("sent", {
	form: WaiversForm,
	run: async ({ db, by }, { input: { refs, here, reason } }) => {
		await waiveDues(db, { refs, reason, by });
		return { to: duesList.again(here), flash: `已將 ${figure(refs.length)} 筆會費設為免繳。` };
	},
});

/** Returns the page again after a refusal, with the items of the form as they are now and what the user typed. */
async function askAgain(env: Ask["env"], state: FormState): Promise<Page> {
	const typed = (name: string): string => [state.values[name] ?? ""].flat()[0] ?? "";
	const ids = typed("refs")
		.split(" ")
		.map((ref) => Number(ref.split(":")[0]));
	const known = ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, DUES_BULK_MAX);
	if (known.length === 0) return nothingChosen(state.problem);
	const [rows] = await readRows(env.DB, duesByIds(known));
	return waiversPage({ targets: rows.filter(isWaivable), chosen: rows.length, here: typed("here") }, state);
}

const nothingChosen = (problem = "選取的內容不正確，請回到列表重新勾選。"): Page => ({
	title: "免繳",
	area: "應繳會費",
	slim: true,
	status: 422,
	body: notice({ tone: "danger", role: "alert" }, problem),
});

/**
 * The routes of waiving (免繳) many dues items. They come before the routes of one dues item, whose ":id" would match
 * "waivers".
 */
export const WAIVER_ROUTES: readonly Route[] = [choose, waivers.show, storeWaivers];
