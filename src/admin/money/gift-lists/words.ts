import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import type { PublishedList } from "#db/money/gift-lists.ts";
import { paths } from "#http/paths.ts";
import type { VNode } from "#ui/html.ts";
import { status } from "#ui/status.ts";

export const GIFT_LIST_CRUMBS = [...MONEY_CRUMBS, { label: "捐款徵信", href: paths.admin.giftLists.list() }];

/** Draws how the list of a half-year stands: not published, taken down, true, or not true any more. */
export function standing(list: PublishedList | undefined): VNode {
	if (!list) return status({ word: "還沒有發布" });
	if (list.state !== "published") return status({ word: "已下架", icon: "minus" });
	return list.is_outdated === 1
		? status({ word: "要重新發布", tone: "danger" })
		: status({ word: "已發布", tone: "ok" });
}
