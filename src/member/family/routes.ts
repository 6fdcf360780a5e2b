import type { FormState } from "#admin/ui/form.ts";
import { type Ask, action, IdParams, type Route, view } from "#auth/route.ts";
import { certificateFor } from "#db/certificates.ts";
import { creditsOf, openDuesOf, shownAccounts } from "#db/own-dues.ts";
import { historyOfMember } from "#db/own-payments.ts";
import { familyMember, recordFor } from "#db/own-records.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/settings.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { updateProfile } from "#domain/profiles/actions.ts";
import { ProfileForm } from "#domain/profiles/form.ts";
import { parseSettings } from "#domain/settings/actions.ts";
import { keyOf } from "#domain/settings/stored.ts";
import { paths } from "#http/paths.ts";
import { dependentFormPage } from "#member/profile/edit-page.ts";
import { adultPage, dependentPage } from "./show-page.ts";

const { dependent, profile } = paths.member;
const gate = "member";
/** Parts of payments on a dependent's page. */
const FEES_SHOWN = 4;
type AskOne = Ask<{ id: number }>;

/** Nobody's but the guardian's: another member's id is nothing that there is. */
const showDependent = view({
	path: dependent.show(":id"),
	gate,
	params: IdParams,
	show: async ({ env, who, params, at }) => {
		if (params.id === who.memberId) return { to: profile.edit() };
		const [[one], [member], [certificate], settings, dues, credits, accounts, parts] = await readRows(
			env.DB,
			familyMember(who.userId, params.id),
			recordFor(who.userId, params.id),
			certificateFor(who.userId, params.id),
			selectSettings([keyOf("fees", "disability_discount_percent")]),
			openDuesOf(who.userId),
			creditsOf(who.userId),
			shownAccounts(),
			historyOfMember(who.userId, params.id, FEES_SHOWN),
		);
		if (!one) return "missing";
		const isTheirs = ({ member_id }: { member_id: number }): boolean => member_id === params.id;
		const fees = { dues: dues.filter(isTheirs), credits: credits.filter(isTheirs), accounts, parts };
		if (one.acts !== 1 || !member) return adultPage(one, fees);
		const percent = parseSettings("fees", settings).disability_discount_percent;
		return dependentPage({ member, certificate, percent, today: dateInTaipei(at), fees });
	},
});

async function formOf({ env, who, params }: AskOne, sent?: FormState) {
	const [[one], [member]] = await readRows(
		env.DB,
		familyMember(who.userId, params.id),
		recordFor(who.userId, params.id),
	);
	return one && member ? dependentFormPage(member, sent) : ("missing" as const);
}

const editDependent = view({
	path: dependent.edit(":id"),
	gate,
	params: IdParams,
	show: async (ask) => (ask.params.id === ask.who.memberId ? { to: profile.edit() } : formOf(ask)),
});

const updateDependent = action({
	path: dependent.edit(":id"),
	gate,
	params: IdParams,
	form: ProfileForm,
	run: async ({ env, db, who, by, params }, { input: { version, base: _, ...input } }) => {
		const ref = { id: params.id, version };
		const done = await updateProfile(env, db, { ref, input, by: { ...by, userId: who.userId } });
		return done ? { to: dependent.show(params.id), flash: "已儲存家人的資料。" } : "missing";
	},
	page: formOf,
});

export const FAMILY_ROUTES: readonly Route[] = [showDependent, editDependent, updateDependent];
