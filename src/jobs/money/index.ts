// The door to the jobs of the module money.

export { keepDuesNotices } from "#jobs/money/dues-notices.ts";
export { keepTermDeposits } from "#jobs/money/term-deposits.ts";
