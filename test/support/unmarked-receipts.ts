import { env } from "cloudflare:test";

/** Makes these receipts what they were before there were marks, as an upgrade leaves them; the rules stand again afterwards. */
export async function unmark(ids: readonly number[]): Promise<void> {
	const { results } = await env.DB.prepare("SELECT sql FROM sqlite_schema WHERE name = 'receipts_are_final'").all<{
		sql: string;
	}>();
	const among = `IN (${ids.map(Number).join(", ")})`;
	await env.DB.batch(
		[
			"DROP TRIGGER receipts_are_final",
			`UPDATE receipts SET mark = '' WHERE id ${among}`,
			...results.map(({ sql }) => sql),
			`DELETE FROM record_texts WHERE kind = 'receipt' AND id ${among}`,
			`INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM receipts_found_by WHERE id ${among}`,
		].map((sql) => env.DB.prepare(sql)),
	);
}
