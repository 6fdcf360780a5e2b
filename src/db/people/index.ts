// The door to the SQL of the module people: the reads and writes that other modules may use.

export { type HistoryRow, LOG, type MemberReadRow, OWN, readsOf } from "#db/people/access-log.ts";
export { type ApplicantRow, applicant } from "#db/people/applications.ts";
export { type OldestCertificate, oldestCertificates } from "#db/people/certificate-queue.ts";
export {
	type ApplicationRow,
	applicationsFor,
	type CertificateState,
	certificateFor,
	memberActedFor,
} from "#db/people/certificates.ts";
export { currentTexts, storedText } from "#db/people/consent-texts.ts";
export { type ConsentHistoryRow, type ConsentRow, consentHistory, consentsNow } from "#db/people/consents.ts";
export { type PlanPeople, type PlanRow, planned, plannedPeople } from "#db/people/dues-expected.ts";
export { creditLeft, type DuesStanding, duesStanding } from "#db/people/dues-standing.ts";
export { discountFor, FEE_OF_ITEM, feeFor } from "#db/people/fee-settings.ts";
export { ACTING, foldNames, NAMES_OF_ACTING, type NameRow, namesOfActing } from "#db/people/folded-names.ts";
export { groupNames, isIn as isInGroup } from "#db/people/groups.ts";
export { type Agreeable, agreeableBy } from "#db/people/guardianships.ts";
export { type OldestLink, oldestLinks } from "#db/people/link-requests.ts";
export { activate, deactivate } from "#db/people/member-activation.ts";
export { SHARES_ADDRESS } from "#db/people/member-bans.ts";
export { alikeCount, MOST_COUNTED } from "#db/people/member-duplicates.ts";
export { ownPurposes, ownValuesFor } from "#db/people/member-field-own.ts";
export type { PurposeRow, ValueRow } from "#db/people/member-field-values.ts";
export { activeFields } from "#db/people/member-fields.ts";
export {
	type MemberFigure,
	type MemberMove,
	memberFigures,
	memberMoves,
} from "#db/people/member-figures.ts";
export { memberHits } from "#db/people/member-hits.ts";
export { fittingMembers, membersFrom } from "#db/people/member-lists.ts";
export { moveDues } from "#db/people/member-merge-dues.ts";
export {
	HISTORY_SHOWN,
	type MemberHistoryRow,
	type MergedRow,
	memberHistory,
	memberNumbered,
	mergedInto,
	OFFERED,
	type OldestApplication,
	oldestApplications,
} from "#db/people/member-picks.ts";
export {
	APPLICATION,
	type FamilyRow,
	kinOf,
	type MemberRow,
	mayActForRow,
	memberRow,
	type StoredMember,
	storedMember,
	WAITING,
} from "#db/people/member-reads.ts";
export { isNow, PAID_COLUMNS, PAID_UNTIL, statusPlace } from "#db/people/member-standing.ts";
export {
	type CertificateEntry,
	type ChangeEntry,
	certificatesInTimeline,
	changesInTimeline,
	type NoteEntry,
	notesInTimeline,
} from "#db/people/member-timeline.ts";
export { type Turnings, turnings } from "#db/people/member-turning.ts";
export { idsOf } from "#db/people/member-words.ts";
export type { MemberRef } from "#db/people/member-writes.ts";
export { activateSettled, changeDues, insertDues, isClaimed } from "#db/people/membership-dues.ts";
export {
	type FeeEffect,
	type FeeInput,
	feeEffect,
	insertFee,
	membershipFees,
	type SetFee,
} from "#db/people/membership-fees.ts";
export { BY_TYPE, membershipTypes, TYPE_NAME } from "#db/people/membership-types.ts";
export { countNotes, type NoteRow, noteCount, notesOf } from "#db/people/notes.ts";
export {
	type FamilyMember,
	familyMember,
	familyOf,
	hasOtherGuardian,
	hiddenFrom,
	type OwnRecord,
	recordFor,
} from "#db/people/own-records.ts";
export {
	type FirstDue,
	firstDue,
	ownRequest,
	type RequestRow,
	refuseClosed,
	refuseStrangers,
	requestsFor,
} from "#db/people/privacy.ts";
export { COUNT_PEPPERED, countSealed, SEALED, type SealedColumn, sealedText } from "#db/people/sealed.ts";
export { isOpenTo, type Opening } from "#db/people/sealed-reading.ts";
export { openGuardianship, openLogin } from "#db/people/sealed-writes.ts";
export { asSegment, isInSegment, segmentsInUse } from "#db/people/segments.ts";
