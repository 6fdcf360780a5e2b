// The door to the verbs of the module content that others may call.
export { downloadDocument } from "#domain/content/documents/download-actions.ts";
export { discardDraft, forgetOldDrafts, saveDraft } from "#domain/content/drafts/actions.ts";
export { forgetOldDeliveries } from "#domain/content/webhooks/actions.ts";
