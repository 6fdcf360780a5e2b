import type { Bindings } from "#env.ts";

type Store = Pick<Bindings, "FILES">;
/** A line of the register, as an object's name has it: no restore of the database takes it back. */
export type Registered = { member_id: number; member_created_at: number; user_id: number | null; at: number };

const PREFIX = "registers/erasures/";
const NAME = /^registers\/erasures\/(\d+)\.(\d+)\.(\d+)\.(\d+)$/;

/** Keeps lines of the register beside the database; one that is there already stays. */
export async function registerErasures({ FILES }: Store, lines: readonly Registered[]): Promise<void> {
	for (const { member_id, member_created_at, user_id, at } of lines)
		await FILES.put(`${PREFIX}${member_id}.${member_created_at}.${user_id ?? 0}.${at}`, "");
}

/** Every line that is kept beside the database. */
export const registeredErasures = async (env: Store): Promise<Registered[]> =>
	(await keysBelow(env, PREFIX)).flatMap((key) => {
		const [, id, createdAt, userId, at] = NAME.exec(key) ?? [];
		if (id === undefined) return [];
		const user = Number(userId) || null;
		return [{ member_id: Number(id), member_created_at: Number(createdAt), user_id: user, at: Number(at) }];
	});

/** A line of donors who were no members. */
export type RegisteredDonor = { donor_id: number; created_at: number; at: number };
const DONOR_PREFIX = "registers/donor-erasures/";
const DONOR_NAME = /^registers\/donor-erasures\/(\d+)\.(\d+)\.(\d+)$/;

/** The same for donors. */
export async function registerDonors({ FILES }: Store, lines: readonly RegisteredDonor[]): Promise<void> {
	for (const { donor_id, created_at, at } of lines)
		await FILES.put(`${DONOR_PREFIX}${donor_id}.${created_at}.${at}`, "");
}

/** Every donor's line that is kept beside the database. */
export const registeredDonors = async (env: Store): Promise<RegisteredDonor[]> =>
	(await keysBelow(env, DONOR_PREFIX)).flatMap((key) => {
		const [, id, createdAt, at] = DONOR_NAME.exec(key) ?? [];
		return id === undefined ? [] : [{ donor_id: Number(id), created_at: Number(createdAt), at: Number(at) }];
	});

/** The names of all objects that begin so. */
async function keysBelow({ FILES }: Store, prefix: string): Promise<string[]> {
	const keys: string[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await FILES.list({ prefix, ...(cursor === undefined ? {} : { cursor }) });
		keys.push(...page.objects.map(({ key }) => key));
		if (!page.truncated) return keys;
		cursor = page.cursor;
	}
}
