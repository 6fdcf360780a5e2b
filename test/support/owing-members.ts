/** Members of one surname, each of whom owes one annual fee of a sum of their own. */
import assert from "node:assert/strict";
import type { Store } from "./admin-server.ts";

const NAMES = [..."甲乙丙丁戊己庚辛壬癸子丑寅"];

/** Writes thirteen of them, Z9000 and on, who owe 1,000, 1,001 and so on. */
export async function owingMembers({ env }: Store, surname: string): Promise<void> {
	const at = Date.now();
	for (const [nth, name] of NAMES.entries()) {
		const id = await env.DB.prepare(
			`INSERT INTO members (member_no, name, status, phone, created_at, updated_at)
			VALUES ('Z${9000 + nth}', '${surname}${name}', 'active', '09120009${10 + nth}', ${at}, ${at}) RETURNING id`,
		).first<number>("id");
		assert.ok(id);
		await env.DB.prepare(
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
			VALUES (${id}, 'annual', ${1990 + nth}, ${1000 + nth}, ${1000 + nth}, ${at}, ${at})`,
		).run();
	}
}
