import { PERMISSION_GROUP_WORDS, PERMISSION_WORDS } from "#admin/words.ts";
import { PERMISSION_GROUPS, type Permission } from "#permissions.ts";

type Group = keyof typeof PERMISSION_GROUPS;

export const GROUPS = Object.keys(PERMISSION_GROUPS).filter((name): name is Group => name in PERMISSION_GROUPS);

/** Returns the held permissions by group, in the order of the list; groups without a held permission are left out. */
export const allowedByGroup = (held: readonly Permission[]): { group: Group; codes: readonly Permission[] }[] =>
	GROUPS.map((group) => ({
		group,
		codes: PERMISSION_GROUPS[group].filter((one: Permission) => held.includes(one)),
	})).filter(({ codes }) => codes.length > 0);

/**
 * Returns permissions in one line: 審查身障證明、會費與收款 4 項、官網（全部）. A non-breaking space keeps the number
 * with its 項.
 */
export function summaryOf(held: readonly Permission[]): string {
	const parts = allowedByGroup(held).map(({ group, codes }) => {
		const [only, more] = codes;
		if (only && !more) return PERMISSION_WORDS[only];
		const whole = codes.length === PERMISSION_GROUPS[group].length;
		return `${PERMISSION_GROUP_WORDS[group]}${whole ? "（全部）" : ` ${codes.length}\u00a0項`}`;
	});
	return parts.length > 0 ? parts.join("、") : "沒有任何權限";
}

/** Returns the names of all held permissions, one line per group. */
export const permissionLines = (held: readonly Permission[]): string[] =>
	allowedByGroup(held).map(
		({ group, codes }) => `${PERMISSION_GROUP_WORDS[group]}：${codes.map((one) => PERMISSION_WORDS[one]).join("、")}`,
	);
