import type { Bindings } from "#env.ts";

type Store = Pick<Bindings, "FILES">;
/**
 * An entry of the register of erased members. It is stored as the name of an object in R2, outside the database, so
 * that restoring a backup of the database does not undo it. `at` is UTC milliseconds.
 */
export type Registered = { member_id: number; member_created_at: number; user_id: number | null; at: number };

const PREFIX = "registers/erasures/";
const NAME = /^registers\/erasures\/(\d+)\.(\d+)\.(\d+)\.(\d+)$/;

/** Stores entries of the register outside the database; an entry that exists already stays. */
export async function registerErasures({ FILES }: Store, lines: readonly Registered[]): Promise<void> {
	for (const { member_id, member_created_at, user_id, at } of lines)
		await FILES.put(`${PREFIX}${member_id}.${member_created_at}.${user_id ?? 0}.${at}`, "");
}

/** Returns every entry that is stored outside the database. */
export const registeredErasures = async (env: Store): Promise<Registered[]> =>
	(await keysBelow(env, PREFIX)).flatMap((key) => {
		const [, id, createdAt, userId, at] = NAME.exec(key) ?? [];
		if (id === undefined) return [];
		const user = Number(userId) || null;
		return [{ member_id: Number(id), member_created_at: Number(createdAt), user_id: user, at: Number(at) }];
	});

/** An entry of the register for an erased donor or payee who was not a member: the record's id and creation time. */
export type RegisteredOutsider = { id: number; created_at: number; at: number };
const OUTSIDERS = { donor: "registers/donor-erasures/", payee: "registers/payee-erasures/" } as const;
type OutsiderType = keyof typeof OUTSIDERS;

/** Stores entries for donors or payees outside the database. */
export async function registerOutsiders(
	{ FILES }: Store,
	type: OutsiderType,
	lines: readonly RegisteredOutsider[],
): Promise<void> {
	for (const { id, created_at, at } of lines) await FILES.put(`${OUTSIDERS[type]}${id}.${created_at}.${at}`, "");
}

/** Returns every entry for donors or payees that is stored outside the database. */
export const registeredOutsiders = async (env: Store, type: OutsiderType): Promise<RegisteredOutsider[]> =>
	(await keysBelow(env, OUTSIDERS[type])).flatMap((key) => {
		const [, id, createdAt, at] = /\/(\d+)\.(\d+)\.(\d+)$/.exec(key) ?? [];
		return id === undefined ? [] : [{ id: Number(id), created_at: Number(createdAt), at: Number(at) }];
	});

/** Returns the names of all objects that begin with a prefix. */
async function keysBelow({ FILES }: Store, prefix: string): Promise<string[]> {
	const keys: string[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await FILES.list({ prefix, ...(cursor === undefined ? {} : { cursor }) });
		keys.push(...page.objects.map(({ key }) => key));
		if (!page.truncated) return keys;
		cursor = page.cursor;
	}
}
