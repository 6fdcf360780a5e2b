// The door of the module system: its rules, schemas and words that other modules may know. Pure, like what it names.
export {
	type Anchor,
	type Anchors,
	anchorFaults,
	anchorName,
	anchorsAmong,
	anchorsFrom,
	anchorsOf,
	RETURNS,
	type Return,
	returnName,
	returnText,
	type Slice,
	trueReturns,
} from "#domain/system/audit/anchors.ts";
export { linkFaults, missingIds, span } from "#domain/system/audit/chain.ts";
export { auditCsv } from "#domain/system/audit/export.ts";
export {
	CHAINS,
	type Chain,
	type MacState,
	macFaults,
	macState,
	macText,
	type SealMac,
	type Sign,
} from "#domain/system/audit/macs.ts";
export { DeputyInput } from "#domain/system/deputies/schema.ts";
export { extensionOf } from "#domain/system/files/names.ts";
export { PURPOSE, PURPOSES, UPLOADS } from "#domain/system/files/purposes.ts";
export { type CheckedFile, checkUpload, type UploadedFile } from "#domain/system/files/rules.ts";
export { SHOWN, TYPES, typeOfBytes, typeOfExtension } from "#domain/system/files/types.ts";
export { checkUnpackedSize } from "#domain/system/files/zip.ts";
export {
	cashFindings,
	cronFindings,
	type Finding,
	type HealthCheck,
	keepingFindings,
	keyFindings,
	type Level,
	madeFindings,
	type NumberRun,
	policyFindings,
	sealFindings,
	waitingFindings,
	wholeFindings,
} from "#domain/system/health/checks.ts";
export {
	isOurs,
	migrationFaults,
	plainSql,
	type Standing,
	type Structure,
	structureFaults,
	tablesOf,
} from "#domain/system/health/structure.ts";
export type { Big5, Draft, ImportedFile, ImportState, Looked } from "#domain/system/imports/draft.ts";
export {
	type ChoiceOf,
	type ColumnOf,
	choicesIn,
	type MappingOf,
	mapSheets,
	type Vocabulary,
} from "#domain/system/imports/headers.ts";
export { inParts, type Report } from "#domain/system/imports/parts.ts";
export { bounceOf, ResendEvent } from "#domain/system/mail/bounces.ts";
export type { Rendered } from "#domain/system/mail/layout.ts";
export { renderMail } from "#domain/system/mail/render.ts";
export { MAIL_SETTING_KEYS, mailSettings, mailSettingsIn } from "#domain/system/mail/settings.ts";
export {
	MAIL_KIND_LABELS,
	type MailKind,
	type Subscriber,
	subscriberOf,
} from "#domain/system/mail-subscriptions/rules.ts";
export { readOwed } from "#domain/system/notifications/kinds/dues-reminder.ts";
export { type KindData, type KindName, prepare } from "#domain/system/notifications/kinds.ts";
export type { Links } from "#domain/system/notifications/letter.ts";
export { KNOWN_MS, type Known, knownText, readKnown, withKnown } from "#domain/system/proofs/browsers.ts";
export { FAILED_KEPT, SILENCE } from "#domain/system/proofs/rules.ts";
export { StoredCodes } from "#domain/system/roles/schema.ts";
export { ENTRY_KINDS, type Entry, type EntryKind, type EntryRef, entryId } from "#domain/system/search/entry.ts";
export { highlight, highlightPieces, type Piece, piecesOf } from "#domain/system/search/highlight.ts";
export { needlesOf, numberedParts, partsOf } from "#domain/system/search/needles.ts";
export {
	AUTHORITIES,
	type Authority,
	GUARDIAN_ROLES,
	type GuardianRole,
	GuardianStanding,
	SLOTS,
	type Slot,
} from "#domain/system/second-persons/guardianship.ts";
export {
	type Asked,
	CONFIRMATION_STEPS,
	CONFIRMATIONS,
	type ConfirmationStep,
	KINDS,
	type Kind,
} from "#domain/system/second-persons/kinds.ts";
export { SOMEBODY_ELSE, type SomebodyElse } from "#domain/system/second-persons/rules.ts";
export { deviceOf } from "#domain/system/sessions/device.ts";
export { type Pending, pendingText, readPending } from "#domain/system/sessions/rules.ts";
export { previewUrl } from "#domain/system/settings/preview-url.ts";
export { SETTINGS } from "#domain/system/settings/schema.ts";
export { readSigners, type Signing, secretaryIn, signersOn } from "#domain/system/settings/signers.ts";
export { SiteFacts, siteFacts } from "#domain/system/settings/site.ts";
export { REGISTRATION } from "#domain/system/settings/statutes.ts";
export { keyOf, keysOf } from "#domain/system/settings/stored.ts";
export {
	readTransferColumns,
	TRANSFER_DEFAULT,
	type TransferColumn,
} from "#domain/system/settings/transfer-columns.ts";
export { isUnanswered, storageError, Unanswered } from "#domain/system/unanswered.ts";
export { identify } from "#domain/system/users/identifiers.ts";
export { MIN_PASSWORD, MIN_STAFF_PASSWORD } from "#domain/system/users/password-rules.ts";
export { ACTIVATION_MS } from "#domain/system/users/rules.ts";
export { RoleIds, USER_STATUSES, UserInput, type UserStatus } from "#domain/system/users/schema.ts";
export type { WorkRow } from "#domain/system/works/rules.ts";
