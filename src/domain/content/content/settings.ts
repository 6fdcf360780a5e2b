/**
 * Settings that shape public answers; a row overrides the Worker's variable of the same name
 * (docs/operations.md#configuration).
 */
export const PUBLIC_SETTINGS = ["PUBLIC_SITE_ORIGIN", "PREVIEW_ORIGIN_PATTERN"] as const;
