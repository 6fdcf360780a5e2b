// The door to the SQL of the module system: the reads and writes that other modules may use.

export { type AuditFilter, auditPages, type ListedAuditRow } from "#db/system/audit.ts";
export { type AuditPage, readAuditPage } from "#db/system/audit-page.ts";
export { readTail } from "#db/system/audit-seals.ts";
export {
	type ConfirmationRow,
	confirmableBy,
	dueConfirmations,
	listedConfirmations,
	mayEnd,
	waitingAbout,
	waitingConfirmations,
} from "#db/system/confirmation-lists.ts";
export {
	askToOpenGuardians,
	askToOpenLogin,
	type ConfirmationRef,
	endConfirmation,
	refuseMoreThan,
	type StoredConfirmation,
	seeListed,
	storedConfirmation,
} from "#db/system/confirmations.ts";
export {
	type DeputyRow,
	deputiesOf,
	deputyOptions,
	insertDeputy,
	type PastDeputyRow,
	pastDeputiesOf,
	refuseDeputyship,
	standsInFor,
} from "#db/system/deputies.ts";
export { type FailedRow, type FailedWay, failedSignIns } from "#db/system/failed-sign-ins.ts";
export {
	type Acting,
	FIRST_GUARDIAN,
	GUARDED,
	GUARDIAN_USERS,
	guardianNames,
	isGuardian,
	isOfOther,
	LETTER_HOME,
	membersRelatedTo,
	refuseFamily,
	refuseFamilyLogins,
	relatedToLogin,
	relatedUsers,
} from "#db/system/family.ts";
export { type FileRow, knownObjects, ownFile, readFileRow, readPicture } from "#db/system/files.ts";
export { type ActorRow, actorsOf, HELD_ONCE, heldOnce, isStranded, whoHolds } from "#db/system/holders.ts";
export {
	draftSteps,
	IMPORT_ORDER,
	IMPORTS_PER_PAGE,
	type ImportRef,
	type ImportRow,
	type ImportsPage,
	importIn,
	importSteps,
	importsIn,
	nextId,
	ROWS_PER_PAGE,
} from "#db/system/import-drafts.ts";
export { type ListViewRow, listView, viewsOf, viewsOver } from "#db/system/list-views.ts";
export { closeLogin } from "#db/system/login-endings.ts";
export { NEXT_DUE, refuseWithoutMail } from "#db/system/mail.ts";
export { mailboxOf, unsubscribedSince } from "#db/system/mail-subscriptions.ts";
export { type MailEntry, mailsInTimeline } from "#db/system/member-timeline.ts";
export { dataOf, notify, notifyEach, notifyHolders } from "#db/system/notifications.ts";
export { type BackupRun, insertBackupRun, type TaskEnd } from "#db/system/operations.ts";
export { MOST_COUNTED, type RecordAsk, type RecordRow, recordHits } from "#db/system/record-words.ts";
export { afterRestore } from "#db/system/restoring.ts";
export { givePermissions, holdersOf, permissionsOf, type RoleOption, roleOptions } from "#db/system/roles.ts";
export {
	anchoredSeals,
	chainTurn,
	insertAnchor,
	insertMacs,
	macsFrom,
	macsOf,
	newestHead,
	setTurn,
} from "#db/system/seal-macs.ts";
export { type HitRow, type SearchHit, type SearchResult, searchEntries } from "#db/system/search.ts";
export { isOfKind } from "#db/system/search-exact.ts";
export {
	articlesWithTerms,
	type Change,
	changesToIndex,
	newestChange,
	publicRefs,
	publicSources,
} from "#db/system/search-sources.ts";
export {
	type IndexState,
	indexedRefs,
	optimizeIndex,
	outdatedRefs,
	readIndexState,
	writeIndex,
} from "#db/system/search-writes.ts";
export { liveSessions, type SecurityRow, type SessionRow, securityOf, touchSession } from "#db/system/sessions.ts";
export { type SettingRow, selectSettings } from "#db/system/settings.ts";
export { type SiteRow, selectSite } from "#db/system/site.ts";
export { isStaff } from "#db/system/staff.ts";
export { type PeopleFigures, peopleFigures } from "#db/system/user-figures.ts";
export { type UserRow, userSelect } from "#db/system/user-lists.ts";
export * as usersSql from "#db/system/users.ts";
export { readSeenUser, type UserRef } from "#db/system/users.ts";
export { insertWork, openedWork, shownWorks } from "#db/system/works.ts";
