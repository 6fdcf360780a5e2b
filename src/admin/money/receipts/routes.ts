import { usersOf } from "#admin/reviewers.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { type ReceiptRow, receiptEvents, receiptSelect } from "#db/money/receipts.ts";
import { readRows } from "#db/read.ts";
import { mailReceipt, replaceReceipt, voidReceipt } from "#domain/money/receipts/actions.ts";
import { MailForm, ReplacementForm, VoidForm } from "#domain/money/receipts/form.ts";
import { namedIn } from "#domain/money/receipts/items.ts";
import { RECEIPT_STEPS, RECEIPTS } from "#domain/money/receipts/steps.ts";
import { paths } from "#http/paths.ts";
import type { Step } from "#kernel/steps.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { askingStep } from "#kits/steps/taking.ts";
import { relay } from "#platform/queue.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { BOOK_ROUTES } from "./book-routes.ts";
import { RECEIPT_LIST_ROUTES } from "./list.ts";
import { RECEIPT_PRINT_ROUTES } from "./print-routes.ts";
import { mayReplace, receiptPage } from "./show-page.ts";
import { replacementPage, voidPage } from "./void-page.ts";

const { receipts } = paths.admin;
type AskOne = Ask<{ id: number }, object>;

async function shown({ env, who, at, params }: AskOne, { sent }: Refused) {
	const [[receipt], events] = await readRows(env.DB, receiptSelect(params.id), receiptEvents(params.id));
	if (!receipt) return "missing" as const;
	return receiptPage({ receipt, events, vouchers: namedIn(receipt.vouchers), who, at }, sent && problemOf(sent));
}

const problemOf = ({ problem, errors }: FormState): string => problem ?? Object.values(errors).flat().join(" ");

const page = pageWithForms({ path: receipts.show(":id"), gate: "receipts", params: IdParams, page: shown });

/**
 * Returns what the routes of a step with a page of its own share. When the receipt's state no longer allows the step,
 * the receipt's page with its present state is shown instead.
 */
const asked = (
	step: Partial<Step>,
	isOpen: (receipt: ReceiptRow) => boolean,
	page: (receipt: ReceiptRow, state: FormState) => Page,
) =>
	({
		step,
		gate: "receipts_void",
		params: IdParams,
		about: async ({ env, params }: AskOne) => (await readRows(env.DB, receiptSelect(params.id)))[0][0],
		isOpen,
		filled: ({ payer_title }: ReceiptRow) => freshForm({ payer_title }),
		page,
		moved: (_: ReceiptRow, sent: FormState, ask: AskOne) => shown(ask, { sent }),
		to: ({ params }: AskOne) => receipts.show(params.id),
	}) as const;

const voiding = askingStep({
	...asked(RECEIPT_STEPS.void, ({ status }) => RECEIPTS.can("void", status), voidPage),
	path: receipts.voiding(":id"),
	form: VoidForm,
	take: async ({ db, params: { id }, who, by }, { input }) => {
		const { version, reason, replacement, payer_title: payerTitle } = input;
		const users = usersOf(who, "receipts.void");
		const of = { ref: { id, version }, reason, replacement, payerTitle, users, by };
		const { number, replacedBy } = await voidReceipt(db, of);
		return replacedBy === null
			? { flash: `已作廢收據 ${number}。`, tone: "info" }
			: {
					to: receipts.show(replacedBy),
					flash: `已作廢收據 ${number}，這是取代它的新收據。`,
					link: { href: receipts.show(id), label: "看作廢的那一張" },
				};
	},
});

const replacement = askingStep({
	...asked(RECEIPT_STEPS.replace, mayReplace, replacementPage),
	path: receipts.replacement(":id"),
	form: ReplacementForm,
	take: async ({ db, params: { id }, who, by }, { input: { version, payer_title: payerTitle } }) => {
		const users = usersOf(who, "receipts.void");
		return { to: receipts.show(await replaceReceipt(db, { ref: { id, version }, payerTitle, users, by })) };
	},
});

const mail = page.form("sent", {
	path: receipts.mail(":id"),
	gate: "receipts_issue",
	form: MailForm,
	run: async ({ c, env, db, params: { id }, by }) => {
		await mailReceipt(db, { id, by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		return { to: receipts.show(id), flash: "已寄出通知，繳款人登入後可以查看與下載收據。" };
	},
});

/** The routes of 收據. Fixed addresses come first, because ":id" would match them too. */
export const RECEIPT_ROUTES: readonly Route[] = [
	...RECEIPT_LIST_ROUTES,
	...BOOK_ROUTES,
	...RECEIPT_PRINT_ROUTES,
	page.show,
	...voiding,
	...replacement,
	mail,
];
