// The door to the verbs of the module books that others may call.
export { sealDocuments, type VerifiedDocuments, verifyDocuments } from "#domain/books/document-seals/actions.ts";
export { postDraft } from "#domain/books/vouchers/actions.ts";
