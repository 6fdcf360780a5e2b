import * as z from "zod";
import { MOST_QUEUED, MOST_SHOWN, nextIn } from "#admin/review-queue.ts";
import { reviewerOf } from "#admin/reviewers.ts";
import { wantsJson } from "#auth/answer.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { placeSelect, queueFrom } from "#db/people/certificate-queue.ts";
import {
	applicationsBeside,
	certificateEvents,
	certificateOf,
	reviewersOf,
	reviewSelect,
} from "#db/people/certificates.ts";
import { readRows } from "#db/read.ts";
import {
	approveCertificate,
	rejectCertificate,
	revokeCertificate,
	uploadCertificate,
	viewCertificate,
	withdrawCertificate,
} from "#domain/people/certificates/actions.ts";
import {
	ApprovalForm,
	CertificateWithdrawal,
	RejectionForm,
	RevocationForm,
	UploadForm,
} from "#domain/people/certificates/form.ts";
import { CERTIFICATE_STEPS, type CertificateStep } from "#domain/people/certificates/rules.ts";
import { PURPOSE } from "#domain/system/index.ts";
import { setFlash } from "#http/flash.ts";
import { paths } from "#http/paths.ts";
import { Refusal } from "#kernel/refusal.ts";
import { privateFile } from "#kits/file/private-file.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { taking } from "#kits/steps/taking.ts";
import { daysAt } from "./asks.ts";
import { certificateList } from "./list.ts";
import { paperPage } from "./paper-page.ts";
import { reviewPage } from "./review-page.ts";
import type { Refusals } from "./reviewed.ts";

const { certificates, members } = paths.admin;
const gate = "certificates";
const UPLOAD_BYTES = PURPOSE.certificate.maxBytes + 6 * 1024 * 1024;
/** The query of the review: whether the reviewer came from the queue of payments, to which the page then returns. */
const FromQuery = z.strictObject({ from: z.enum(["payments"]).optional() });
type AskOne = Ask<{ id: number }, object>;
type AskReview = Ask<{ id: number }, z.infer<typeof FromQuery>>;

/** Returns the review page of a certificate, read in one round trip; "missing" when there is no such certificate. */
async function reviewOf(ask: AskReview, refused: Refusals) {
	const { env, who, at } = ask;
	const { id } = ask.params;
	const { today, since } = daysAt(at);
	const [[certificate], applications, events, [place], reviewers, queue] = await readRows(
		env.DB,
		reviewSelect(id),
		applicationsBeside(id),
		certificateEvents(id),
		placeSelect(id, { userId: who.userId, since }),
		reviewersOf(id),
		queueFrom(id, MOST_SHOWN),
	);
	if (!certificate || !place) return "missing" as const;
	return reviewPage(
		{
			certificate,
			applications,
			events,
			place,
			queue,
			reviewers,
			reviewer: reviewerOf(who, "certificates.review"),
			seesMember: allows("members", who),
			mayTask: allows("tasks_manage", who),
			from: ask.query.from,
			today,
			at,
		},
		refused,
	);
}

const review = pageWithForms({
	path: certificates.show(":id"),
	gate,
	params: IdParams,
	query: FromQuery,
	page: reviewOf,
});

/**
 * Redirects after a decision: to the queue of payments for a reviewer who came from there, else to the next waiting
 * application that the reviewer may decide, else to the list of certificates.
 */
async function goOn(ask: AskReview, done: string) {
	const { id } = ask.params;
	const [queue] = await readRows(ask.env.DB, queueFrom(id, MOST_QUEUED));
	const next = nextIn(queue, id, reviewerOf(ask.who, "certificates.review"));
	if (ask.query.from === "payments")
		return { to: paths.admin.payments.queue(), flash: `${done}編號 ${id} 的證明，繼續核對收款。` };
	return {
		to: next === null ? certificates.list() : certificates.show(next),
		flash: `${done}編號 ${id} 的證明${next === null ? "，沒有等待審查的了。" : "，這是下一件。"}`,
		link: { href: certificates.show(id), label: "回到剛才那一件" },
	};
}

const reviewing = (ask: AskOne, version: number) => ({
	ref: { id: ask.params.id, version },
	reviewer: reviewerOf(ask.who, "certificates.review"),
	by: ask.by,
});

/** Returns what the routes of all steps share: the step, its address, and the certificate's page to redirect to. */
const pressed = (step: CertificateStep, path: string) =>
	({ step: CERTIFICATE_STEPS[step], path, to: ({ params }: AskOne) => certificates.show(params.id) }) as const;

const approve = taking(review, "approval", {
	...pressed("approve", certificates.approval(":id")),
	form: ApprovalForm,
	take: async (ask, { input: { version, ...term } }) => {
		await approveCertificate(ask.db, { ...reviewing(ask, version), ...term });
		return goOn(ask, CERTIFICATE_STEPS.approve.done);
	},
});

const reject = taking(review, "rejection", {
	...pressed("reject", certificates.rejection(":id")),
	form: RejectionForm,
	take: async (ask, { input: { version, reason } }) => {
		await rejectCertificate(ask.db, { ...reviewing(ask, version), reason });
		return goOn(ask, CERTIFICATE_STEPS.reject.done);
	},
});

const revoke = taking(review, "revocation", {
	...pressed("revoke", certificates.revocation(":id")),
	form: RevocationForm,
	take: async (ask, { input: { version, reason } }) => {
		await revokeCertificate(ask.db, { ...reviewing(ask, version), reason });
		return {};
	},
});

/** Sends a certificate's file to a reviewer; "missing" when it may not be opened. */
const showFile = privateFile({
	path: certificates.file(":id"),
	gate,
	holds: "own",
	params: IdParams,
	as: "picture",
	open: ({ env, db, who, by, params }) =>
		viewCertificate(env, db, { id: params.id, asker: { userId: who.userId, isReviewer: true }, by }),
});

async function paperOf({ env, params, at }: AskOne, { sent }: Refused) {
	const [[certificate]] = await readRows(env.DB, certificateOf(params.id));
	if (!certificate) return "missing" as const;
	return paperPage({ certificate, today: daysAt(at).today, key: crypto.randomUUID(), at }, sent);
}

const paper = pageWithForms({
	path: certificates.create(":id"),
	gate: "members_manage",
	params: IdParams,
	page: paperOf,
});

const storePaper = paper.form("sent", {
	form: UploadForm,
	maxBytes: UPLOAD_BYTES,
	run: async ({ c, env, db, who, by, params }, { input, files, key }) => {
		const sender = { ...by, userId: who.userId };
		const given = {
			memberId: params.id,
			upload: files.file?.[0],
			replaces: input.replaces,
			onPaper: true,
			notice: null,
			key,
		};
		await uploadCertificate(env, db, { ...given, by: sender });
		const to = members.show(params.id);
		const text = "已上傳身障證明，等待其他人審查。";
		// A script opens the page by itself; the page then shows this message.
		if (wantsJson(c)) setFlash(c, { tone: "ok", text });
		return { to, flash: text, json: { to } };
	},
});

const withdrawPaper = taking(paper, "sent", {
	step: CERTIFICATE_STEPS.withdraw,
	path: certificates.withdrawal(":id"),
	form: CertificateWithdrawal,
	to: ({ params }) => certificates.create(params.id),
	take: async ({ env, db, who, by, params }, { input }) => {
		const [[found]] = await readRows(env.DB, certificateOf(params.id));
		if (!found || found.id === null || found.status !== CERTIFICATE_STEPS.withdraw.from[0])
			throw new Refusal("certificate.stale");
		const ref = { id: found.id, version: input.version };
		await withdrawCertificate(env, db, { ref, asStaff: true, by: { ...by, userId: who.userId } });
		return { tone: "info" };
	},
});

/** The staff routes of 身心障礙證明. */
export const CERTIFICATE_ROUTES: readonly Route[] = [
	...certificateList.routes,
	review.show,
	approve,
	reject,
	revoke,
	showFile,
	paper.show,
	storePaper,
	withdrawPaper,
];
