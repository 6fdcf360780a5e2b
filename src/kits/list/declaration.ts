import type { Gate } from "#auth/permissions.ts";
import type { Ask } from "#auth/route.ts";
import type { Option } from "#ui/field-parts.ts";
import type { Filter } from "#ui/filters.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Children, VNode } from "#ui/html.ts";
import type { Crumb, Page, Sheet, Tab } from "#ui/page.ts";
import type { Column } from "#ui/table.ts";
import type { Here } from "#ui/url-state.ts";
import type { Conditions, OpenNames, ValuesOf } from "./conditions.ts";
import type { SortedBy } from "./sorting.ts";

/** The parsed query of a list's address: the values of its conditions, the order, and the page. */
export type Asked<C extends Conditions, S extends string> = ValuesOf<C> & { sort: S | undefined; page: number };
/** The parsed query of a list with an order: the list's default order when the address names none. */
export type Ordered<C extends Conditions, S extends string> = Asked<C, S> & { sort: S };

/** What a list knows of its request besides its rows. */
type Shown<A> = {
	asked: A;
	/** The path of the list and its query as it was typed. */
	here: Here;
	/** The query alone, as it was typed. */
	query: Record<string, string>;
	/**
	 * `isNarrowed`: whether any condition filters the list. `conditions`: the conditions as a query text, without order
	 * and page.
	 */
	isNarrowed: boolean;
	conditions: string;
	/** The ids of the columns that the address chooses, in their order; undefined for the usual ones. */
	chosen?: readonly string[] | undefined;
	/** The kept view that the address names. */
	view?: number | undefined;
	/** The state of a form that was sent from this page and refused. */
	state: FormState | undefined;
} & Pick<Ask, "who" | "at">;

/** The rows of one page, and the number of all rows that match. */
type Rows<Row> = { rows: Row[]; total: number };
/** What was read for a list: its rows, what else was read in the same round trip, and what its request asked for. */
export type ListOf<C extends Conditions, S extends string, Row, More> = More & Rows<Row> & Shown<Ordered<C, S>>;

export type ListPage<C extends Conditions, S extends string, Row, More extends object> = {
	path: string;
	gate: Exclude<Gate, "anyone">;
	/** `title` is the page's title, `name` the name of what is listed when it differs: the page 應繳會費 lists 會費. */
	title: string;
	name?: string;
	/** Returns the page's title when it is the name of what was read, such as the group whose people are listed. */
	heading?: (list: ListOf<C, S, Row, More>) => string | undefined;
	/** The counting word of the rows: 筆, 位, 張. */
	unit: string;
	/** Nobody counts its rows, because they are too many. */
	isUncounted?: true;
	area?: string;
	/**
	 * The table's caption for screen readers when it is not the title, such as 會員名冊; a function when it
	 * depends on the list's query, such as on the chosen tab.
	 */
	caption?: string | ((asked: Asked<C, S>) => string);
	/**
	 * The title of the list's card, shown with the number of rows, when the list is not alone on its page: 匯入紀錄.
	 */
	card?: string;
	crumbs: readonly Crumb[];
	sheets?: readonly Sheet[];
	conditions: C;
	/** Conditions that are rows of the database: their names, and the function that draws their fields from what was read. */
	open?: OpenNames & { fields: (list: ListOf<C, S, Row, More>) => Filter[] };
	/** `sorts` are the orders in which the rows can be sorted, `sort` is the default order. */
	sorts?: readonly S[];
	sort?: NoInfer<S> | ((asked: Asked<C, S>) => NoInfer<S>);
	/**
	 * In place of `sorts`, for a list that reads all its rows at once: the values by which they are sorted after they were
	 * read, by the names of the columns' `sort`. Without an order in the address the rows stay as they were read.
	 */
	by?: SortedBy<Row>;
	/** The number of rows on a page; left out, all rows are on one page and the address has no page. */
	size?: number;
	read: (ask: Pick<Ask, "env" | "db" | "who" | "at" | "by">, asked: Ordered<C, S>) => Promise<Rows<Row> & More>;
	/** Returns the options of conditions that were read together with the rows; undefined hides the field. */
	options?: (list: ListOf<C, S, Row, More>) => { [K in keyof C]?: readonly Option[] | undefined };
	/** Returns what follows the number of rows in the page's lead, such as 合計 NT$1,200. */
	sums?: (list: ListOf<C, S, Row, More>) => string;
	/** Returns the words for the number of all rows that match, where it is not told exactly. */
	told?: (list: ListOf<C, S, Row, More>) => string;
	/** Returns the whole lead, in place of the number of rows and the sums; undefined keeps these. */
	lead?: (list: ListOf<C, S, Row, More>) => Page["lead"];
	actions?: (list: ListOf<C, S, Row, More>) => Children;
	tabs?: (list: ListOf<C, S, Row, More>) => Tab[] | undefined;
	/** `above` and `below` draw what stands above and below the list's card. */
	above?: (list: ListOf<C, S, Row, More>) => Children;
	below?: (list: ListOf<C, S, Row, More>) => Children;
	/** Returns the words for conditions that filter the list but have no field. */
	also?: (list: ListOf<C, S, Row, More>) => { name: string; words: string }[];
	/** What the list is about, in its card above the table, when it is not alone on its page. */
	intro?: (list: ListOf<C, S, Row, More>) => string;
	/** Draws the band with the actions on chosen rows. */
	band?: (list: ListOf<C, S, Row, More>) => Children;
	columns: (list: ListOf<C, S, Row, More>) => Column<Row>[];
	/** Returns the id of a row, to which a link in the list leads back. */
	rowId?: (row: Row) => string;
	/** Draws what stands below a row, such as the form that changes it; null for none. */
	under?: (row: Row, list: ListOf<C, S, Row, More>) => VNode | null;
	/** Draws what stands in the place of the table when there are no records at all. */
	none: (list: ListOf<C, S, Row, More>) => VNode;
	/** The words that are shown when no row matches the conditions; left out, 找不到符合的 and the list's name. */
	noMatch?: string;
	/** The words that say why the requested page is past the end of the list; left out, 列表已經變短. */
	past?: string;
};
