/** The id of a record in an address; ":id" where a route is declared. */
export type Id = number | ":id";

/** Functions that return addresses, by name; a name may also hold a group of such functions. */
export type Addresses = { readonly [name: string]: Addresses | ((...parts: never[]) => string) };

/** The codes of the menu's groups; src/admin/areas.ts has their order and names. */
export type MenuGroup = "office" | "dues" | "finance" | "system" | "website";
/** The codes of the groups of permissions; src/permissions.ts has their order. */
export type PermissionGroup = "members" | "office" | "dues" | "finance" | "website" | "system" | "self";
/**
 * The built-in roles to which nouns give permissions. The administrator's permissions follow from a rule in
 * src/permissions.ts.
 */
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
 * Whom a gate admits. "staff": all staff. A list: users with any of these permissions; an inner list means all
 * permissions of it. `staffWithout`: staff who do not have the permission.
 */
export type GateRule<P extends string = string> =
	| "staff"
	| readonly (P | readonly P[])[]
	| { readonly staffWithout: P };

/**
 * Something with a place in an order: lower numbers come first; entries without a place come last, in the order of
 * src/nouns.ts.
 */
type Placed = { readonly place?: number };
export const inOrder = <Row extends Placed>(rows: readonly Row[]): Row[] =>
	rows.toSorted((a, b) => (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER));

/**
 * A place among the few that the home page of the staff offers to begin work at: each user sees the first of those whose
 * gates admit them. `key` is the capital letter that opens it from there; each letter stands for one place.
 */
type Start = { readonly place: number; readonly key: string; readonly icon: string };

type Pages = { readonly below: readonly string[]; readonly load: () => Promise<readonly unknown[]> };

/**
 * What a noun (a kind of record) declares, in `domain/<module>/<noun>/noun.ts`. It is data: the file imports nothing
 * but this file, and loads its pages by an `import()`. src/nouns.ts lists all nouns, and the program's lists of pages,
 * permissions and so on are made from them. The compiler checks there that each permission, gate or count that a noun
 * names is declared by some noun.
 */
export type Noun = {
	/** The noun's staff pages: the prefixes of their addresses (`below`), and the function that loads their routes. */
	readonly pages?: Pages;
	/** Those of its pages that are loaded apart, because they are asked for seldom and need the code of another module. */
	readonly apart?: Pages;
	/**
	 * True when the noun's records belong to no member: the rule that keeps staff from records of their own family then
	 * does not apply to its pages. test/attack/family-routes.test.ts checks what staff may send to the other nouns.
	 */
	readonly isNobodys?: true;
	/** The noun's addresses: `paths.admin` and `paths.member` are made of them. */
	readonly addresses?: { readonly admin?: Addresses; readonly member?: Addresses };
	/**
	 * The permissions that the noun declares, in the order of their group, each with the built-in roles that have it.
	 */
	readonly permissions?: {
		readonly [code: string]: Placed & {
			readonly group: PermissionGroup;
			readonly words: string;
			readonly roles?: readonly GivenRole[];
			/**
			 * True for a permission to approve or to post: a deputy may use it for another user, an administrator does
			 * not have it, and it is a power.
			 */
			readonly isDeputised?: true;
			/** True for a power: no administrator can give it alone, nor obtain it by taking over a login. */
			readonly isPower?: true;
		};
	};
	/** The gates that the noun declares, by the names that its pages, the menu and the dashboard use. */
	readonly gates?: { readonly [name: string]: GateRule };
	/** The noun's entries in the staff menu. */
	readonly menu?: readonly (Placed & {
		readonly group: MenuGroup;
		readonly label: string;
		readonly href: string;
		readonly gate: string;
		/**
		 * The name, among the user's counts, of the number of things that wait for the user on the entry's page; the
		 * menu shows the number.
		 */
		readonly waits?: string;
		/** Other words by which the search and the filter of the menu find the entry. */
		readonly words: readonly string[];
		readonly start?: Start;
	})[];
	/**
	 * The jobs (新增, 登錄, 匯入, 列印) that a user can begin with the noun's records, by code. The search offers them as
	 * commands; test/admin/shell/jobs.test.ts asks for each page of that kind to which a list's head leads.
	 */
	readonly jobs?: {
		readonly [code: string]: {
			readonly label: string;
			readonly gate: string;
			/** The page on which the job begins. Without it, the job begins with the choice of a member. */
			readonly href?: string;
			/** The page on which the job begins for a member: the search offers it beside each member it finds. */
			readonly ofMember?: (memberId: number) => string;
			/** Other words by which the search finds the job. */
			readonly words: readonly string[];
			readonly start?: Start;
		};
	};
	/**
	 * The kinds of work that must be handed over or ended before a user is disabled or loses a role: the words, the list
	 * page with the gate that opens it, and what to do when only this user can do the work. What is counted is in
	 * `db/<module>/<noun>-waits.ts`. Kinds that a user's page shows in a card of their own have `isShownApart`.
	 */
	readonly hanging?: {
		readonly [kind: string]: {
			readonly words: string;
			readonly gate?: string;
			readonly href?: (userId: number) => string;
			readonly next?: string;
			readonly isShownApart?: true;
		};
	};
	/** The audit log's words for the noun's records, by kind. Kinds with a place are offered as a filter. */
	readonly records?: { readonly [kind: string]: Placed & { readonly words: string } };
	/** The audit log's words for actions, by their code. */
	readonly actions?: { readonly [code: string]: string };
	/**
	 * The refusals of the noun's rules: the words of the message, the form field beside which it stands, and the
	 * "table.column" whose UNIQUE constraint means the same refusal.
	 */
	readonly refusals?: {
		readonly [code: string]: { readonly words: string; readonly field?: string; readonly unique?: string };
	};
	/** The noun's kinds of records in the search, by the name that the search's address uses. */
	readonly search?: {
		readonly [kind: string]: Placed & {
			readonly name: string;
			/** A few words that say by what the records are found. */
			readonly by: string;
			readonly unit: string;
			readonly gate: string;
			/**
			 * The table with the columns that a search hit shows, and the page that it links to. This suffices for a
			 * kind of which every user behind its gate may see all records, and whose words a trigger writes to
			 * record_texts. Other kinds are searched by code in src/admin/shell/search.
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
	 * The columns with free text, by the name of the place: before a person is erased, they are searched for the
	 * person's name. What needs SQL (which rows the erasure removes, which cannot be changed) is in
	 * `db/<module>/<noun>-personal.ts`.
	 */
	readonly freeText?: {
		readonly [place: string]: Placed & {
			readonly words: string;
			/** The table and its columns: "table column column". */
			readonly columns: string;
			/** The kind of record, of those in `shown`, whose page shows the text; "none" when no page does. */
			readonly shown?: string;
			/** The reason why the text cannot be changed, when it stays after an erasure. */
			readonly kept?: string;
		};
	};
	/**
	 * The page that shows a record and the page's gate, by the record's kind; `link` is the text that identifies the
	 * record.
	 */
	readonly shown?: {
		readonly [kind: string]: {
			readonly words: string;
			readonly gate: string;
			readonly href: (link: string) => string;
		};
	};
};

/**
 * Declares a noun. It returns its argument with exact types, so that the compiler knows every permission, gate and
 * code.
 */
export const noun = <const N extends Noun>(declared: N): N => declared;

/** Returns an object with the same names, and for each value what `give` returns. */
export const mapped = <Name extends string, Value, Given>(
	all: Readonly<Record<Name, Value>>,
	give: (value: Value, name: Name) => Given,
): Record<Name, Given> =>
	Object.fromEntries(Object.entries<Value>(all).map(([name, value]) => [name, give(value, name as Name)])) as Record<
		Name,
		Given
	>;

/** An object of declarations by name. */
export type Group = { readonly [name: string]: unknown };
const isGroup = (value: unknown): value is Group =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Merges two groups, and groups of the same name inside them. Throws when both declare the same name and it is not a
 * group.
 */
export function joined(one: Group, other: Group): Group {
	const all: Record<string, unknown> = { ...one };
	for (const [name, value] of Object.entries(other)) {
		const known = all[name];
		if (known !== undefined && !(isGroup(known) && isGroup(value))) throw new Error(`two nouns declare ${name}`);
		all[name] = isGroup(known) && isGroup(value) ? joined(known, value) : value;
	}
	return all;
}
