// The door of the module people: its rules, schemas and words that other modules may know. Pure, like what it names.
export { CertificateWithdrawal, NOTICE, OwnUploadForm } from "#domain/people/certificates/form.ts";
export {
	type Approval,
	counts,
	daysBetween,
	type Reviewer,
	reviewsAs,
	reviewsWith,
	type ShownStatus,
	shownOn,
} from "#domain/people/certificates/rules.ts";
export {
	amountOf,
	baseOf,
	DUES_KINDS,
	type DuesKind,
	type Fees,
	owesDues,
	type TypeFee,
	typeFeeOn,
} from "#domain/people/fees.ts";
export { GroupInput, MOST_JOINING } from "#domain/people/groups/form.ts";
export { FieldParams, OwnFileParams } from "#domain/people/member-fields/form.ts";
export {
	FOR_WHOM_LABELS,
	hasFileField,
	isAuditName as isOwnFieldName,
	OWN_FORM_BYTES,
	OWN_NAMES,
	valueWords as ownValueWords,
} from "#domain/people/member-fields/rules.ts";
export { BAN_REASON_LABELS } from "#domain/people/members/bans.ts";
export {
	CONSENT_KINDS,
	type ConsentKind,
	DISABILITY_STATUSES,
	type DisabilityStatus,
	GENDERS,
	IDENTITY_TYPES,
	MEMBER_STATUSES,
	type MemberStatus,
	TYPE_BASES,
	type TypeBase,
	type TypeOfRecord,
} from "#domain/people/members/codes.ts";
export { plain } from "#domain/people/members/field-schemas.ts";
export {
	ERASED_FIELDS,
	FIELD_NAMES,
	FIELD_WORDS,
	type FieldName,
	FREE_TEXT_FIELDS,
	inputOf,
	OWN_WORDS,
	SELF_FIELDS,
	type SealedInput,
	type SealedNumber,
	type SelfField,
	UNPLACED_SELF_FIELDS,
} from "#domain/people/members/fields.ts";
export { canonicalText } from "#domain/people/members/form.ts";
export {
	AUTHORITY_LABELS,
	DISABILITY_LABELS,
	GENDER_LABELS,
	GUARDIAN_ROLE_LABELS,
	MEMBER_STATUS_LABELS,
} from "#domain/people/members/labels.ts";
export { maskNationalId, normalNationalId } from "#domain/people/members/national-id.ts";
export { CITIES, districtsOf } from "#domain/people/members/places.ts";
export { RECORD, type RecordField } from "#domain/people/members/record.ts";
export {
	EXEMPT_TYPES,
	guardians,
	IDENTITY_TYPE_LABELS,
	identityTypeLabel,
	isAdult,
	isParent,
	memberStatusNow,
	type StatusNow,
} from "#domain/people/members/rules.ts";
export { PersonSearch, searchWords } from "#domain/people/members/search.ts";
export { AGE_GROUPS, ageWords } from "#domain/people/members/statistics.ts";
export { TypeCode } from "#domain/people/membership-types/form.ts";
export {
	CONTACT,
	type NamedType,
	openTypes,
	typeNames,
	typeOptions,
	typeOwes,
} from "#domain/people/membership-types/rules.ts";
export { READER_WORDS } from "#domain/people/privacy/access.ts";
export {
	ConsentEndForm,
	ConsentForm,
	ErasureForm,
	OwnRequestForm,
	WithdrawalForm,
} from "#domain/people/privacy/form.ts";
export { CHANNEL_LABELS, REQUEST_KIND_LABELS, REQUEST_STATE_LABELS } from "#domain/people/privacy/labels.ts";
export {
	daysUntil,
	dueOn,
	ENDED,
	erasedName,
	GROUNDS,
	isGround,
	KEPT_DAYS,
	REQUEST_KINDS,
	type RequestKind,
	type RequestState,
} from "#domain/people/privacy/rules.ts";
export {
	CHILD_FIELDS,
	type ChildField,
	childField,
	childPart,
	childValues,
	MOST_CHILDREN,
} from "#domain/people/profiles/announced.ts";
export { ChildForm } from "#domain/people/profiles/child-form.ts";
export { setsIn as childSetsIn, withSets as withChildSets } from "#domain/people/profiles/child-sets.ts";
export {
	CONSENT_NAMES,
	CONSENT_TEXTS,
	currentText,
	HOSTED,
	type ShownText,
	type StoredText,
	TEXT_KINDS,
	TEXT_NAMES,
	type TextKind,
	textOf,
} from "#domain/people/profiles/consent-texts.ts";
export { ApplicationForm, NewProfileForm, ProfileForm, READABLE_FIELDS } from "#domain/people/profiles/form.ts";
export { isFamily, relatedIn } from "#domain/people/related.ts";
export { fieldOfHeader, isCounter } from "#domain/people/roster/columns.ts";
export { type Known, matchRow, type Named, type Records, recordsOf } from "#domain/people/roster/match.ts";
export { readField } from "#domain/people/roster/read-field.ts";
export type { Values } from "#domain/people/roster/reading.ts";
export { REASONS, type Reason } from "#domain/people/roster/reasons.ts";
export { filledRows, type Passed } from "#domain/people/roster/rows.ts";
export { isNothing, paidYearsOf } from "#domain/people/roster/values.ts";
export { conditionsOfView, type ViewConditions } from "#domain/people/segments/of-view.ts";
