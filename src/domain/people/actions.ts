// The door to the verbs of the module people that others may call.
export { correctApplication, storeProfile, withdrawApplication } from "#domain/people/applications/actions.ts";
export {
	type Applied,
	appliedIn,
	openApplication,
	standingAsks,
	standingIn,
	waitingIn,
} from "#domain/people/applications/applicant-actions.ts";
export { sendCertificate } from "#domain/people/applications/certificate-actions.ts";
export { uploadCertificate, viewCertificate, withdrawCertificate } from "#domain/people/certificates/actions.ts";
export { createGroup, joinGroup } from "#domain/people/groups/actions.ts";
export { ownFieldOfCopy, ownFilesOfCopy, rehashFieldTokens } from "#domain/people/member-fields/copy-actions.ts";
export { type OwnUploads, viewOwnFile } from "#domain/people/member-fields/file-actions.ts";
export { openedOwn } from "#domain/people/member-fields/value-actions.ts";
export { auditMember } from "#domain/people/members/actions.ts";
export { agreeToGuardian, guardianWrites } from "#domain/people/members/guardianship-actions.ts";
export { inviteMember } from "#domain/people/members/login-actions.ts";
export { type Revealed, revealAll } from "#domain/people/members/reveal-actions.ts";
export { askRequest, noteHistoryView, remindOfRequests, withdrawRequest } from "#domain/people/privacy/actions.ts";
export { endConsent, endOwnConsent, giveConsent, type OwnKind } from "#domain/people/privacy/consent-actions.ts";
export { setGuardianAccess, updateProfile } from "#domain/people/profiles/actions.ts";
export { announceChild } from "#domain/people/profiles/child-actions.ts";
export { rosterDrafts } from "#domain/people/roster/import-actions.ts";
export { hashed, readKnown } from "#domain/people/roster/known-actions.ts";
export { segmentOfView } from "#domain/people/segments/actions.ts";
