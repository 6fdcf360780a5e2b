import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { creditsOf, historyOfMember, openDuesOf, shownAccounts } from "#db/money/index.ts";
import { familyMember, ownValuesFor, recordFor } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { openedOwn, updateProfile, viewOwnFile } from "#domain/people/actions.ts";
import { OWN_FORM_BYTES, OWN_NAMES, OwnFileParams, ProfileForm } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { privateFile } from "#kits/file/private-file.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { certificateAsks, certificateIn } from "#member/certificate/asks.ts";
import { dependentFormPage } from "#member/profile/edit-page.ts";
import { sentOwn } from "#member/profile/routes.ts";
import type { FormState } from "#ui/form-state.ts";
import { adultPage, dependentPage } from "./show-page.ts";

const { dependent, profile } = paths.member;
const gate = "member";
/** The most parts of payments on a dependent's page. */
const FEES_SHOWN = 4;

/**
 * Reads and draws a dependent's page; "missing" for members whose guardian the user is not. `refused` is the refused
 * form of an upload.
 */
export async function dependentPageOf({ env, who, params, at }: Ask<{ id: number }, object>, refused?: FormState) {
	const [[one], [member], dues, credits, accounts, parts, ...certificates] = await readRows(
		env.DB,
		familyMember(who.userId, params.id),
		recordFor(who.userId, params.id),
		openDuesOf(who.userId),
		creditsOf(who.userId),
		shownAccounts(),
		historyOfMember(who.userId, params.id, FEES_SHOWN),
		...certificateAsks(who.userId, params.id),
	);
	if (!one) return "missing" as const;
	const isTheirs = ({ member_id }: { member_id: number }): boolean => member_id === params.id;
	const fees = { dues: dues.filter(isTheirs), credits: credits.filter(isTheirs), accounts, parts };
	const today = dateInTaipei(at);
	const section = certificateIn(certificates, { today, action: dependent.upload(params.id) });
	if (one.acts !== 1 || !member || !section) return adultPage(one, fees);
	return dependentPage({ member, section, refused, today, fees });
}

const showDependent = view({
	path: dependent.show(":id"),
	gate,
	params: IdParams,
	show: async (ask) => (ask.params.id === ask.who.memberId ? { to: profile.edit() } : dependentPageOf(ask)),
});

const editing = pageWithForms({
	path: dependent.edit(":id"),
	gate,
	params: IdParams,
	page: async ({ env, who, params: { id } }, { sent }) => {
		if (!sent && id === who.memberId) return { to: profile.edit() };
		const [[one], [member], rows] = await readRows(
			env.DB,
			familyMember(who.userId, id),
			recordFor(who.userId, id),
			ownValuesFor(who.userId, id),
		);
		if (!one || !member) return "missing";
		return dependentFormPage(
			member,
			{ rows, opened: await openedOwn(env, rows), fileHref: (field: number) => dependent.ownFile(id, field) },
			sent,
		);
	},
});

const updateDependent = editing.form("sent", {
	form: ProfileForm,
	aside: OWN_NAMES,
	maxBytes: OWN_FORM_BYTES,
	run: async ({ env, db, who, by, params }, { input: { version, base: _, ...input }, ...sent }) => {
		const ref = { id: params.id, version };
		const done = await updateProfile(env, db, {
			ref,
			input,
			own: sentOwn(env, sent),
			by: { ...by, userId: who.userId },
		});
		return done ? { to: dependent.show(params.id), flash: "已儲存家人的資料。" } : "missing";
	},
});

/** Sends the file of an own field to a user who acts for the member; for others it is missing. */
const showOwnFile = privateFile({
	path: dependent.ownFile(":id", ":field"),
	gate,
	holds: "own",
	params: OwnFileParams,
	as: "picture",
	open: ({ env, db, who, by, params: { id, field } }) =>
		viewOwnFile(env, db, { asked: { memberId: id, fieldId: field }, asker: { userId: who.userId }, by }),
});

export const FAMILY_ROUTES: readonly Route[] = [showDependent, editing.show, updateDependent, showOwnFile];
