import { type Route, view } from "#auth/route.ts";
import { newestReadable } from "#db/content/index.ts";
import { creditsOf, openDuesOf, ownHistory, shownAccounts } from "#db/money/index.ts";
import { announcementsFor } from "#db/office/index.ts";
import { agreeableBy, certificateFor, consentsNow, familyOf, recordFor } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keyOf } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { ANNOUNCEMENT_MEMBER_ROUTES } from "#member/announcements/routes.ts";
import { APPLICATION_ROUTES, applicationPageOf } from "#member/application/routes.ts";
import { CERTIFICATE_MEMBER_ROUTES } from "#member/certificate/routes.ts";
import { HOME_DOCUMENTS } from "#member/documents/page.ts";
import { DOCUMENT_MEMBER_ROUTES } from "#member/documents/routes.ts";
import { AGREEMENT_ROUTES } from "#member/family/agreement.ts";
import { CHILD_ROUTES } from "#member/family/child-routes.ts";
import { FAMILY_ROUTES } from "#member/family/routes.ts";
import { HOME_ANNOUNCEMENTS, HOME_HISTORY, homePage } from "#member/home-page.ts";
import { PAYMENT_MEMBER_ROUTES } from "#member/payments/routes.ts";
import { PRIVACY_MEMBER_ROUTES } from "#member/privacy/routes.ts";
import { CREATE_ROUTES } from "#member/profile/create-routes.ts";
import { PROFILE_ROUTES } from "#member/profile/routes.ts";
import { RECEIPT_MEMBER_ROUTES } from "#member/receipts/routes.ts";

/**
 * Shows a member's dashboard. A user whose application waits sees the application; a user who has not applied is
 * redirected to the form.
 */
const showHome = view({
	path: paths.member.home(),
	gate: "signed_in",
	show: async (ask) => {
		const { env, who, at } = ask;
		if (who.memberId === null) {
			const page = await applicationPageOf(ask);
			return page === "missing" ? { to: paths.member.profile.create() } : page;
		}
		const [
			[member],
			[certificate],
			family,
			consents,
			settings,
			dues,
			credits,
			accounts,
			parts,
			documents,
			announcements,
			agreeable,
		] = await readRows(
			env.DB,
			recordFor(who.userId, who.memberId),
			certificateFor(who.userId, who.memberId),
			familyOf(who.userId),
			consentsNow(who.memberId),
			selectSettings([keyOf("fees", "disability_discount_percent")]),
			openDuesOf(who.userId),
			creditsOf(who.userId),
			shownAccounts(),
			ownHistory(who.userId, { take: HOME_HISTORY }),
			newestReadable(who, HOME_DOCUMENTS),
			announcementsFor(who.userId, "member", { take: HOME_ANNOUNCEMENTS }),
			agreeableBy(who.userId),
		);
		if (!member) return "missing";
		const percent = parseSettings("fees", settings).disability_discount_percent;
		const money = { dues, credits, accounts, parts };
		return homePage({
			member,
			certificate,
			family,
			consents,
			percent,
			today: dateInTaipei(at),
			at,
			documents,
			announcements,
			agreeable,
			...money,
		});
	},
});

export const ROUTES: readonly Route[] = [
	showHome,
	...ANNOUNCEMENT_MEMBER_ROUTES,
	...CREATE_ROUTES,
	...APPLICATION_ROUTES,
	...PROFILE_ROUTES,
	...AGREEMENT_ROUTES,
	...CHILD_ROUTES,
	...FAMILY_ROUTES,
	...CERTIFICATE_MEMBER_ROUTES,
	...PAYMENT_MEMBER_ROUTES,
	...RECEIPT_MEMBER_ROUTES,
	...DOCUMENT_MEMBER_ROUTES,
	...PRIVACY_MEMBER_ROUTES,
];
