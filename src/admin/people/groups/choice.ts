import type { GroupName } from "#db/people/groups.ts";
import type { Option } from "#ui/field-parts.ts";

/** Returns groups as the options of a condition; a retired one says so. Undefined when there are none. */
export const groupOptions = (names: readonly GroupName[]): Option[] | undefined =>
	names.length === 0
		? undefined
		: names.map(({ id, name, is_active }) => ({
				value: String(id),
				label: is_active === 1 ? name : `${name}（已停用）`,
			}));
