// The door to the jobs of the module money.
export { keepDuesNotices } from "#jobs/money/dues-notices.ts";
