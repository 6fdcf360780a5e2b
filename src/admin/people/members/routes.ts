import * as z from "zod";
import { wantsJson } from "#auth/answer.ts";
import type { FormInput } from "#auth/input.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { doublesOf, type Typed } from "#db/people/member-duplicates.ts";
import { valuesShown } from "#db/people/member-field-values.ts";
import { memberRow } from "#db/people/member-reads.ts";
import { membershipTypes } from "#db/people/membership-types.ts";
import { readRows } from "#db/read.ts";
import { viewOwnFile } from "#domain/people/member-fields/file-actions.ts";
import { OwnFileParams } from "#domain/people/member-fields/form.ts";
import { OWN_FORM_BYTES, OWN_NAMES } from "#domain/people/member-fields/rules.ts";
import { createMember, updateMember } from "#domain/people/members/actions.ts";
import { MemberForm, NewMemberForm } from "#domain/people/members/form.ts";
import { CONTACT, type NamedType, organisationTypes } from "#domain/people/membership-types/rules.ts";
import { isFamily } from "#domain/people/related.ts";
import { paths } from "#http/paths.ts";
import { privateFile } from "#kits/file/private-file.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { typed } from "#ui/against-stored.ts";
import { APPLICATION_ROUTES } from "./applications-routes.ts";
import { BAN_ROUTES } from "./bans-routes.ts";
import { doublesByField, doublesFlash, doublesNotice, soughtDoubles } from "./doubles.ts";
import { editMemberPage, freshMember, newMemberPage, type RecordKind } from "./form-page.ts";
import { guardianChoice } from "./guardian-page.ts";
import { GUARDIAN_ROUTES } from "./guardian-routes.ts";
import { LOGIN_ROUTES } from "./login-routes.ts";
import { STEP_ROUTES } from "./step-routes.ts";

const { members } = paths.admin;

const NewQuery = z.strictObject({
	guardian: z.coerce.number().int().positive().optional(),
	/** What the new member is, when it is no person. */
	kind: z.enum(["organisation", "contact"]).optional(),
	/** The member whose guardian a new contact is to be. */
	ward: z.coerce.number().int().positive().optional(),
	/** What is typed so far; a script asks who has the same. */
	name: z.string().max(200).optional(),
	phone: z.string().max(200).optional(),
});

type Reading = Pick<Ask, "env" | "who">;
/**
 * Reads a member, the membership types, the own fields that the user may see, with what the member `of` has in them, and
 * who has the same name or phone as what is typed; nobody is 0.
 */
async function withOwn({ env, who }: Reading, id: number, { of = id, sought }: { of?: number; sought?: Typed } = {}) {
	const seesAll = allows("members_sensitive", who);
	const [[row], own, types, doubles = []] = await readRows(
		env.DB,
		...([memberRow(id), valuesShown(of, seesAll), membershipTypes()] as const),
		...(sought ? [doublesOf(sought)] : []),
	);
	return { row, own, types, doubles, seesAll };
}
/** Returns what a form of the staff sent of own fields. */
const ownSent = ({ env, who }: Reading, { aside, files }: Pick<FormInput<unknown>, "aside" | "files">) => ({
	typed: aside,
	files: { bucket: env.FILES, uploads: files },
	as: "staff" as const,
	seesAll: allows("members_sensitive", who),
});

const creation = pageWithForms({
	path: members.create(),
	gate: "members_manage",
	query: NewQuery,
	page: async (ask, { sent }) => {
		const id = sent ? Number(sent.values.guardian) : (ask.query.guardian ?? 0);
		const said = sent ? { name: typed(sent, "name"), phone: typed(sent, "phone") } : ask.query;
		const sought = soughtDoubles({ ...said, guardian: id }, ask.who);
		if (wantsJson(ask.c) && !sent) {
			const [rows] = await readRows(ask.env.DB, doublesOf(sought));
			return { data: { data: doublesByField(rows, ask.at) } };
		}
		const { row: guardian, doubles, ...shown } = await withOwn(ask, id, { of: 0, sought });
		const types = organisationTypes(shown.types);
		const kind = sent ? kindSent(typed(sent, "membership_type"), types) : (ask.query.kind ?? "member");
		const state = sent ?? freshMember(guardian, kind === "organisation" ? types[0]?.code : undefined);
		const ward = sent ? typed(sent, "ward") : ask.query.ward && String(ask.query.ward);
		const told = { doubles: doublesNotice(doubles, ask.at), looks: allows("members", ask.who) };
		const of = { state, key: crypto.randomUUID(), guardian, kind, ...shown, ...told };
		return newMemberPage({ ...of, ward: ward || undefined });
	},
});

const kindSent = (code: string, organisations: readonly NamedType[]): RecordKind => {
	if (code === CONTACT) return "contact";
	return organisations.some((one) => one.code === code) ? "organisation" : "member";
};

const storeMember = creation.form("sent", {
	form: NewMemberForm,
	aside: OWN_NAMES,
	maxBytes: OWN_FORM_BYTES,
	run: async (ask, { input: { guardian, ward, ...input }, key, ...sent }) => {
		const { env, db, by } = ask;
		const how = { own: ownSent(ask, sent), source: "admin", takesOpenType: true };
		const id = await createMember(env, db, { input, key, by, guardianId: guardian, ...how });
		const [doubles] = await readRows(
			env.DB,
			doublesOf(soughtDoubles({ name: input.name, phone: input.phone ?? "", guardian, self: id }, ask.who)),
		);
		const { words, ...warning } = doublesFlash(doubles, ask.who);
		if (input.membership_type !== CONTACT)
			return { to: members.show(id), flash: `已新增${input.name}，目前是「入會審核中」。${words}`, ...warning };
		const flash = `已新增聯絡人${input.name}。${words}`;
		if (ward === null) return { to: members.show(id), flash, ...warning };
		return { to: guardianChoice(ward, input.name), flash: `${flash}請在下面選為監護人。`, ...warning };
	},
});

const edit = pageWithForms({
	path: members.edit(":id"),
	gate: "members_manage",
	params: IdParams,
	page: async (ask, { sent }) => {
		const { row, ...shown } = await withOwn(ask, ask.params.id);
		if (!row || sent) return row ? editMemberPage({ row, ...shown }, sent) : "missing";
		if (isFamily(row, ask.who)) return { to: members.show(row.id) };
		return row.merged_into === null ? editMemberPage({ row, ...shown }) : { to: members.edit(row.merged_into) };
	},
});

const storeEdit = edit.form("sent", {
	form: MemberForm,
	aside: OWN_NAMES,
	maxBytes: OWN_FORM_BYTES,
	run: async (ask, { input: { version, base: _base, ...input }, ...sent }) => {
		const { env, db, by, params } = ask;
		await updateMember(env, db, { ref: { id: params.id, version }, input, own: ownSent(ask, sent), by });
		return { to: members.show(params.id), flash: `已儲存${input.name}的資料。` };
	},
});

/** Sends the file of an own field to staff who see the field; for others it is missing. */
const showOwnFile = privateFile({
	path: members.ownFile(":id", ":field"),
	gate: "members",
	holds: "own",
	params: OwnFileParams,
	as: "picture",
	open: ({ env, db, who, by, params: { id, field } }) =>
		viewOwnFile(env, db, {
			asked: { memberId: id, fieldId: field },
			asker: { staff: { seesAll: allows("members_sensitive", who) } },
			by,
		}),
});

/** The routes of one record come last, because their ":id" would match every other word. */
export const MEMBER_ROUTES: readonly Route[] = [
	creation.show,
	storeMember,
	...APPLICATION_ROUTES,
	edit.show,
	storeEdit,
	showOwnFile,
	...GUARDIAN_ROUTES,
	...BAN_ROUTES,
	...LOGIN_ROUTES,
	...STEP_ROUTES,
];
