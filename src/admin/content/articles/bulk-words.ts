import type { BulkResult } from "#domain/content/articles/actions.ts";
import { BULK_MAX, type BulkKind } from "#domain/content/articles/bulk.ts";
import { figure } from "#ui/money.ts";

type Words = {
	/** The label of the action's button. */
	label: string;
	/** The sentence part about the articles that were changed; `many` is their number as text. */
	done: (many: string) => string;
	/** The words after the number of articles that were not changed. */
	left: string;
};

const WRONG_STATE = "篇狀態不符，沒有變動";
export const BULK_WORDS: Record<BulkKind, Words> = {
	publish: {
		label: "發布",
		done: (many) => `已發布 ${many} 篇`,
		left: "篇狀態不符，或病友故事、圖片還沒有適用的同意書，沒有變動",
	},
	archive: { label: "封存", done: (many) => `已封存 ${many} 篇`, left: WRONG_STATE },
	pin: { label: "置頂", done: (many) => `已置頂 ${many} 篇`, left: "篇已置頂或未發布，沒有變動" },
	unpin: { label: "取消置頂", done: (many) => `已取消 ${many} 篇的置頂`, left: "篇原本就沒有置頂" },
	add_tag: {
		label: "加上標籤",
		done: (many) => `已為 ${many} 篇加上標籤`,
		left: "篇已有這個標籤、標籤已滿 20 個或在垃圾桶，沒有變動",
	},
	remove_tag: { label: "移除標籤", done: (many) => `已移除 ${many} 篇的標籤`, left: "篇沒有這個標籤，沒有變動" },
	trash: { label: "移到垃圾桶", done: (many) => `已將 ${many} 篇移到垃圾桶`, left: WRONG_STATE },
	restore: { label: "還原為草稿", done: (many) => `已將 ${many} 篇還原為草稿`, left: WRONG_STATE },
};

/**
 * The result of a bulk action. `left`: chosen articles that stay as they are; `later`: articles beyond the limit
 * `BULK_MAX`, for the next run.
 */
export type BulkOutcome = BulkResult & { left: number; later: number };

/** Returns one sentence that says what a bulk action did with the articles. */
export function bulkSentence(kind: BulkKind, { changed, empty, left, later }: BulkOutcome): string {
	const words = BULK_WORDS[kind];
	const parts = [
		changed > 0 ? words.done(figure(changed)) : "沒有文章變動",
		...(kind === "publish" && empty > 0 ? [`其中 ${figure(empty)} 篇沒有內文`] : []),
		...(left > 0 ? [`${figure(left)} ${words.left}`] : []),
		...(later > 0 ? [`還有 ${figure(later)} 篇（一次最多 ${BULK_MAX} 篇），請再執行一次`] : []),
	];
	return `${parts.join("；")}。`;
}
