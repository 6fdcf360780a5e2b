// The door to the jobs of the module shell.
export { anchorSeals, sealAudit } from "#jobs/shell/audit.ts";
export { keepConfirmations } from "#jobs/shell/confirmations.ts";
export { sweepFiles } from "#jobs/shell/files.ts";
export { checkHealth } from "#jobs/shell/health.ts";
export { keepPrivacy } from "#jobs/shell/privacy.ts";
