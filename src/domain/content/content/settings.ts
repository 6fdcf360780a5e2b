/**
 * The settings that public answers depend on; a row overrides the Worker's variable of the same name, where there is
 * one (docs/operations.md#configuration).
 */
export const PUBLIC_SETTINGS = ["PUBLIC_SITE_ORIGIN", "PREVIEW_ORIGIN_PATTERN", "association.name"] as const;
