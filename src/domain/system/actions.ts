// The door to the verbs of the module system that others may call.

export { mailSeal, noteTaken, sealTail, type Verified, verifyChain } from "#domain/system/audit/actions.ts";
export { auditNaming, endDeputy, nameDeputy } from "#domain/system/deputies/actions.ts";
export {
	dropObject,
	type OpenedFile,
	openFile,
	type PreparedFile,
	prepareFile,
	removeFile,
} from "#domain/system/files/actions.ts";
export { forgetForms, keepReport, noteCron } from "#domain/system/health/actions.ts";
export {
	type Drafts,
	draftsOf,
	lookAt,
	type PlanningOf,
	takeIn,
	type WritingOf,
} from "#domain/system/imports/actions.ts";
export { emptyOldMails, noteBounce } from "#domain/system/mail/actions.ts";
export { subscribe, unsubscribe } from "#domain/system/mail-subscriptions/actions.ts";
export { forgetTries } from "#domain/system/proofs/actions.ts";
export { endMembersSessions } from "#domain/system/roles/actions.ts";
export * as rightsActions from "#domain/system/roles/rights-actions.ts";
export {
	createUser as createUserOfRoles,
	editUser,
	nameDeputyFor,
	setUserRoles,
} from "#domain/system/roles/rights-actions.ts";
export { asking, type Outcome } from "#domain/system/second-persons/actions.ts";
export {
	completeSecondFactor,
	confirmPassword,
	type Entered,
	endOtherSessions,
	endSession,
	forgetSignIns,
	type Granted,
	signIn,
	signOut,
	tellOwner,
} from "#domain/system/sessions/actions.ts";
export { parseSettings, readSeal, readSettings } from "#domain/system/settings/actions.ts";
export { changePhone, confirmEmailChange, requestEmailChange } from "#domain/system/sign-in/actions.ts";
export { issueActivationCode, prepareActivationCode } from "#domain/system/sign-in/activation-actions.ts";
export {
	acceptInvitation,
	activate,
	changePassword,
	openLink,
	requestReset,
	resetPassword,
} from "#domain/system/sign-in/password-actions.ts";
export {
	disableTotp,
	enableTotp,
	newRecoveryCodes,
	type Setup,
	startTotp,
	waitingSetup,
} from "#domain/system/sign-in/second-factor-actions.ts";
export * as usersActions from "#domain/system/users/actions.ts";
export {
	auditUser,
	createUser as createUserOfUsers,
	editing,
	enabling,
	resettingSecondFactor,
} from "#domain/system/users/actions.ts";
export { followed, keepWorks, seeWork } from "#domain/system/works/actions.ts";
export { beginExport } from "#domain/system/works/export-actions.ts";
