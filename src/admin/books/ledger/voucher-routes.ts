import { reviewerOf } from "#admin/reviewers.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { tiedAccounts } from "#db/books/accounts.ts";
import { drafts, posters, type VoucherPageRow, voucherForPage } from "#db/books/voucher-drafts.ts";
import { openingStanding } from "#db/books/voucher-writes.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/settings.ts";
import { createVoucher, editVoucher, postDraft, removeDraft, reverseManual } from "#domain/books/vouchers/actions.ts";
import { DraftRef, DraftsQuery, NewVoucherQuery, ReversalForm, VoucherForm } from "#domain/books/vouchers/form.ts";
import { LINE_FIELDS } from "#domain/books/vouchers/lines.ts";
import { parseSettings } from "#domain/system/settings/actions.ts";
import { keysOf } from "#domain/system/settings/stored.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { checkVoucher, emptyingRows, freshVoucher, headState, rowsSent, shownAgain } from "./voucher-check.ts";
import { DRAFTS_PER_PAGE, draftsPage } from "./voucher-drafts-page.ts";
import { voucherFormPage } from "./voucher-form-page.ts";
import { voucherPage } from "./voucher-page.ts";
import { voucherPrintPage } from "./voucher-print-page.ts";
import { removalPage, reversalPage } from "./voucher-step-pages.ts";

const { ledger } = paths.admin;
const gate = "ledger_post";
type AskOne = Ask<{ id: number }>;

const listDrafts = view({
	path: ledger.drafts(),
	gate: "ledger",
	query: DraftsQuery,
	show: async ({ env, query, who, at }) => {
		const [rows] = await readRows(env.DB, drafts(query, DRAFTS_PER_PAGE));
		return draftsPage({ rows, query, mayPost: allows(gate, who), at });
	},
});

const found = async ({ env, params }: AskOne): Promise<VoucherPageRow | undefined> =>
	(await readRows(env.DB, voucherForPage(params.id)))[0][0];
const isDraft = ({ state, source }: VoucherPageRow): boolean => state === "draft" && source === "manual";

/** Reads and draws a voucher's page with the current user's actions and the refused form, if any. */
async function shownVoucher(ask: AskOne, state?: FormState): Promise<Page | "missing"> {
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
	return voucherPage(voucher, { ...looking, state: state ?? freshForm() });
}

const showVoucher = view({
	path: ledger.voucher(":id"),
	gate: "ledger",
	params: IdParams,
	show: (ask) => shownVoucher(ask),
});

const newVoucher = view({
	path: ledger.voucherCreate(),
	gate,
	query: NewVoucherQuery,
	show: async (ask) => {
		const { at, query } = ask;
		const emptying = query.empty === undefined ? undefined : await emptyingRows(ask, query.empty);
		const of = { rows: emptying?.rows ?? [], voucherId: query.copy, template: query.template, at };
		const { shown, description } = await freshVoucher(ask, of);
		const head = freshForm({ date: dateInTaipei(at), description: emptying?.description ?? description });
		return voucherFormPage({ ...shown, key: crypto.randomUUID() }, head);
	},
});

const posterOf = (ask: Ask<object>, step: VoucherForm["step"]) =>
	step === "post" ? reviewerOf(ask.who, "ledger.post") : undefined;
const flashOf = (step: VoucherForm["step"]): string => (step === "post" ? "已過帳。" : "已儲存草稿，還沒有過帳。");

const storeVoucher = action({
	path: ledger.voucherCreate(),
	gate,
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
	page: async (ask, state) => {
		const { shown } = await freshVoucher(ask, { rows: rowsSent(state.values), at: ask.at });
		return voucherFormPage({ ...shown, key: crypto.randomUUID() }, shownAgain(state));
	},
});

const editForm = view({
	path: ledger.voucherEdit(":id"),
	gate,
	params: IdParams,
	show: async (ask) => {
		const { shown, voucher } = await freshVoucher(ask, { voucherId: ask.params.id, at: ask.at });
		if (!voucher) return "missing";
		if (!isDraft(voucher)) return { to: ledger.voucher(voucher.id) };
		return voucherFormPage({ ...shown, key: "", draft: voucher }, headOf(voucher));
	},
});

const headOf = ({ date, description, turns_next_year }: VoucherPageRow): FormState =>
	freshForm({ date, description, turns_next_year: turns_next_year === 1 ? "1" : "" });

const updateVoucher = action({
	path: ledger.voucherEdit(":id"),
	gate,
	params: IdParams,
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
	page: async (ask, state) => {
		const of = { rows: rowsSent(state.values), voucherId: ask.params.id, at: ask.at };
		const { shown, voucher } = await freshVoucher(ask, of);
		if (!voucher) return "missing";
		// When another user posted the draft meanwhile, the posted voucher is shown with the refusal.
		if (!isDraft(voucher)) return shownVoucher(ask, state);
		return voucherFormPage({ ...shown, key: "", draft: voucher }, shownAgain(state));
	},
});

const postVoucher = action({
	path: ledger.voucherPosting(":id"),
	gate,
	params: IdParams,
	form: DraftRef,
	run: async (ask: AskOne, { input: { version } }) => {
		const { id } = ask.params;
		await postDraft(ask.db, { ref: { id, version }, poster: reviewerOf(ask.who, "ledger.post"), by: ask.by });
		return { to: ledger.voucher(id), flash: "已過帳。" };
	},
	page: shownVoucher,
});

const askRemoval = view({
	path: ledger.voucherRemoval(":id"),
	gate,
	params: IdParams,
	show: async (ask) => {
		const voucher = await found(ask);
		if (!voucher) return "missing";
		return isDraft(voucher) ? removalPage(voucher, freshForm()) : { to: ledger.voucher(voucher.id) };
	},
});

const remove = action({
	path: ledger.voucherRemoval(":id"),
	gate,
	params: IdParams,
	form: DraftRef,
	run: async ({ db, by, params }: AskOne, { input: { version } }) => {
		await removeDraft(db, { id: params.id, version }, by);
		return { to: ledger.drafts(), flash: `已刪除傳票草稿 ${params.id}。` };
	},
	page: async (ask, state) => {
		const voucher = await found(ask);
		if (!voucher) return "missing";
		return isDraft(voucher) ? removalPage(voucher, state) : shownVoucher(ask, state);
	},
});

const askReversal = view({
	path: ledger.voucherReversal(":id"),
	gate: "ledger_correct",
	params: IdParams,
	fresh: true,
	show: async (ask) => {
		const voucher = await found(ask);
		if (!voucher) return "missing";
		if (voucher.state === "draft" || voucher.reversed_by_id !== null) return { to: ledger.voucher(voucher.id) };
		return reversalPage(voucher, { who: ask.who, state: freshForm({ date: dateInTaipei(ask.at) }) });
	},
});

const reverse = action({
	path: ledger.voucherReversal(":id"),
	gate: "ledger_correct",
	params: IdParams,
	fresh: true,
	form: ReversalForm,
	run: async (ask: AskOne, { input: { version, date, reason } }) => {
		const { id } = ask.params;
		const poster = reviewerOf(ask.who, "ledger.post");
		const second = reviewerOf(ask.who, "confirmations.decide");
		const made = await reverseManual(ask.db, { ref: { id, version }, date, reason, poster, second, by: ask.by });
		return {
			to: ledger.voucher(made),
			flash: "已沖銷。",
			link: { href: `${ledger.voucherCreate()}?copy=${id}`, label: "更正後重新開傳票" },
		};
	},
	page: async (ask, state) => {
		const voucher = await found(ask);
		if (!voucher) return "missing";
		return reversalPage(voucher, { who: ask.who, state });
	},
});

const printVoucher = view({
	path: ledger.voucherPrint(":id"),
	gate: "ledger",
	params: IdParams,
	show: async ({ env, params }) => {
		const [[voucher], settings] = await readRows(
			env.DB,
			voucherForPage(params.id),
			selectSettings(keysOf("association")),
		);
		if (!voucher || voucher.state === "draft") return "missing";
		return voucherPrintPage(voucher, parseSettings("association", settings).name);
	},
});

/** The routes of manual vouchers. The address "new" comes first, because ":id" would match it too. */
export const VOUCHER_ROUTES: readonly Route[] = [
	listDrafts,
	newVoucher,
	storeVoucher,
	showVoucher,
	editForm,
	updateVoucher,
	postVoucher,
	askRemoval,
	remove,
	askReversal,
	reverse,
	printVoucher,
];
