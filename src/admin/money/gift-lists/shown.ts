import type { Visitor } from "#auth/visitor.ts";
import type { GiftBooks, GiftListRow, OtherVoucher, PublishedList } from "#db/money/gift-lists.ts";
import type { Half } from "#domain/money/gift-lists/halves.ts";

/** What the page of a half-year's list is drawn from. */
export type GiftListShown = {
	half: Half;
	gifts: readonly GiftListRow[];
	list: PublishedList | undefined;
	books: GiftBooks;
	others: readonly OtherVoucher[];
	who: Visitor;
};
