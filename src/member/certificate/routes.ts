import { wantsJson } from "#auth/answer.ts";
import { type Ask, action, IdParams, type Route } from "#auth/route.ts";
import { mayActForRow, memberActedFor } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { uploadCertificate, viewCertificate, withdrawCertificate } from "#domain/people/actions.ts";
import { CertificateWithdrawal, OwnUploadForm } from "#domain/people/index.ts";
import { PURPOSE, type UploadedFile } from "#domain/system/index.ts";
import { setFlash } from "#http/flash.ts";
import { paths } from "#http/paths.ts";
import { privateFile } from "#kits/file/private-file.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { dependentPageOf } from "#member/family/routes.ts";
import { profilePageOf } from "#member/profile/routes.ts";
import type { FormState } from "#ui/form-state.ts";

const { certificate, dependent } = paths.member;
const gate = "member";
/**
 * The most bytes of the form's body: 6 MB above the limit for the file, so that a slightly too large photograph still
 * gets a proper message. A larger body is not read to its end.
 */
const UPLOAD_BYTES = PURPOSE.certificate.maxBytes + 6 * 1024 * 1024;

/**
 * Returns the page to show again with a refused form of the upload or of its withdrawal: the user's own profile, or the
 * page of the dependent.
 */
const pageOf = (ask: Ask<object, object>, memberId: number, certificate: FormState) =>
	memberId === ask.who.memberId
		? profilePageOf(ask, { certificate })
		: dependentPageOf({ ...ask, params: { id: memberId } }, certificate);

const placeOf = (memberId: number, isOwn: boolean): string =>
	isOwn ? certificate.show() : dependent.certificate(memberId);

type Sent = {
	input: { replaces: { id: number; version: number } | null; notice: string };
	files: Record<string, UploadedFile[]>;
	key: string;
};

/**
 * Stores the file that was sent as a member's certificate and redirects to the member's page; "missing" for a user who
 * may not act for the member.
 */
async function store(ask: Ask<object, object>, memberId: number, { input, files, key }: Sent) {
	const { c, env, db, who, by } = ask;
	const [[acts]] = await readRows(env.DB, mayActForRow(who.userId, memberId));
	if (acts?.may !== 1) return "missing" as const;
	await uploadCertificate(env, db, {
		memberId,
		upload: files.file?.[0],
		replaces: input.replaces,
		onPaper: false,
		notice: input.notice,
		key,
		by: { ...by, userId: who.userId },
	});
	const to = placeOf(memberId, memberId === who.memberId);
	const text = "已收到您的證明，審核完成會通知您。";
	// A script opens the page by itself; the page then shows this message.
	if (wantsJson(c)) setFlash(c, { tone: "ok", text });
	return { to, flash: text, json: { to } };
}

/**
 * The address to which the form of the user's own certificate is sent. Opened by GET, for example after signing in
 * again, it redirects to the certificate's page.
 */
const own = pageWithForms({
	path: certificate.upload(),
	gate,
	page: async (ask, { sent }) => {
		if (!sent) return { to: certificate.show() };
		return ask.who.memberId === null ? "missing" : pageOf(ask, ask.who.memberId, sent);
	},
});

const storeOwn = own.form("sent", {
	form: OwnUploadForm,
	maxBytes: UPLOAD_BYTES,
	run: async (ask, sent) => (ask.who.memberId === null ? "missing" : store(ask, ask.who.memberId, sent)),
});

const dependents = pageWithForms({
	path: dependent.upload(":id"),
	gate,
	params: IdParams,
	page: async (ask, { sent }) =>
		sent ? pageOf(ask, ask.params.id, sent) : { to: dependent.certificate(ask.params.id) },
});

const storeDependents = dependents.form("sent", {
	form: OwnUploadForm,
	maxBytes: UPLOAD_BYTES,
	run: (ask, sent) => store(ask, ask.params.id, sent),
});

const memberOf = ({ db, who, params }: Ask<{ id: number }, object>): Promise<number | undefined> =>
	memberActedFor(db, params.id, who.userId);

const withdraw = action({
	path: certificate.withdrawal(":id"),
	gate,
	params: IdParams,
	form: CertificateWithdrawal,
	run: async (ask, { input }) => {
		const memberId = await memberOf(ask);
		if (memberId === undefined) return "missing";
		const { env, db, who, params } = ask;
		const ref = { id: params.id, version: input.version };
		await withdrawCertificate(env, db, { ref, asStaff: false, by: { ...ask.by, userId: who.userId } });
		return { to: placeOf(memberId, memberId === who.memberId), flash: "已撤回，檔案也刪除了。", tone: "info" };
	},
	page: async (ask, state) => {
		const memberId = await memberOf(ask);
		return memberId === undefined ? "missing" : pageOf(ask, memberId, state);
	},
});

/** Sends the file to the member or to a user who acts for the member; for others it is missing. */
const showFile = privateFile({
	path: certificate.file(":id"),
	gate,
	holds: "own",
	params: IdParams,
	as: "picture",
	open: ({ env, db, who, by, params }) =>
		viewCertificate(env, db, { id: params.id, asker: { userId: who.userId, isReviewer: false }, by }),
});

/** The routes of 身心障礙證明 in the member area. */
export const CERTIFICATE_MEMBER_ROUTES: readonly Route[] = [
	own.show,
	storeOwn,
	dependents.show,
	storeDependents,
	withdraw,
	showFile,
];
