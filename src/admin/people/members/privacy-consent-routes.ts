import { IdParams, type Route } from "#auth/route.ts";
import { currentTexts, textRows } from "#db/people/consent-texts.ts";
import { consentHistory } from "#db/people/consents.ts";
import { purposesOf } from "#db/people/member-field-values.ts";
import { memberRow } from "#db/people/member-reads.ts";
import { readRows } from "#db/read.ts";
import { endOwnConsent, recordPaperConsent } from "#domain/people/privacy/consent-actions.ts";
import { OwnConsentEnd, PaperConsentForm } from "#domain/people/privacy/form.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import type { AskMember } from "./asks.ts";
import { consentsPage } from "./privacy-consent-page.ts";

const { privacy } = paths.admin.members;

async function consentsOf({ env, params, surroundings }: AskMember, { sent, own }: Refused<"sent" | "own">) {
	const [[member], consents, versions, stored, purposes] = await readRows(
		env.DB,
		memberRow(params.id),
		consentHistory(params.id),
		textRows(),
		currentTexts(),
		purposesOf(params.id),
	);
	if (!member || member.merged_into !== null) return "missing" as const;
	const page = { member, consents, versions, stored, purposes, association: surroundings.fullName };
	return consentsPage(page, sent, own);
}

const consents = pageWithForms({
	path: privacy.consent(":id"),
	gate: "members_manage",
	params: IdParams,
	page: consentsOf,
});

const storeConsent = consents.form("sent", {
	form: PaperConsentForm,
	run: async ({ env, db, who, by, params }, { input: { version, ...paper } }) => {
		const ref = { id: params.id, version };
		await recordPaperConsent(env, db, { ref, paper, by: { ...by, userId: who.userId } });
		return { to: privacy.consent(params.id), flash: paper.given ? "已登錄同意。" : "已登錄收回。" };
	},
});

const endOwn = consents.form("own", {
	path: privacy.ownConsentEnd(":id"),
	form: OwnConsentEnd,
	run: async ({ env, db, who, by, params }, { input: { purpose, version } }) => {
		const ref = { id: params.id, version };
		await endOwnConsent(env, db, { ref, purpose, channel: "paper", by: { ...by, userId: who.userId } });
		return { to: privacy.consent(params.id), flash: "已登錄收回，這個用途的自訂欄位已刪除。" };
	},
});

/** The routes of a member's consents, and of recording a consent by staff. */
export const CONSENT_ROUTES: readonly Route[] = [consents.show, storeConsent, endOwn];
