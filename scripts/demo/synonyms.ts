/** The demo website's synonyms, for whoever searches with other words than its texts have. */
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { createSynonym } from "#domain/content/synonyms/actions.ts";
import { byOperator } from "#kernel/by.ts";

const GROUPS = [
	["輪椅", "輔具"],
	["照顧者", "照護者"],
	["會員大會", "年會"],
];

/** Makes the groups once; nothing when there is a group already. */
export async function seedDemoSynonyms(db: Db, at: number): Promise<void> {
	const [[any]] = await readRows(db.$client, select<{ id: number }>("SELECT id FROM synonyms LIMIT 1"));
	if (any) return;
	for (const words of GROUPS) await createSynonym(db, { words, key: `demo-synonym-${words[0]}`, ...byOperator(at) });
}
