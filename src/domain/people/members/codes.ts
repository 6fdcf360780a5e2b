/** The identities of members (身分): a patient, or the parent of one. */
export const IDENTITY_TYPES = ["patient", "parent"] as const;
export type IdentityType = (typeof IDENTITY_TYPES)[number];

/**
 * The membership types (會員類別) that new members may have; LEGACY_MEMBERSHIP_TYPES are those that only old records
 * have.
 */
export const MEMBERSHIP_TYPES = ["individual", "sponsor", "honorary_academic"] as const;
export const LEGACY_MEMBERSHIP_TYPES = ["regular", "honorary", "lifetime", "student"] as const;
export const ALL_MEMBERSHIP_TYPES = [...MEMBERSHIP_TYPES, ...LEGACY_MEMBERSHIP_TYPES] as const;
export type MembershipType = (typeof ALL_MEMBERSHIP_TYPES)[number];

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
