import * as z from "zod";
import { type Ask, type Route, view } from "#auth/route.ts";
import { consentsNow, kinOf, ownValuesFor, recordFor } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { type OwnUploads, openedOwn, setGuardianAccess, updateProfile, viewOwnFile } from "#domain/people/actions.ts";
import { FieldParams, guardians, OWN_FORM_BYTES, OWN_NAMES, ProfileForm } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { privateFile } from "#kits/file/private-file.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { certificateAsks, certificateIn } from "#member/certificate/asks.ts";
import { profilePage } from "./edit-page.ts";

const { profile, guardianAccess, certificate } = paths.member;
const gate = "member";

/** The states of the page's forms that were refused. */
type States = Refused<"sent" | "guardian" | "certificate">;

/** Returns what a form of members sent of own fields. */
export const sentOwn = (
	{ FILES }: { FILES: R2Bucket },
	{ aside, files }: { aside: Record<string, string>; files: OwnUploads },
) => ({ typed: aside, files: { bucket: FILES, uploads: files } });

/** Reads and draws the user's profile (我的資料) in one round trip; "missing" for a user without a member record. */
export async function profilePageOf({ env, who, at }: Ask<object, object>, states: States = {}) {
	if (who.memberId === null) return "missing" as const;
	const [[member], kin, consents, rows, ...certificates] = await readRows(
		env.DB,
		recordFor(who.userId, who.memberId),
		kinOf(who.memberId),
		consentsNow(who.memberId),
		ownValuesFor(who.userId, who.memberId),
		...certificateAsks(who.userId, who.memberId),
	);
	const today = dateInTaipei(at);
	const section = certificateIn(certificates, { today, action: certificate.upload() });
	if (!member || !section) return "missing" as const;
	const own = { rows, opened: await openedOwn(env, rows), fileHref: profile.ownFile };
	return profilePage({ member, guardians: guardians(member, kin), consents, own, today, section, states });
}

const editProfile = pageWithForms({
	path: profile.edit(),
	gate,
	page: async (ask, states: States) =>
		ask.who.memberId === null ? { to: profile.create() } : profilePageOf(ask, states),
});

const updateOwn = editProfile.form("sent", {
	path: profile.update(),
	form: ProfileForm,
	aside: OWN_NAMES,
	maxBytes: OWN_FORM_BYTES,
	run: async ({ env, db, who, by }, { input: { version, base: _, ...input }, ...sent }) => {
		if (who.memberId === null) return "missing";
		const ref = { id: who.memberId, version };
		const done = await updateProfile(env, db, {
			ref,
			input,
			own: sentOwn(env, sent),
			by: { ...by, userId: who.userId },
		});
		return done ? { to: profile.edit(), flash: "已儲存您的資料。" } : "missing";
	},
});

/**
 * Redirects to the profile when the address to which its form is sent is opened by GET, as after a sign-in in the
 * middle of sending it.
 */
const updatedOwn = view({ path: profile.update(), gate, show: async () => ({ to: profile.edit() }) });

const storeGuardianAccess = editProfile.form("guardian", {
	path: guardianAccess(),
	form: z.strictObject({ given: z.enum(["0", "1"]) }),
	run: async ({ db, who, by }, { input }) => {
		if (who.memberId === null) return "missing";
		const given = input.given === "1";
		await setGuardianAccess(db, { memberId: who.memberId, given, by: { ...by, userId: who.userId } });
		return {
			to: profile.edit(),
			flash: given ? "監護人可以繼續替您處理資料。" : "監護人現在只看得到您的姓名、會員編號與會費。",
		};
	},
});

/** Sends the file of an own field to the member; for others it is missing. */
const showOwnFile = privateFile({
	path: profile.ownFile(":field"),
	gate,
	holds: "own",
	params: FieldParams,
	as: "picture",
	open: async ({ env, db, who, by, params }) =>
		who.memberId === null
			? null
			: viewOwnFile(env, db, {
					asked: { memberId: who.memberId, fieldId: params.field },
					asker: { userId: who.userId },
					by,
				}),
});

export const PROFILE_ROUTES: readonly Route[] = [
	editProfile.show,
	updateOwn,
	updatedOwn,
	storeGuardianAccess,
	showOwnFile,
];
