// The door to the jobs of the module system.
export { DEAD_LETTERS, keepDead } from "#jobs/system/dead-letters.ts";
export { sendMail, sweepMail } from "#jobs/system/mail.ts";
