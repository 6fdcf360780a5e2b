import { waits } from "#db/waiting.ts";
import { ANSWERERS } from "#domain/books/examinations/answerers.ts";

const HOLDS = `SELECT 1 FROM holds WHERE permission IN (${ANSWERERS.map((one) => `'${one}'`).join(", ")})`;

export const examinations = waits({
	menu: {
		examinations: {
			count: (me) => `SELECT count(*) FROM examination_items i JOIN examinations x ON x.id = i.examination_id
				WHERE i.mark = 'doubt' AND i.answer = '' AND x.closed_at IS NULL AND i.marked_by <> ${me} AND EXISTS (${HOLDS})`,
		},
	},
});
