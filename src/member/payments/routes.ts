import * as z from "zod";
import { wantsJson } from "#auth/answer.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import {
	creditsOf,
	giverChoice,
	lastTitle,
	openDuesOf,
	ownHistory,
	ownParts,
	ownPayment,
	ownProof,
	ownReceipts,
	shownAccounts,
} from "#db/money/index.ts";
import { recordFor } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { cancelPayment, resubmitPayment, sayNaming, submitPayment } from "#domain/money/actions.ts";
import {
	CancelForm,
	NamingForm,
	OwnPaymentEdit,
	OwnPaymentForm,
	ownPaymentOf,
	PAYMENTS,
	type PaymentInput,
} from "#domain/money/index.ts";
import { openFile } from "#domain/system/actions.ts";
import { PURPOSE } from "#domain/system/index.ts";
import { setFlash } from "#http/flash.ts";
import { paths } from "#http/paths.ts";
import { PageNumber } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { privateFile } from "#kits/file/private-file.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { paymentFormPage } from "./form-page.ts";
import { HISTORY_SIZE, namingState, paymentsPage } from "./list-page.ts";
import { paymentPage } from "./show-page.ts";

const { payments, profile } = paths.member;
const gate = "member";
/**
 * The most bytes of the form's body: 6 MB above the limit for the file, so that a slightly too large photograph still
 * gets a proper message. A larger body is not read to its end.
 */
const UPLOAD_BYTES = PURPOSE.payment_proof.maxBytes + 6 * 1024 * 1024;
const SENT = "已送出，核對完成會通知您。";

type AskAny = Ask<object, object>;
type AskOne = Ask<{ id: number }, object>;

const list = pageWithForms({
	path: payments.list(),
	gate,
	query: z.strictObject({ page: PageNumber }),
	page: async ({ env, who, query: { page } }, { sent }: Refused) => {
		if (who.memberId === null) return { to: profile.create() };
		const [dues, credits, accounts, parts, [choice]] = await readRows(
			env.DB,
			openDuesOf(who.userId),
			creditsOf(who.userId),
			shownAccounts(),
			ownHistory(who.userId, { take: HISTORY_SIZE, skip: (page - 1) * HISTORY_SIZE }),
			giverChoice(who.memberId),
		);
		return paymentsPage({ dues, credits, accounts, parts, page, naming: sent ?? namingState(choice?.is_named === 1) });
	},
});

const sayName = list.form("sent", {
	path: payments.naming(),
	form: NamingForm,
	run: async ({ db, who, by }, { input: { is_named: isNamed } }) => {
		if (who.memberId === null) return "missing";
		await sayNaming(db, { memberId: who.memberId, isNamed, by });
		return { to: payments.list(), flash: isNamed ? "捐款徵信會刊登您的姓名。" : "捐款徵信會刊登「善心人士」。" };
	},
});

async function createPage({ env, who, at }: AskAny, { sent }: Refused) {
	if (who.memberId === null) return { to: profile.create() };
	const [[member], dues, accounts, [last], [choice]] = await readRows(
		env.DB,
		recordFor(who.userId, who.memberId),
		openDuesOf(who.userId),
		shownAccounts(),
		lastTitle(who.userId),
		giverChoice(who.memberId),
	);
	return paymentFormPage(
		{
			dues,
			accounts,
			title: last?.payer_title ?? member?.name ?? "",
			isNamed: choice?.is_named === 1,
			today: dateInTaipei(at),
			key: crypto.randomUUID(),
		},
		sent,
	);
}

const create = pageWithForms({ path: payments.create(), gate, page: createPage });

/**
 * Returns the payment that a form describes, from the dues that are open now; `except` is the id of the payment that
 * the form changes, whose dues count as open.
 */
async function inputOf({ env, who, at }: AskAny, form: OwnPaymentForm, except: number | null): Promise<PaymentInput> {
	const [dues, accounts] = await readRows(env.DB, openDuesOf(who.userId, except), shownAccounts());
	return ownPaymentOf(form, { dues, accounts, memberId: who.memberId, today: dateInTaipei(at) });
}

/** Returns what the form says about the public list of gifts; it says nothing without a gift. */
const namedBy = ({ who }: AskAny, { donation, is_named }: OwnPaymentForm) =>
	donation > 0 && who.memberId !== null ? { memberId: who.memberId, isNamed: is_named } : undefined;

/**
 * Redirects to the page of a payment after it was sent. A script gets the address as JSON and goes there itself, so the
 * message for that page is put into the cookie here.
 */
function goneTo({ c }: AskAny, id: number) {
	const to = payments.show(id);
	if (wantsJson(c)) setFlash(c, { tone: "ok", text: SENT });
	return { to, flash: SENT, json: { to } };
}

const store = create.form("sent", {
	form: OwnPaymentForm,
	many: ["items"],
	maxBytes: UPLOAD_BYTES,
	run: async (ask, { input: form, files, key }) => {
		const { env, db, who, by } = ask;
		if (who.memberId === null) return "missing";
		const id = await submitPayment(env, db, {
			input: await inputOf(ask, form, null),
			source: "member",
			upload: files.file?.[0],
			key,
			confirmDuplicate: form.confirm_duplicate,
			named: namedBy(ask, form),
			by: { ...by, userId: who.userId },
		});
		return goneTo(ask, id);
	},
});

/** Returns the page of a payment, read in one round trip; "missing" for a user whom the payment does not concern. */
async function showPage({ env, who, params }: AskOne, { sent }: Refused) {
	const [[payment], parts, receipts, dues] = await readRows(
		env.DB,
		ownPayment(who.userId, params.id),
		ownParts(who.userId, params.id),
		ownReceipts(who.userId, params.id),
		openDuesOf(who.userId, params.id),
	);
	return payment ? paymentPage({ payment, parts, receipts, dues }, sent) : ("missing" as const);
}

const show = pageWithForms({ path: payments.show(":id"), gate, params: IdParams, page: showPage });

/**
 * Returns the page on which the user who sent a payment corrects it; when it can no longer be corrected, the page of
 * the payment. "missing" for every other user.
 */
async function editPage(ask: AskOne, refused: Refused) {
	const { env, who, params, at } = ask;
	const [[payment], parts, dues, accounts, [choice]] = await readRows(
		env.DB,
		ownPayment(who.userId, params.id),
		ownParts(who.userId, params.id),
		openDuesOf(who.userId, params.id),
		shownAccounts(),
		giverChoice(who.memberId ?? 0),
	);
	if (payment?.mine !== 1) return "missing" as const;
	if (!PAYMENTS.can("edit", payment.status) && !PAYMENTS.can("resubmit", payment.status)) return showPage(ask, refused);
	return paymentFormPage(
		{
			dues,
			accounts,
			title: payment.payer_title ?? "",
			isNamed: choice?.is_named === 1,
			today: dateInTaipei(at),
			key: crypto.randomUUID(),
			changes: { payment, parts },
		},
		refused.sent,
	);
}

const edit = pageWithForms({ path: payments.edit(":id"), gate, params: IdParams, page: editPage });

const update = edit.form("sent", {
	form: OwnPaymentEdit,
	many: ["items"],
	maxBytes: UPLOAD_BYTES,
	run: async (ask, { input: { version, ...form }, files }) => {
		const { env, db, who, by, params } = ask;
		const [[payment]] = await readRows(env.DB, ownPayment(who.userId, params.id));
		if (payment?.mine !== 1) return "missing";
		await resubmitPayment(env, db, {
			ref: { id: params.id, version },
			input: await inputOf(ask, form, params.id),
			upload: files.file?.[0],
			confirmDuplicate: form.confirm_duplicate,
			named: namedBy(ask, form),
			by: { ...by, userId: who.userId },
		});
		return goneTo(ask, params.id);
	},
});

const cancel = show.form("sent", {
	path: payments.cancellation(":id"),
	form: CancelForm,
	run: async ({ env, db, who, by, params }, { input: { version } }) => {
		const [[payment]] = await readRows(env.DB, ownPayment(who.userId, params.id));
		if (payment?.mine !== 1) return "missing";
		await cancelPayment(db, { ref: { id: params.id, version }, by: { ...by, userId: who.userId } });
		return { to: payments.show(params.id), flash: "這筆繳費已取消。", tone: "info" };
	},
});

/** Sends the proof of a payment to the payer or to a user who acts for the payer; for others it is missing. */
const showProof = privateFile({
	path: payments.proof(":id"),
	gate,
	holds: "own",
	params: IdParams,
	as: "picture",
	open: async ({ env, db, who, by, params }) => {
		const file = await ownProof(db, who.userId, params.id);
		return file ? openFile(env, db, { file, by }) : null;
	},
});

/** The routes of dues and payments (會費與繳費) in the member area. */
export const PAYMENT_MEMBER_ROUTES: readonly Route[] = [
	list.show,
	sayName,
	create.show,
	store,
	show.show,
	edit.show,
	update,
	cancel,
	showProof,
];
