import * as z from "zod";
import { actionWords } from "#admin/action-words.ts";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import {
	consentHistory,
	consentsNow,
	currentTexts,
	familyOf,
	mayActForRow,
	ownPurposes,
	ownRequest,
	readsOf,
	recordFor,
	requestsFor,
	storedText,
} from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { askRequest, endConsent, giveConsent, type OwnKind, withdrawRequest } from "#domain/people/actions.ts";
import {
	CONSENT_KINDS,
	ConsentEndForm,
	ConsentForm,
	currentText,
	OwnRequestForm,
	textOf,
	WithdrawalForm,
} from "#domain/people/index.ts";
import { makeCopy } from "#domain/shell/actions.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { zipResponse } from "#http/zip-response.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { consentPage, endConsentPage, textPage } from "./consent-pages.ts";
import { PURPOSE_ROUTES } from "./purposes-routes.ts";
import { copyPage, newRequestPage, requestPage } from "./request-pages.ts";
import { privacyPage, READS_SHOWN } from "./show-page.ts";
import { type AskFor, ForQuery, whose } from "./whose.ts";

const { privacy, profile } = paths.member;
const gate = "member";

const NOBODY = { to: profile.create() } as const;

const showPrivacy = view({
	path: privacy.show(),
	gate,
	query: ForQuery,
	show: async (ask) => {
		const of = whose(ask);
		if (!of) return NOBODY;
		const { env, who, at } = ask;
		const [[member], consents, requests, reads, family, purposes] = await readRows(
			env.DB,
			recordFor(who.userId, of.id),
			consentHistory(of.id),
			requestsFor(who.userId, of.id),
			readsOf(of.id, READS_SHOWN, who.userId),
			familyOf(who.userId),
			ownPurposes(who.userId, of.id),
		);
		if (!member) return "missing";
		const open = requests.filter(({ requested_by }) => member.reads === 1 || requested_by === who.userId);
		const page = { member, dependent: of.dependent, consents, purposes, requests: open, reads, family };
		return privacyPage({ ...page, today: dateInTaipei(at) });
	},
});

const showText = view({
	path: privacy.text(":kind", ":version"),
	gate,
	params: z.strictObject({ kind: z.enum(CONSENT_KINDS), version: z.string().max(20) }),
	show: async ({ env, params: { kind, version }, surroundings: { fullName: association } }) => {
		const [[stored], current] = await readRows(env.DB, storedText(kind, version), currentTexts());
		const text = textOf(kind, version, { stored, association });
		const isCurrent = currentText(kind, current, association).version === version;
		return text ? textPage({ kind, text, isCurrent, association }) : "missing";
	},
});

const OWN_KINDS = ["personal_data", "health_data"] as const satisfies readonly OwnKind[];
const KindParams = z.strictObject({ kind: z.enum(OWN_KINDS) });
type AskKind = AskFor<{ kind: OwnKind }>;

async function consentOf(ask: AskKind) {
	const of = whose(ask);
	if (!of) return undefined;
	const { env, who, params, surroundings } = ask;
	const [[member], consents, stored] = await readRows(
		env.DB,
		recordFor(who.userId, of.id),
		consentsNow(of.id),
		currentTexts(),
	);
	const text = currentText(params.kind, stored, surroundings.fullName);
	return member && { kind: params.kind, member, dependent: of.dependent, consents, text };
}

const consentForms = (path: string, draw: typeof consentPage) =>
	pageWithForms({
		path,
		gate,
		params: KindParams,
		query: ForQuery,
		page: async (ask, { sent }) => {
			const of = await consentOf(ask);
			return of ? draw(of, sent) : "missing";
		},
	});

const consent = consentForms(privacy.consent(":kind"), consentPage);

const storeConsent = consent.form("sent", {
	form: ConsentForm,
	run: async (ask, { input }) => {
		const of = await consentOf(ask);
		if (!of) return "missing";
		const { env, db, who, by } = ask;
		const { kind, member } = of;
		await giveConsent(env, db, {
			ref: member,
			kind,
			textVersion: input.text_version,
			by: { ...by, userId: who.userId },
		});
		return { to: privacy.show(of.dependent), flash: "已記下您的同意。" };
	},
});

const consentEnd = consentForms(privacy.consentEnd(":kind"), endConsentPage);

const ENDED = {
	health_data: "已收回同意，協會保存的病況也刪除了。",
	personal_data: "已收回同意，並提出刪除的申請。",
} as const;

const storeConsentEnd = consentEnd.form("sent", {
	form: ConsentEndForm.extend({ version: z.coerce.number().int() }),
	run: async (ask, { input }) => {
		const of = whose(ask);
		if (!of) return "missing";
		const { env, db, who, by, params } = ask;
		const [[acts]] = await readRows(env.DB, mayActForRow(who.userId, of.id));
		if (acts?.may !== 1) return "missing";
		const ref = { id: of.id, version: input.version };
		await endConsent(env, db, { ref, kind: params.kind, by: { ...by, userId: who.userId } });
		return { to: privacy.show(of.dependent), flash: ENDED[params.kind] };
	},
});

const newRequest = pageWithForms({
	path: privacy.create(),
	gate,
	query: ForQuery,
	page: async (ask, { sent }) => {
		const of = whose(ask);
		if (!of) return NOBODY;
		const [[member]] = await readRows(ask.env.DB, recordFor(ask.who.userId, of.id));
		if (!member) return "missing";
		const page = { member, dependent: of.dependent, today: dateInTaipei(ask.at), key: crypto.randomUUID() };
		return newRequestPage(page, sent);
	},
});

const storeRequest = newRequest.form("sent", {
	form: OwnRequestForm,
	run: async (ask, { input, key }) => {
		const of = whose(ask);
		if (!of) return "missing";
		const { db, who, by } = ask;
		const [[acts]] = await readRows(ask.env.DB, mayActForRow(who.userId, of.id));
		if (acts?.may !== 1) return "missing";
		const id = await askRequest(db, { memberId: of.id, ...input, key, by: { ...by, userId: who.userId } });
		return { to: privacy.request(id), flash: "已送出，協會會在期限內答覆。" };
	},
});

/**
 * Returns the page of a request of the user, or of a member for whom the user acts; "missing" for any other request.
 */
async function requestOf({ env, who, params, at }: Ask<{ id: number }>, { sent }: Refused) {
	const [[row]] = await readRows(env.DB, ownRequest(who.userId, params.id));
	if (!row) return "missing" as const;
	return requestPage(row, { isOwn: row.member_id === who.memberId, today: dateInTaipei(at) }, sent);
}

const request = pageWithForms({
	path: privacy.request(":id"),
	gate,
	params: IdParams,
	page: requestOf,
});

const withdraw = request.form("sent", {
	path: privacy.withdrawal(":id"),
	form: WithdrawalForm,
	run: async (ask, { input }) => {
		const { db, who, by, params } = ask;
		if ((await requestOf(ask, {})) === "missing") return "missing";
		await withdrawRequest(db, { ref: { id: params.id, version: input.version }, by: { ...by, userId: who.userId } });
		return { to: privacy.request(params.id), flash: "已撤回申請。", tone: "info" };
	},
});

const copy = pageWithForms({
	path: privacy.copy(),
	gate,
	query: ForQuery,
	fresh: "taking",
	page: async (ask, { sent }) => {
		const of = whose(ask);
		if (!of) return NOBODY;
		const [[member]] = await readRows(ask.env.DB, recordFor(ask.who.userId, of.id));
		return member ? copyPage({ member, dependent: of.dependent }, sent) : "missing";
	},
});

const download = copy.form("sent", {
	holds: "sealed",
	form: z.strictObject({}),
	run: async (ask) => {
		const of = whose(ask);
		if (!of) return "missing";
		const { env, db, who, by, at, surroundings } = ask;
		const [[acts]] = await readRows(env.DB, mayActForRow(who.userId, of.id));
		if (acts?.may !== 1) return "missing";
		const words = { action: actionWords, links: mailLinks(env, { masked: true }), association: surroundings.fullName };
		const pieces = await makeCopy(env, db, { memberId: of.id, asOwn: true, words, by: { ...by, userId: who.userId } });
		return zipResponse(pieces, `個人資料-${dateInTaipei(at)}.zip`);
	},
});

/** The routes of personal data and privacy (個人資料與隱私) in the member area. */
export const PRIVACY_MEMBER_ROUTES: readonly Route[] = [
	showPrivacy,
	showText,
	consent.show,
	storeConsent,
	consentEnd.show,
	storeConsentEnd,
	...PURPOSE_ROUTES,
	newRequest.show,
	storeRequest,
	request.show,
	withdraw,
	copy.show,
	download,
];
