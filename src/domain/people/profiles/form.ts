import * as z from "zod";
import { GENDERS, IDENTITY_TYPES } from "#domain/people/members/codes.ts";
import {
	APPLIED_FIELDS,
	type AppliedField,
	inOrder,
	MEMBER_FIELDS,
	SELF_FIELDS,
	type SelfField,
} from "#domain/people/members/fields.ts";
import { DISTRICT_OF_CITY, isOfCity } from "#domain/people/members/form.ts";
import { postalCodeOf } from "#domain/people/members/places.ts";
import { Checked, Version } from "#kernel/form.ts";
import { CHILDREN, withChildren, withWholeChildren } from "./announced.ts";

/**
 * The schemas of the fields that a member changes, in the order of the page, which is also the order of their errors.
 */
const OWN = Object.fromEntries(
	inOrder<SelfField>(
		[
			...(["phone", "phone_home", "email", "line_id", "city", "district", "address", "postal_code"] as const),
			...(["emergency_name", "emergency_relation", "emergency_phone", "gender", "name_en"] as const),
		],
		SELF_FIELDS,
	).map((name) => [name, MEMBER_FIELDS[name]]),
) as Pick<typeof MEMBER_FIELDS, SelfField>;

type Place = { postal_code: string | null; city: string | null; district: string | null };

/** Completes the postal code from the district when none was typed. */
const withPostalCode = <T extends Place>(said: T): T => ({
	...said,
	postal_code:
		said.postal_code ?? (said.city && said.district ? postalCodeOf(said.city, said.district) : undefined) ?? null,
});

/**
 * The form 修改我的資料, for the user's own record or that of a member for whom the user acts. `base` holds the values
 * that the form started from.
 */
export const ProfileForm = z
	.strictObject({ ...OWN, base: z.string().max(20_000).default(""), version: Version })
	.refine(isOfCity, DISTRICT_OF_CITY)
	.transform(withPostalCode);

/** A version of a text, which the action compares with the one that is asked for now. */
const TextVersion = z.string().max(20);
const isObject = ({ value }: { value: unknown }): boolean => typeof value === "object" && value !== null;
type Reach = { phone?: unknown; phone_home?: unknown; email?: unknown };

/**
 * The fields of an application: who the applicant is, the membership asked for, and whether health data may be stored.
 */
const APPLICATION = {
	name: MEMBER_FIELDS.name,
	identity_type: MEMBER_FIELDS.identity_type,
	membership_type: MEMBER_FIELDS.membership_type,
	birth_date: MEMBER_FIELDS.birth_date,
	national_id: MEMBER_FIELDS.national_id,
	...OWN,
	diagnosis_note: MEMBER_FIELDS.diagnosis_note,
	consent_health: Checked,
	/** The version of the consent text that the page showed. */
	health_version: TextVersion,
};
/** The fields of an application that are stored readable (not encrypted); the pages of the application show them. */
export const READABLE_FIELDS = ["name", "identity_type", "membership_type", "birth_date", ...SELF_FIELDS] as const;
export type ReadableField = (typeof READABLE_FIELDS)[number];

const isReachable = ({ phone, phone_home, email }: Reach): boolean => Boolean(phone || phone_home || email);
const REACH = { path: ["phone"], error: "手機、住家電話與電子郵件，請至少填一項。", when: isObject };
type Health = { diagnosis_note?: unknown; consent_health?: unknown };
const isAgreed = ({ diagnosis_note, consent_health }: Health): boolean => !diagnosis_note || consent_health === true;
const AGREED = { path: ["consent_health"], error: "要填寫病況，請先同意保存健康資料；也可以留空。" };

/**
 * The form 修改申請. A sealed field left empty stays as it is; without the consent to store health data the diagnosis
 * is removed. `base` holds the values that the form started from.
 */
export const ApplicationForm = withWholeChildren(
	z.strictObject({
		...APPLICATION,
		...CHILDREN,
		remove_national_id: Checked,
		remove_diagnosis_note: Checked,
		base: z.string().max(20_000).default(""),
		version: Version,
	}),
)
	.refine(isOfCity, DISTRICT_OF_CITY)
	.refine(isReachable, REACH)
	.refine(isAgreed, AGREED)
	.transform(withPostalCode)
	.transform(withChildren)
	.transform(({ remove_national_id, remove_diagnosis_note, base: _b, ...rest }) => ({
		...rest,
		national_id: rest.national_id ?? (remove_national_id ? null : undefined),
		diagnosis_note: rest.diagnosis_note ?? (remove_diagnosis_note || !rest.consent_health ? null : undefined),
	}));

export type Correction = z.infer<typeof ApplicationForm> extends infer C ? Omit<C, "version"> : never;

/** The form of a new application (建立會員資料). */
export const NewProfileForm = withWholeChildren(
	z.strictObject({
		...APPLICATION,
		...CHILDREN,
		consent_personal: z.literal("1", { error: "請閱讀並勾選同意，協會才能受理。" }),
		personal_version: TextVersion,
	}),
)
	.refine(isOfCity, DISTRICT_OF_CITY)
	.refine(isReachable, REACH)
	.refine(isAgreed, AGREED)
	.transform(withPostalCode)
	.transform(withChildren)
	.transform(({ consent_personal: _, consent_health, personal_version, health_version, children, ...profile }) => ({
		profile,
		children,
		personal: personal_version,
		/** The version of the text of health data that was agreed to; null without that consent. */
		health: consent_health ? health_version : null,
	}));

/** A text of a stored profile; null when an older request does not have the field. */
const text = z.string().nullable().default(null);
/** The fields that an applicant filled in, as a request stores them sealed. */
export const StoredProfile = z.object({
	...(Object.fromEntries(APPLIED_FIELDS.map((name) => [name, text])) as Record<AppliedField, typeof text>),
	name: z.string(),
	name_en: z.string(),
	identity_type: z.enum(IDENTITY_TYPES),
	membership_type: z.string(),
	gender: z.enum(GENDERS).nullable(),
});
export type Profile = z.infer<typeof StoredProfile>;
/**
 * The sealed content of a request: the profile, the versions of the texts agreed to (`health` is null without that
 * consent), and when.
 */
export const StoredApplication = z.object({
	profile: StoredProfile,
	agreed: z.object({ personal: z.string(), health: z.string().nullable(), at: z.int() }),
});
export type Application = z.infer<typeof StoredApplication>;
