import { Refusal } from "#kernel/refusal.ts";
import { PERMISSIONS, type Permission } from "#permissions.ts";

/** Who may read a document: everybody, members who are signed in, or whoever holds one permission. */
export const VISIBILITIES = ["public", "members", "restricted"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

type Holds = ReadonlySet<Permission>;

/** What a restricted document may ask for: anything but what every member holds. */
export const READ_PERMISSIONS = PERMISSIONS.filter((one) => one !== "member.own");

/** Whoever manages the association's documents sees every one; who only publishes sees those for everybody. */
export const seesAll = (held: Holds): boolean => held.has("documents.manage");

export const sees = (held: Holds, visibility: Visibility): boolean =>
	seesAll(held) || (visibility === "public" && held.has("documents.publish"));

/** Whether one may leave a document with this visibility: what everybody sees needs `documents.publish`. */
export const mayKeep = (held: Holds, visibility: Visibility): boolean =>
	held.has(visibility === "public" ? "documents.publish" : "documents.manage");

/** Refuses `document.needs_publish` and `document.needs_manage`. */
export function refuseVisibility(held: Holds, visibility: Visibility): void {
	if (mayKeep(held, visibility)) return;
	throw new Refusal(visibility === "public" ? "document.needs_publish" : "document.needs_manage");
}

/** What a document is called that nobody gave a title: its file, without the extension. */
export const titleOf = (filename: string): string => filename.replace(/\.[a-z0-9]{1,8}$/i, "").replace(/_+/g, " ");
