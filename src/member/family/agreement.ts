import * as z from "zod";
import { action, type Route } from "#auth/route.ts";
import { agreeToGuardian } from "#domain/people/actions.ts";
import { paths } from "#http/paths.ts";
import { HOME } from "#member/crumbs.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { html } from "#ui/html.ts";

const Id = z.coerce.number().int().positive();

/**
 * The route by which a member's former guardian agrees that the new guardian sees the encrypted data
 * (同意開放健康資料).
 */
export const AGREEMENT_ROUTES: readonly Route[] = [
	action({
		path: paths.member.guardianAgreement(),
		gate: "member",
		form: z.strictObject({ member: Id, guardian: Id }),
		run: async ({ db, who, by }, { input: { member: memberId, guardian: guardianId } }) => {
			await agreeToGuardian(db, { memberId, guardianId, by: { ...by, userId: who.userId } });
			return { to: paths.member.home(), flash: "已同意，新的監護人現在看得到健康資料與證件。" };
		},
		page: async (_, state) => ({
			title: "新的監護人",
			crumbs: [HOME],
			slim: true,
			body: html`<div>${errorSummary(state)}</div>`,
		}),
	}),
];
