import { SHIPPED_ROLES } from "#permissions.ts";

/** Returns whether a role is built in: it may be changed, but not its code. */
export const isShipped = (code: string): boolean => Object.hasOwn(SHIPPED_ROLES, code);

/**
 * Returns the code of a new role: the one that staff gave, else the Latin letters and digits of its name; for a name
 * without any ("志工") the time, in UTC milliseconds.
 */
export function codeOfRole(given: string, name: string, at: number): string {
	if (given !== "") return given;
	const latin = name
		.normalize("NFKD")
		.toLowerCase()
		.replace(/\p{M}/gu, "")
		.replace(/[^a-z0-9]+/g, "_")
		.replace(/^[_0-9]+/, "")
		.slice(0, 40)
		.replace(/_$/, "");
	return latin === "" ? `role_${at.toString(36)}` : latin;
}

/** Returns what an edit adds and what it removes. */
export const differenceOf = <T>(before: readonly T[], after: readonly T[]) => ({
	added: after.filter((one) => !before.includes(one)),
	removed: before.filter((one) => !after.includes(one)),
});
