import * as z from "zod";
import { actionWords } from "#admin/action-words.ts";
import { cutNames } from "#admin/erasure-places.ts";
import { action, IdParams, type Route, view } from "#auth/route.ts";
import { consentHistory } from "#db/people/consents.ts";
import { memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { erasureOf } from "#db/shell/erasures.ts";
import { cutPlaces, nameStands, placesKept } from "#db/shell/free-text.ts";
import { recordPaperConsent } from "#domain/people/privacy/actions.ts";
import { ErasureForm, PaperConsentForm } from "#domain/people/privacy/form.ts";
import { formerSelects, namesBefore, pseudonymise } from "#domain/shell/erasures/actions.ts";
import { makeCopy } from "#domain/shell/personal-copies/actions.ts";
import { mailLinks } from "#http/mail-links.ts";
import { paths } from "#http/paths.ts";
import { zipResponse } from "#http/zip-response.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { FormState } from "#ui/form-state.ts";
import { type AskMember, oneMember } from "./asks.ts";
import { consentsPage } from "./privacy-consent-page.ts";
import { erasedPage, erasurePage, handOverPage } from "./privacy-erasure-page.ts";

const { members } = paths.admin;
const { privacy } = members;

async function consentsOf({ env, params, surroundings }: AskMember, state?: FormState) {
	const [[member], consents] = await readRows(env.DB, memberRow(params.id), consentHistory(params.id));
	if (!member || member.merged_into !== null) return "missing" as const;
	return consentsPage({ member, consents, association: surroundings.fullName }, state);
}

const showConsents = view({
	path: privacy.consent(":id"),
	gate: "members_manage",
	params: IdParams,
	show: (ask) => consentsOf(ask),
});

const storeConsent = action({
	path: privacy.consent(":id"),
	gate: "members_manage",
	params: IdParams,
	form: PaperConsentForm,
	run: async ({ env, db, who, by, params }, { input: { version, ...paper } }) => {
		const ref = { id: params.id, version };
		await recordPaperConsent(env, db, { ref, paper, by: { ...by, userId: who.userId } });
		return { to: privacy.consent(params.id), flash: paper.given ? "已登錄同意。" : "已登錄收回。" };
	},
	page: consentsOf,
});

async function copyOf(ask: AskMember, state?: FormState) {
	const member = await oneMember(ask);
	return member && member.merged_into === null ? handOverPage(member, state) : ("missing" as const);
}

const showCopy = view({
	path: privacy.copy(":id"),
	gate: "members_sensitive",
	params: IdParams,
	fresh: "taking",
	show: (ask) => copyOf(ask),
});

const handOver = action({
	path: privacy.copy(":id"),
	gate: "members_sensitive",
	params: IdParams,
	holds: "sealed",
	form: z.strictObject({}),
	run: async (ask) => {
		if ((await copyOf(ask)) === "missing") return "missing";
		const { env, db, who, by, at, params, surroundings } = ask;
		const words = { action: actionWords, links: mailLinks(env, { masked: true }), association: surroundings.fullName };
		const wanted = { memberId: params.id, asOwn: false, words, by: { ...by, userId: who.userId } };
		return zipResponse(await makeCopy(env, db, wanted), `個人資料-會員${params.id}-${dateInTaipei(at)}.zip`);
	},
	page: copyOf,
});

async function erasureOn({ env, who, params }: AskMember, state?: FormState) {
	const { id } = params;
	const [[member], [row], [cut], stored, history, merged, ...kept] = await readRows(
		env.DB,
		memberRow(id),
		erasureOf(id),
		cutPlaces(),
		...formerSelects(id),
		...placesKept({ type: "member", id }),
	);
	if (!member || !row || member.merged_into !== null) return "missing" as const;
	if (member.pseudonymised_at !== null) return erasedPage(member, { rows: kept.flat(), who });
	const former = await namesBefore(env, [stored, history, merged]);
	const found = await readRows(env.DB, ...nameStands({ type: "member", id }, former));
	const places = { rows: found.flat(), cut: cutNames(cut), who };
	return erasurePage({ member, row, places, userId: who.userId }, state);
}

const showErasure = view({
	path: privacy.pseudonymisation(":id"),
	gate: "members_erase",
	params: IdParams,
	fresh: true,
	show: (ask) => erasureOn(ask),
});

const erase = action({
	path: privacy.pseudonymisation(":id"),
	gate: "members_erase",
	params: IdParams,
	fresh: true,
	form: ErasureForm,
	run: async ({ env, db, who, by, params }, { input }) => {
		const ref = { id: params.id, version: input.version };
		await pseudonymise(env, db, { ref, requestId: input.request, by: { ...by, userId: who.userId } });
		return { to: members.show(params.id), flash: "已去識別化，並結案刪除的申請。" };
	},
	page: erasureOn,
});

/** The routes of the privacy of one member. */
export const PRIVACY_RECORD_ROUTES: readonly Route[] = [
	showConsents,
	storeConsent,
	showCopy,
	handOver,
	showErasure,
	erase,
];
