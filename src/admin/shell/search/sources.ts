import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { paths } from "#http/paths.ts";
import { inOrder, mapped } from "#kernel/noun.ts";
import { merged } from "#nouns.ts";
import type { SearchBoxProps } from "#ui/islands/search-box.island.ts";
import { published, unpublished } from "./content-sources.ts";
import { finance, income, payments, receipts, vouchers } from "./money-sources.ts";
import { announcements, documents, tasks } from "./office-sources.ts";
import { members, users } from "./people-sources.ts";
import { jobs, places } from "./places.ts";
import { type Finds, plain, type Source } from "./source.ts";

type Declared = Omit<Source, "kind" | "look"> & { place?: number; finds?: Finds };
const DECLARED = merged("search");
type Kind = keyof typeof DECLARED;
/** The kinds whose noun declares all that the search needs (`finds`). */
type Plain = { [K in Kind]: (typeof DECLARED)[K] extends { finds: Finds } ? K : never }[Kind];

/** The search functions of the kinds whose nouns declare no `finds`. */
const LOOKS: Readonly<Record<Exclude<Kind, Plain>, Source["look"]>> = {
	member: members,
	user: users,
	task: tasks,
	receipt: receipts,
	payment: payments,
	finance,
	income,
	voucher: vouchers,
	announcement: announcements,
	document: documents,
	article: published("article"),
	"article-draft": unpublished("article"),
	page: published("page"),
	"page-draft": unpublished("page"),
};

/** Returns the search function of a kind. The compiler demands an entry in LOOKS for each kind without `finds`. */
const lookOf = (kind: Kind, finds: Finds | undefined): Source["look"] =>
	finds ? plain(kind, finds) : LOOKS[kind as Exclude<Kind, Plain>];

const TO_BEGIN: Source = {
	kind: "job",
	name: "要做的事",
	by: "新增、登錄、匯入、列印的名稱與相關的詞",
	unit: "項",
	gate: "staff",
	look: jobs,
};
const MENU: Source = {
	kind: "area",
	name: "功能",
	by: "選單上的名稱與相關的詞",
	unit: "項",
	gate: "staff",
	look: places,
};
/**
 * The only list of what can be searched, in the order of the search page: the menu, the jobs, and the kinds that nouns declare.
 */
export const SOURCES: readonly Source[] = [
	MENU,
	TO_BEGIN,
	...inOrder(
		Object.values(
			mapped<Kind, Declared, Source & { place?: number }>(DECLARED, ({ finds, ...source }, kind) => ({
				...source,
				kind,
				look: lookOf(kind, finds),
			})),
		),
	),
];
export const KINDS = SOURCES.map(({ kind }) => kind);

/** Returns the sources that the user may search. */
export const sourcesFor = (who: Visitor): Source[] => SOURCES.filter(({ gate }) => allows(gate, who));

const NAMED = 3;

/** Returns the search box of the top bar, which names what the user can find; undefined for users who are not staff. */
export function searchBoxFor(who: Visitor | undefined): SearchBoxProps | undefined {
	if (!who || !allows("staff", who)) return undefined;
	const names = sourcesFor(who).flatMap(({ kind, name }) => (kind === TO_BEGIN.kind ? [] : [name]));
	return {
		href: paths.admin.search(),
		label: `搜尋${names.join("、")}`,
		placeholder: `搜尋${names.slice(0, NAMED).join("、")}`,
	};
}
