import { recordAudit } from "#db/audit.ts";
import { commit, type Db } from "#db/commit.ts";
import { giftsOfHalf, openList, publishedLists, sealRows } from "#db/money/gift-lists.ts";
import { readRows } from "#db/read.ts";
import { pressDocument } from "#domain/content/actions.ts";
import { figure } from "#kernel/amounts.ts";
import type { By } from "#kernel/by.ts";
import { rocWords } from "#kernel/calendar.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type Half, halfWords, isOver } from "./halves.ts";
import { giftPaper } from "./list.ts";

type Store = { FILES: R2Bucket; ASSETS: Fetcher };

/**
 * 發布捐款徵信: publishes the list of a half-year as it is now, with the names that the givers allow now; a list that was
 * published before gets a new version, and its earlier files are deleted. `version` is that of the published list which
 * the user saw, 0 for none. The caller then queues the message `content.changed`. Refuses `gift_list.not_over`,
 * `gift_list.empty`, and `gift_list.moved` when a gift, a permission or the list changed meanwhile.
 */
export async function publishGiftList(
	env: Store,
	db: Db,
	{ half, version, association, by }: { half: Half; version: number; association: string; by: By },
): Promise<void> {
	const today = dateInTaipei(by.at);
	if (!isOver(half, today)) throw new Refusal("gift_list.not_over");
	const [gifts, [before]] = await readRows(db.$client, giftsOfHalf(half), publishedLists(half));
	if ((before?.version ?? 0) !== version) throw new Refusal("gift_list.moved");
	if (gifts.length === 0 && !before) throw new Refusal("gift_list.empty");
	const { paperPdf } = await import("#platform/table-pdf.ts");
	const pdf = await paperPdf(env, giftPaper(half, gifts, { association, on: rocWords(today) }));
	const words = `${halfWords(half)}捐款徵信`;
	const { id, writes } = await pressDocument(env, db, {
		notice: {
			kind: "donations",
			title: words,
			slug: `donations-${half.toLowerCase()}`,
			description: `${halfWords(half)}收到的捐款，共 ${figure(gifts.length)} 筆，依捐款人的意願刊登姓名。`,
			filename: `${words.replaceAll(" ", "")}.pdf`,
			pdf,
		},
		was: before?.document_id,
		forgets: true,
		by,
	});
	await commit(db, [
		...writes,
		...openList(half, { id, version: before?.version, by }),
		...sealRows(id, gifts),
		...recordAudit(db, {
			...by,
			action: "gift_list.publish",
			auditableType: "document",
			auditableId: id,
			description: half,
			changes: { gifts: gifts.length },
		}),
	]);
}
