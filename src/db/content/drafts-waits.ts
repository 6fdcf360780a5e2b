import { waits } from "#db/waiting.ts";

export const drafts = waits({
	hanging: { forms: { place: 70, count: (me) => `SELECT count(*) FROM drafts WHERE user_id = ${me}` } },
});
