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
export async function registeredErasures({ FILES }: Store): Promise<Registered[]> {
	const lines: Registered[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await FILES.list({ prefix: PREFIX, ...(cursor === undefined ? {} : { cursor }) });
		for (const { key } of page.objects) {
			const [, id, createdAt, userId, at] = NAME.exec(key) ?? [];
			if (id === undefined) continue;
			lines.push({
				member_id: Number(id),
				member_created_at: Number(createdAt),
				user_id: Number(userId) || null,
				at: Number(at),
			});
		}
		if (!page.truncated) return lines;
		cursor = page.cursor;
	}
}
