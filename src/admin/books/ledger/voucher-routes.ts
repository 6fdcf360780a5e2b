import { reviewerOf } from "#admin/reviewers.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { tiedAccounts } from "#db/books/accounts.ts";
import { posters, type VoucherPageRow, voucherForPage } from "#db/books/voucher-drafts.ts";
import { openingStanding } from "#db/books/voucher-writes.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { createVoucher, editVoucher, postDraft, removeDraft, reverseManual } from "#domain/books/vouchers/actions.ts";
import { DraftRef, NewVoucherQuery, ReversalForm, VoucherForm } from "#domain/books/vouchers/form.ts";
import { LINE_FIELDS } from "#domain/books/vouchers/lines.ts";
import { MANUAL_VOUCHERS, VOUCHER_STEPS, voucherState } from "#domain/books/vouchers/steps.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keysOf } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { askingStep, taking } from "#kits/steps/taking.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { checkVoucher, emptyingRows, freshVoucher } from "./voucher-check.ts";
import { draftList } from "./voucher-drafts-list.ts";
import { voucherFormPage } from "./voucher-form-page.ts";
import { voucherPage } from "./voucher-page.ts";
import { VOUCHER_PRINT_ROUTES } from "./voucher-print-routes.ts";
import { headState, rowsSent, shownAgain } from "./voucher-sent.ts";
import { removalPage, reversalPage } from "./voucher-step-pages.ts";

const { ledger } = paths.admin;
const gate = "ledger_post";
type AskOne = Ask<{ id: number }>;

const found = async ({ env, params }: AskOne): Promise<VoucherPageRow | undefined> =>
	(await readRows(env.DB, voucherForPage(params.id)))[0][0];
const isDraft = ({ state, source }: VoucherPageRow): boolean => state === "draft" && source === "manual";

/**
 * Returns the page of a voucher with the actions that the user may take and the state of a refused form; "missing" when
 * there is no such voucher, or only a draft that the system made.
 */
async function shownVoucher(ask: AskOne, { sent }: Refused): Promise<Page | "missing"> {
	const { env, params, who, at } = ask;
	const [[voucher], people, settings, tied, [opening]] = await readRows(
		env.DB,
		voucherForPage(params.id),
		posters(dateInTaipei(at)),
		selectSettings(keysOf("ledger")),
		tiedAccounts(),
		openingStanding(),
	);
	if (!voucher || (voucher.state === "draft" && voucher.source !== "manual")) return "missing";
	const limit = parseSettings("ledger", settings).second_person_above;
	const looking = { at, who, limit, posters: people, tied, opened: opening?.date };
	return voucherPage(voucher, { ...looking, state: sent ?? freshForm() });
}

const shown = pageWithForms({
	path: ledger.voucher(":id"),
	gate: "ledger",
	params: IdParams,
	page: shownVoucher,
});

const creation = pageWithForms({
	path: ledger.voucherCreate(),
	gate,
	query: NewVoucherQuery,
	page: async (ask, { sent }) => {
		const { at, query } = ask;
		if (sent) {
			const { shown } = await freshVoucher(ask, { rows: rowsSent(sent.values), at });
			return voucherFormPage({ ...shown, key: crypto.randomUUID() }, shownAgain(sent));
		}
		const emptying = query.empty === undefined ? undefined : await emptyingRows(ask, query.empty);
		const of = { rows: emptying?.rows ?? [], voucherId: query.copy, template: query.template, at };
		const { shown, description } = await freshVoucher(ask, of);
		const head = freshForm({ date: dateInTaipei(at), description: emptying?.description ?? description });
		return voucherFormPage({ ...shown, key: crypto.randomUUID() }, head);
	},
});

const posterOf = (ask: Ask<object>, step: VoucherForm["step"]) =>
	step === "post" ? reviewerOf(ask.who, "ledger.post") : undefined;
const flashOf = (step: VoucherForm["step"]): string =>
	step === "post" ? VOUCHER_STEPS.post.done : "已儲存草稿，還沒有過帳。";

const storeVoucher = creation.form("sent", {
	form: VoucherForm,
	many: [...LINE_FIELDS],
	run: async (ask, { input: sent, key }) => {
		const checked = await checkVoucher(ask, sent);
		if (!("input" in checked))
			return voucherFormPage({ ...checked.shown, key: crypto.randomUUID() }, headState(sent, checked));
		const { db, by } = ask;
		const id = await createVoucher(db, { input: checked.input, poster: posterOf(ask, sent.step), key, by });
		return { to: ledger.voucher(id), flash: flashOf(sent.step) };
	},
});

const editing = pageWithForms({
	path: ledger.voucherEdit(":id"),
	gate,
	params: IdParams,
	page: async (ask, refused) => {
		const { sent } = refused;
		const rows = sent && { rows: rowsSent(sent.values) };
		const { shown, voucher } = await freshVoucher(ask, { ...rows, voucherId: ask.params.id, at: ask.at });
		if (!voucher) return "missing";
		// Another user posted the draft meanwhile: its page is shown with the refused form.
		if (!isDraft(voucher)) return sent ? shownVoucher(ask, refused) : { to: ledger.voucher(voucher.id) };
		return voucherFormPage({ ...shown, key: "", draft: voucher }, sent ? shownAgain(sent) : headOf(voucher));
	},
});

const headOf = ({ date, description, turns_next_year, resolution_no, resolution_on }: VoucherPageRow): FormState =>
	freshForm({
		date,
		description,
		turns_next_year: turns_next_year === 1 ? "1" : "",
		resolution_no: resolution_no ?? "",
		resolution_on: resolution_on ?? "",
	});

const updateVoucher = editing.form("sent", {
	form: VoucherForm,
	many: [...LINE_FIELDS],
	run: async (ask: AskOne, { input: sent }) => {
		const { db, by, params } = ask;
		const checked = await checkVoucher(ask, sent, params.id);
		if ("input" in checked) {
			const ref = { id: params.id, version: sent.version ?? 0 };
			await editVoucher(db, ref, { input: checked.input, poster: posterOf(ask, sent.step), by });
			return { to: ledger.voucher(params.id), flash: flashOf(sent.step) };
		}
		const { voucher } = checked;
		if (!voucher) return "missing";
		if (!isDraft(voucher)) return { to: ledger.voucher(voucher.id) };
		return voucherFormPage({ ...checked.shown, key: "", draft: voucher }, headState(sent, checked));
	},
});

const postVoucher = taking(shown, "sent", {
	step: VOUCHER_STEPS.post,
	path: ledger.voucherPosting(":id"),
	gate,
	params: IdParams,
	form: DraftRef,
	to: ({ params }: AskOne) => ledger.voucher(params.id),
	take: async ({ db, params: { id }, who, by }: AskOne, { input: { version } }) => {
		await postDraft(db, { ref: { id, version }, poster: reviewerOf(who, "ledger.post"), by });
		return {};
	},
});

const removal = pageWithForms({
	path: ledger.voucherRemoval(":id"),
	gate,
	params: IdParams,
	page: async (ask, refused) => {
		const { sent } = refused;
		const voucher = await found(ask);
		if (!voucher) return "missing";
		if (isDraft(voucher)) return removalPage(voucher, sent ?? freshForm());
		return sent ? shownVoucher(ask, refused) : { to: ledger.voucher(voucher.id) };
	},
});

const remove = removal.form("sent", {
	form: DraftRef,
	run: async ({ db, by, params }: AskOne, { input: { version } }) => {
		await removeDraft(db, { id: params.id, version }, by);
		return { to: ledger.drafts(), flash: `已刪除傳票草稿 ${params.id}。` };
	},
});

const drawReversal = (voucher: VoucherPageRow, state: FormState, { who }: AskOne): Page =>
	reversalPage(voucher, { who, state });

const reversal = askingStep({
	step: VOUCHER_STEPS.reverse,
	path: ledger.voucherReversal(":id"),
	gate: "ledger_correct",
	params: IdParams,
	fresh: true,
	form: ReversalForm,
	to: ({ params }: AskOne) => ledger.voucher(params.id),
	about: found,
	isOpen: (voucher) => MANUAL_VOUCHERS.can("reverse", voucherState(voucher)),
	filled: (_, { at }) => freshForm({ date: dateInTaipei(at) }),
	page: drawReversal,
	moved: drawReversal,
	take: async (ask: AskOne, { input: { version, date, reason } }) => {
		const { id } = ask.params;
		const poster = reviewerOf(ask.who, "ledger.post");
		const second = reviewerOf(ask.who, "confirmations.decide");
		const made = await reverseManual(ask.db, { ref: { id, version }, date, reason, poster, second, by: ask.by });
		return {
			to: ledger.voucher(made),
			link: { href: `${ledger.voucherCreate()}?copy=${id}`, label: "更正後重新開傳票" },
		};
	},
});

/** The routes of manual vouchers. The addresses "new" and "print" come first, because ":id" would match them too. */
export const VOUCHER_ROUTES: readonly Route[] = [
	...draftList.routes,
	...VOUCHER_PRINT_ROUTES,
	creation.show,
	storeVoucher,
	shown.show,
	editing.show,
	updateVoucher,
	postVoucher,
	removal.show,
	remove,
	...reversal,
];
