import { accounts } from "#domain/books/accounts/noun.ts";
import { assets } from "#domain/books/assets/noun.ts";
import { budgets } from "#domain/books/budgets/noun.ts";
import { concurrentPosts } from "#domain/books/concurrent-posts/noun.ts";
import { examinations } from "#domain/books/examinations/noun.ts";
import { finance } from "#domain/books/finance/noun.ts";
import { layouts } from "#domain/books/layouts/noun.ts";
import { ledger } from "#domain/books/ledger/noun.ts";
import { payees } from "#domain/books/payees/noun.ts";
import { periods } from "#domain/books/periods/noun.ts";
import { projects } from "#domain/books/projects/noun.ts";
import { statements } from "#domain/books/statements/noun.ts";
import { voucherTemplates } from "#domain/books/voucher-templates/noun.ts";
import { vouchers } from "#domain/books/vouchers/noun.ts";
import { withholding } from "#domain/books/withholding/noun.ts";
import { articles } from "#domain/content/articles/noun.ts";
import { categories } from "#domain/content/categories/noun.ts";
import { content } from "#domain/content/content/noun.ts";
import { documents } from "#domain/content/documents/noun.ts";
import { media } from "#domain/content/media/noun.ts";
import { menus } from "#domain/content/menus/noun.ts";
import { pages } from "#domain/content/pages/noun.ts";
import { readTokens } from "#domain/content/read-tokens/noun.ts";
import { redirects } from "#domain/content/redirects/noun.ts";
import { releases } from "#domain/content/releases/noun.ts";
import { synonyms } from "#domain/content/synonyms/noun.ts";
import { tags } from "#domain/content/tags/noun.ts";
import { webhooks } from "#domain/content/webhooks/noun.ts";
import { bank } from "#domain/money/bank/noun.ts";
import { deposits } from "#domain/money/deposits/noun.ts";
import { donors } from "#domain/money/donors/noun.ts";
import { dues } from "#domain/money/dues/noun.ts";
import { duesNotices } from "#domain/money/dues-notices/noun.ts";
import { giftLists } from "#domain/money/gift-lists/noun.ts";
import { income } from "#domain/money/income/noun.ts";
import { paymentImports } from "#domain/money/payment-imports/noun.ts";
import { payments } from "#domain/money/payments/noun.ts";
import { receipts } from "#domain/money/receipts/noun.ts";
import { announcements } from "#domain/office/announcements/noun.ts";
import { tasks } from "#domain/office/tasks/noun.ts";
import { applications } from "#domain/people/applications/noun.ts";
import { certificates } from "#domain/people/certificates/noun.ts";
import { groups } from "#domain/people/groups/noun.ts";
import { linkRequests } from "#domain/people/link-requests/noun.ts";
import { memberFields } from "#domain/people/member-fields/noun.ts";
import { members } from "#domain/people/members/noun.ts";
import { membershipTypes } from "#domain/people/membership-types/noun.ts";
import { notes } from "#domain/people/notes/noun.ts";
import { privacy } from "#domain/people/privacy/noun.ts";
import { profiles } from "#domain/people/profiles/noun.ts";
import { representatives } from "#domain/people/representatives/noun.ts";
import { roster } from "#domain/people/roster/noun.ts";
import { segments } from "#domain/people/segments/noun.ts";
import { confirmations } from "#domain/shell/confirmations/noun.ts";
import { audit } from "#domain/system/audit/noun.ts";
import { deputies } from "#domain/system/deputies/noun.ts";
import { files } from "#domain/system/files/noun.ts";
import { health } from "#domain/system/health/noun.ts";
import { listViews } from "#domain/system/list-views/noun.ts";
import { mail } from "#domain/system/mail/noun.ts";
import { notifications } from "#domain/system/notifications/noun.ts";
import { roles } from "#domain/system/roles/noun.ts";
import { settings } from "#domain/system/settings/noun.ts";
import { users } from "#domain/system/users/noun.ts";
import { works } from "#domain/system/works/noun.ts";
import { type Group, joined, type Noun } from "#kernel/noun.ts";

/**
 * The only list of nouns (kinds of records), by module. Each is declared in the `noun.ts` beside its rules; the
 * program's lists of addresses, pages, menu entries, gates, permissions and words are made from this list. Its order is
 * the only statement of the order of modules and nouns: code imports from the modules before its own, and in its module
 * from the nouns before its own (scripts/check-architecture.mjs). When the addresses of two nouns begin alike, the noun
 * with the longer ones comes later.
 */
export const NOUNS = {
	system: [files, settings, notifications, mail, audit, health, works, users, deputies, roles, listViews],
	content: [
		content,
		media,
		releases,
		categories,
		tags,
		articles,
		pages,
		documents,
		redirects,
		menus,
		synonyms,
		webhooks,
		readTokens,
	],
	people: [
		membershipTypes,
		memberFields,
		members,
		profiles,
		certificates,
		notes,
		groups,
		segments,
		applications,
		linkRequests,
		representatives,
		roster,
		privacy,
	],
	books: [
		ledger,
		projects,
		accounts,
		budgets,
		layouts,
		vouchers,
		voucherTemplates,
		assets,
		concurrentPosts,
		payees,
		withholding,
		finance,
		periods,
		statements,
		examinations,
	],
	money: [dues, payments, receipts, duesNotices, paymentImports, bank, donors, income, deposits, giftLists],
	office: [tasks, announcements],
	shell: [confirmations],
} as const satisfies Record<string, readonly Noun[]>;

type One = (typeof NOUNS)[keyof typeof NOUNS][number];
type PartOf<N, P extends PropertyKey> = N extends { readonly [K in P]: infer Said } ? Said : never;
type Together<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void
	? All
	: never;

const ALL: readonly One[] = Object.values(NOUNS).flat();

/** The properties of a noun that hold declarations by name, such as its gates, permissions and refusals. */
type Part = Exclude<keyof Noun, "pages" | "apart" | "menu" | "isNobodys">;
/** What all nouns together declare in one of their properties, by name: the type, and `merged`, which returns it. */
export type Merged<P extends Part> = Together<PartOf<One, P>>;
export const merged = <P extends Part>(part: P): Merged<P> =>
	ALL.reduce<Group>((all, one: Noun) => joined(all, one[part] ?? {}), {}) as Merged<P>;

type Pages = PartOf<One, "pages"> | PartOf<One, "apart">;
type MenuEntry = PartOf<One, "menu">[number];
/** Returns the menu entries of all nouns, in the order of the nouns. */
export const menuOfNouns = (): MenuEntry[] =>
	ALL.flatMap((one): readonly MenuEntry[] => ("menu" in one ? one.menu : []));

/** Returns the prefixes of the addresses of all records that belong to no member. */
export const nobodysPlaces = (): string[] => ALL.flatMap((one) => ("isNobodys" in one ? one.pages.below : []));

/**
 * Returns the address prefixes of the nouns' pages with the functions that load them. Later nouns come first, and of a noun
 * the pages that are loaded apart, because their addresses are longer.
 */
export const pagesOfNouns = (): Pages[] =>
	ALL.flatMap((one): Pages[] => [
		...("pages" in one ? [one.pages] : []),
		...("apart" in one ? [one.apart] : []),
	]).reverse();
