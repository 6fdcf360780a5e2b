// The door to the verbs of the module content that others may call.
export { downloadDocument } from "#domain/content/documents/download-actions.ts";
export { pressDocument } from "#domain/content/documents/press-actions.ts";
export { discardDraft, forgetOldDrafts, saveDraft } from "#domain/content/drafts/actions.ts";
export { forgetLostCopies } from "#domain/content/media/picture-failure-actions.ts";
export { namingPictures } from "#domain/content/releases/picture-actions.ts";
export { forgetOldDeliveries } from "#domain/content/webhooks/actions.ts";
