/** The identities of members (身分): a patient, or the parent of one. */
export const IDENTITY_TYPES = ["patient", "parent"] as const;
export type IdentityType = (typeof IDENTITY_TYPES)[number];

/**
 * The codes of the membership types (會員類別) that came with the program. A type is a row (`membership_types`), and each
 * has one of these as its base, by which dues, lapsing and 有效期限 go.
 */
export const TYPE_BASES = [
	"individual",
	"sponsor",
	"honorary_academic",
	"regular",
	"honorary",
	"lifetime",
	"student",
] as const;
export type TypeBase = (typeof TYPE_BASES)[number];
/** What a record says of its membership type beside the type's code, `membership_type`. */
export type TypeOfRecord = { type_base: TypeBase; type_name: string; is_organisation: 0 | 1 };

/** The stored statuses of a member; `grace` and `lapsed` are not stored but computed from dues. */
export const MEMBER_STATUSES = [
	"applied",
	"awaiting_payment",
	"active",
	"suspended",
	"declined",
	"withdrawn",
	"resigned",
	"expelled",
	"deceased",
] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** The stored statuses of a member's 身心障礙證明; 已到期 is computed from an approval and its date. */
export const DISABILITY_STATUSES = ["not_applied", "pending", "approved", "rejected"] as const;
export type DisabilityStatus = (typeof DISABILITY_STATUSES)[number];

export const GENDERS = ["female", "male", "other"] as const;
export type Gender = (typeof GENDERS)[number];

/**
 * The kinds of consent: to storing one's personal data, to storing one's health data, and, from a member of age, to the
 * guardian's continued acting.
 */
export const CONSENT_KINDS = ["personal_data", "health_data", "guardian_access"] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/** How a member stands with the annual fees: owes this year's, has paid it, owes two years or more. */
export const DUES_STANDINGS = ["owing", "paid", "owing_two"] as const;
export type DuesStanding = (typeof DUES_STANDINGS)[number];
