import { usersOf } from "#admin/reviewers.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { type ReceiptRow, receiptEvents, receiptSelect } from "#db/money/receipts.ts";
import { readRows } from "#db/read.ts";
import { mailReceipt, replaceReceipt, voidReceipt } from "#domain/money/receipts/actions.ts";
import { MailForm, ReplacementForm, VoidForm } from "#domain/money/receipts/form.ts";
import { namedIn } from "#domain/money/receipts/items.ts";
import { paths } from "#http/paths.ts";
import { relay } from "#platform/queue.ts";
import type { FormState } from "#ui/form-state.ts";
import { BOOK_ROUTES } from "./book-routes.ts";
import { RECEIPT_LIST_ROUTES } from "./list.ts";
import { RECEIPT_PRINT_ROUTES } from "./print-routes.ts";
import { mayReplace, receiptPage } from "./show-page.ts";
import { replacementPage, voidPage } from "./void-page.ts";

const { receipts } = paths.admin;
type AskOne = Ask<{ id: number }, object>;

async function shown({ env, who, at, params }: AskOne, refused?: FormState) {
	const [[receipt], events] = await readRows(env.DB, receiptSelect(params.id), receiptEvents(params.id));
	if (!receipt) return "missing" as const;
	return receiptPage({ receipt, events, vouchers: namedIn(receipt.vouchers), who, at }, refused && problemOf(refused));
}

const problemOf = ({ problem, errors }: FormState): string => problem ?? Object.values(errors).flat().join(" ");

const show = view({ path: receipts.show(":id"), gate: "receipts", params: IdParams, show: (ask) => shown(ask) });

async function receiptOf({ env, params }: AskOne): Promise<ReceiptRow | undefined> {
	const [[receipt]] = await readRows(env.DB, receiptSelect(params.id));
	return receipt;
}

/**
 * Returns a handler that draws a form on a receipt; when the form does not apply any more, it redirects to the
 * receipt's page.
 */
const formOn =
	(
		isOpen: (receipt: ReceiptRow) => boolean,
		draw: (receipt: ReceiptRow, state?: FormState) => ReturnType<typeof voidPage>,
	) =>
	async (ask: AskOne) => {
		const receipt = await receiptOf(ask);
		if (!receipt) return "missing" as const;
		return isOpen(receipt) ? draw(receipt) : { to: receipts.show(receipt.id) };
	};

/**
 * Returns a handler that draws the refused form; when the form does not apply any more, the receipt's page with the
 * refusal.
 */
const againOn =
	(
		isOpen: (receipt: ReceiptRow) => boolean,
		draw: (receipt: ReceiptRow, state?: FormState) => ReturnType<typeof voidPage>,
	) =>
	async (ask: AskOne, state: FormState) => {
		const receipt = await receiptOf(ask);
		if (!receipt) return "missing" as const;
		return isOpen(receipt) ? draw(receipt, state) : shown(ask, state);
	};

const isIssued = ({ status }: ReceiptRow): boolean => status === "issued";

const askVoid = view({
	path: receipts.voiding(":id"),
	gate: "receipts_void",
	params: IdParams,
	show: formOn(isIssued, voidPage),
});

const voiding = action({
	path: receipts.voiding(":id"),
	gate: "receipts_void",
	params: IdParams,
	form: VoidForm,
	run: async ({ db, params: { id }, who, by }, { input }) => {
		const { version, reason, replacement, payer_title: payerTitle } = input;
		const users = usersOf(who, "receipts.void");
		const of = { ref: { id, version }, reason, replacement, payerTitle, users, by };
		const { number, replacedBy } = await voidReceipt(db, of);
		return replacedBy === null
			? { to: receipts.show(id), flash: `已作廢收據 ${number}。`, tone: "info" as const }
			: {
					to: receipts.show(replacedBy),
					flash: `已作廢收據 ${number}，這是取代它的新收據。`,
					link: { href: receipts.show(id), label: "看作廢的那一張" },
				};
	},
	page: againOn(isIssued, voidPage),
});

const askReplacement = view({
	path: receipts.replacement(":id"),
	gate: "receipts_void",
	params: IdParams,
	show: formOn(mayReplace, replacementPage),
});

const replacement = action({
	path: receipts.replacement(":id"),
	gate: "receipts_void",
	params: IdParams,
	form: ReplacementForm,
	run: async ({ db, params: { id }, who, by }, { input: { version, payer_title: payerTitle } }) => {
		const users = usersOf(who, "receipts.void");
		const made = await replaceReceipt(db, { ref: { id, version }, payerTitle, users, by });
		return { to: receipts.show(made), flash: "已補開收據。" };
	},
	page: againOn(mayReplace, replacementPage),
});

const mail = action({
	path: receipts.mail(":id"),
	gate: "receipts_issue",
	params: IdParams,
	form: MailForm,
	run: async ({ c, env, db, params: { id }, by }) => {
		await mailReceipt(db, { id, by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: receipts.show(id), flash: "已寄出通知，繳款人登入後可以查看與下載收據。" };
	},
	page: shown,
});

/** The routes of 收據. Fixed addresses come first, because ":id" would match them too. */
export const RECEIPT_ROUTES: readonly Route[] = [
	...RECEIPT_LIST_ROUTES,
	...BOOK_ROUTES,
	...RECEIPT_PRINT_ROUTES,
	show,
	askVoid,
	voiding,
	askReplacement,
	replacement,
	mail,
];
