// The door to the jobs of the module content.
export { indexChanges } from "#jobs/content/indexing.ts";
export { makePictures, placeMadePictures, sweepPictures } from "#jobs/content/pictures.ts";
export { keepReleases, publishDue } from "#jobs/content/publishing.ts";
export { sendHooks, sendOutbox, sendSlowHooks } from "#jobs/content/webhooks.ts";
