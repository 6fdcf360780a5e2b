import type { Merged } from "#nouns.ts";

/** SQL of a number of things that wait. */
type Waiting = {
	/** Returns the SQL of the number, in which `me` is SQL of the user's id, and ?2 the day in Taipei. */
	readonly count: (me: string) => string;
	/** The permission with which a user sees the number, or for anybody its own condition. */
	readonly permission?: string;
};
/**
 * What waits for users among a noun's records, in `db/<module>/<noun>-waits.ts`; its words are in the noun's declaration.
 * src/db/waits.ts lists these files.
 */
export type Waits = {
	/**
	 * Returns WITH tables for the numbers below: `me` is SQL of the user's id, `holds` the table of what the user may do
	 * (permission, person), `today` the day in Taipei.
	 */
	readonly tables?: (of: { me: string; holds: string; today: string }) => string;
	/** The numbers that the menu shows, by the name that the menu's entry gives in `waits`. */
	readonly menu?: { readonly [name: string]: Waiting };
	/** SQL of the number of things that the user has sent and that wait for others. */
	readonly sent?: (me: string) => string;
	/**
	 * What has to be handed over or ended before a user (?1) is disabled or loses a role, by the kind that the noun
	 * declares in `hanging`. Without a permission, it is the user's own.
	 */
	readonly hanging?: { readonly [kind in keyof Merged<"hanging">]?: Waiting & { readonly place: number } };
	/** The same as a query of kind, count and others, where the kinds are rows of the WITH tables. */
	readonly hangingRows?: string;
};

/** Declares what waits for users among a noun's records, with exact types. */
export const waits = <const W extends Waits>(declared: W): W => declared;

/** Returns SQL for how many active users besides ?1 have any of some permissions (SQL) by their own roles. */
export const othersWith = (permissions: string): string => `(SELECT count(DISTINCT u.id) FROM role_permissions p
	JOIN user_roles x ON x.role_id = p.role_id JOIN users u ON u.id = x.user_id
	WHERE u.status = 'active' AND u.id <> ?1 AND p.permission IN (${permissions}))`;
