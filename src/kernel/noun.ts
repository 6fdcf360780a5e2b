/** An id, or the name of a place for one where a route is declared. */
export type Id = number | ":id";

/** Addresses by name: what to call for one, or a group of them. */
export type Addresses = { readonly [name: string]: Addresses | ((...parts: never[]) => string) };

/** The groups of the menu; src/admin/areas.ts has their order and names. */
export type MenuGroup = "office" | "dues" | "finance" | "system" | "website";
/** The groups of permissions; src/permissions.ts has their order. */
export type PermissionGroup = "members" | "office" | "dues" | "finance" | "website" | "system" | "self";
/** The roles that ship and hold what nouns give them; the administrator's follows from a rule (src/permissions.ts). */
export type GivenRole =
	| "secretary"
	| "editor"
	| "applicant"
	| "cashier"
	| "accountant"
	| "chair"
	| "auditor"
	| "member";

/**
 * Whom a gate lets in: everybody of the staff; who holds one of these permissions, or all of a list among them; or who is of the
 * staff and does not hold one.
 */
export type GateRule<P extends string = string> =
	| "staff"
	| readonly (P | readonly P[])[]
	| { readonly staffWithout: P };

/** Something that has a place among others: smaller ones stand first, those without one last, in the order of src/nouns.ts. */
type Placed = { readonly place?: number };
export const inOrder = <Row extends Placed>(rows: readonly Row[]): Row[] =>
	rows.toSorted((a, b) => (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER));

/**
 * What a noun registers, in `domain/<module>/<noun>/noun.ts`. It is data: it imports nothing but this file, and names its pages by
 * an `import()`. src/nouns.ts lists the nouns, and every list of the program is a fold over them; the compiler checks there that a
 * permission, a gate or a count that one noun names is another's.
 */
export type Noun = {
	/** Its pages of the staff: where their addresses begin, and what loads them. */
	readonly pages?: { readonly below: readonly string[]; readonly load: () => Promise<readonly unknown[]> };
	/**
	 * Nothing there is a member's, so nobody is kept from it for the sake of their family. What staff send to another noun is walked by
	 * test/attack/family-routes.test.ts.
	 */
	readonly isNobodys?: true;
	/** Its addresses: `paths.admin` and `paths.member` are made of them. */
	readonly addresses?: { readonly admin?: Addresses; readonly member?: Addresses };
	/** What a role may allow, in the order of its group; and which of the roles that ship hold it. */
	readonly permissions?: {
		readonly [code: string]: Placed & {
			readonly group: PermissionGroup;
			readonly words: string;
			readonly roles?: readonly GivenRole[];
		};
	};
	/** Who may, by the name that its pages, the menu and the dashboard ask for. */
	readonly gates?: { readonly [name: string]: GateRule };
	/** Its entries in the menu. */
	readonly menu?: readonly (Placed & {
		readonly group: MenuGroup;
		readonly label: string;
		readonly href: string;
		readonly gate: string;
		/** What of it waits for whoever looks, by its name among the counts of the menu, which says how many. */
		readonly waits?: string;
		/** Other words under which the search finds it. */
		readonly words: readonly string[];
	})[];
	/** What the audit log calls its records, by their kind; those with a place are offered to look for. */
	readonly records?: { readonly [kind: string]: Placed & { readonly words: string } };
	/** What the audit log says was done, by its code. */
	readonly actions?: { readonly [code: string]: string };
	/**
	 * What its rules say when they say no, the form field that it is said beside, and the "table.column" whose UNIQUE says it too.
	 */
	readonly refusals?: {
		readonly [code: string]: { readonly words: string; readonly field?: string; readonly unique?: string };
	};
	/** Its kinds of records that the search finds, as the address of the search calls them. */
	readonly search?: {
		readonly [kind: string]: Placed & {
			readonly name: string;
			/** By what it is found, in a few words. */
			readonly by: string;
			readonly unit: string;
			readonly gate: string;
			/**
			 * The table with the columns that a hit shows, and the page it leads to: enough for a kind that everybody behind its gate
			 * sees all of, and whose words a trigger keeps in record_texts. Others are looked for in src/admin/shell/search.
			 */
			readonly finds?: {
				readonly table: string;
				readonly label: string;
				readonly sub?: string;
				readonly href: (id: number) => string;
			};
		};
	};
	/**
	 * Columns in which people write what they like, by the name of the place: an erasure looks for a name in them. What needs SQL
	 * (which rows go with the erasure, which nobody may change) stands in src/db/shell/free-text-places.ts.
	 */
	readonly freeText?: {
		readonly [place: string]: Placed & {
			readonly words: string;
			/** "table column column". */
			readonly columns: string;
			/** Which kind of record shows them, of those that `shown` names; "none" where no page does. */
			readonly shown?: string;
			/** Why nobody changes them, where they stay. */
			readonly kept?: string;
		};
	};
	/** Which page shows a record, by its kind, and who may open it. */
	readonly shown?: {
		readonly [kind: string]: {
			readonly words: string;
			readonly gate: string;
			readonly href: (link: string) => string;
		};
	};
};

/** Declares a noun; its names stay exact, so that the compiler knows every permission, gate and code. */
export const noun = <const N extends Noun>(declared: N): N => declared;

/** The same names, with what each value gives behind them. */
export const mapped = <Name extends string, Value, Given>(
	all: Readonly<Record<Name, Value>>,
	give: (value: Value, name: Name) => Given,
): Record<Name, Given> =>
	Object.fromEntries(Object.entries<Value>(all).map(([name, value]) => [name, give(value, name as Name)])) as Record<
		Name,
		Given
	>;

/** What is declared by name. */
export type Group = { readonly [name: string]: unknown };
const isGroup = (value: unknown): value is Group =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Both groups in one, and the groups of one name in them; a name that two nouns give to something else is a mistake. */
export function joined(one: Group, other: Group): Group {
	const all: Record<string, unknown> = { ...one };
	for (const [name, value] of Object.entries(other)) {
		const known = all[name];
		if (known !== undefined && !(isGroup(known) && isGroup(value))) throw new Error(`two nouns declare ${name}`);
		all[name] = isGroup(known) && isGroup(value) ? joined(known, value) : value;
	}
	return all;
}
