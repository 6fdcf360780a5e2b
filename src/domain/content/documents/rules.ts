import { Refusal } from "#kernel/refusal.ts";
import { PERMISSIONS, type Permission } from "#permissions.ts";

/** Who may read a document: everybody, signed-in members, or the users with one permission. */
export const VISIBILITIES = ["public", "members", "restricted"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

type Holds = ReadonlySet<Permission>;

/** The permissions that a restricted document may ask for: all except the one that every member has. */
export const READ_PERMISSIONS = PERMISSIONS.filter((one) => one !== "member.own");

/**
 * Whether a user sees all documents: users who manage the association's documents do; those who only publish see public
 * ones.
 */
export const seesAll = (held: Holds): boolean => held.has("documents.manage");

export const sees = (held: Holds, visibility: Visibility): boolean =>
	seesAll(held) || (visibility === "public" && held.has("documents.publish"));

/** Whether a user may save a document with this visibility; a public one needs `documents.publish`. */
export const mayKeep = (held: Holds, visibility: Visibility): boolean =>
	held.has(visibility === "public" ? "documents.publish" : "documents.manage");

/** Refuses, as `document.needs_publish` or `document.needs_manage`, a visibility that the user may not save. */
export function refuseVisibility(held: Holds, visibility: Visibility): void {
	if (mayKeep(held, visibility)) return;
	throw new Refusal(visibility === "public" ? "document.needs_publish" : "document.needs_manage");
}

/** Returns the title of a document without one: its file's name without the extension. */
export const titleOf = (filename: string): string => filename.replace(/\.[a-z0-9]{1,8}$/i, "").replace(/_+/g, " ");
