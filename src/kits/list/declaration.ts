import type { Gate } from "#auth/permissions.ts";
import type { Ask } from "#auth/route.ts";
import type { Option } from "#ui/field-parts.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Children, VNode } from "#ui/html.ts";
import type { Crumb, Page, Sheet, Tab } from "#ui/page.ts";
import type { Column } from "#ui/table.ts";
import type { Here } from "#ui/url-state.ts";
import type { Conditions, ValuesOf } from "./conditions.ts";

/** What the address of a list asks for. */
export type Asked<C extends Conditions, S extends string> = ValuesOf<C> & { sort: S | undefined; page: number };
/** The same in an order: where none is asked for, the list's own. */
export type Ordered<C extends Conditions, S extends string> = Asked<C, S> & { sort: S };

/** A list that was read: its rows, what was read beside them, and what was asked for. */
type Shown<A> = {
	asked: A;
	/** Where it stands, with what the address asks for as it was typed. */
	here: Here;
	/** The same without the path. */
	query: Record<string, string>;
	/** Whether more is asked for than all, and those conditions as an address has them, without order and page. */
	isNarrowed: boolean;
	conditions: string;
	/** The form that was sent from this page and refused. */
	state: FormState | undefined;
} & Pick<Ask, "who" | "at">;

/** One page of the rows that fit, and how many fit in all. */
type Rows<Row> = { rows: Row[]; total: number };
/** A list of these conditions, with what else was read in the same round trip. */
export type ListOf<C extends Conditions, S extends string, Row, More> = More & Rows<Row> & Shown<Ordered<C, S>>;

export type ListPage<C extends Conditions, S extends string, Row, More extends object> = {
	path: string;
	gate: Exclude<Gate, "anyone">;
	/** The title, and what stands in it where that has another name: 應繳會費 holds 會費. */
	title: string;
	name?: string;
	/** What is counted: 筆, 位, 張. */
	unit: string;
	area?: string;
	/** What the table is read out as, where the title does not say it: 郵件，新的在前, or a tab. */
	caption?: string | ((asked: Asked<C, S>) => string);
	/** What its card is called, with how many there are, where it does not stand alone on its page: 匯入紀錄. */
	card?: string;
	crumbs: readonly Crumb[];
	sheets?: readonly Sheet[];
	conditions: C;
	/** What its rows can be sorted by, and its own order. */
	sorts?: readonly S[];
	sort?: NoInfer<S> | ((asked: Asked<C, S>) => NoInfer<S>);
	/** Rows of a page. */
	size: number;
	read: (ask: Pick<Ask, "env" | "db" | "who" | "at">, asked: Ordered<C, S>) => Promise<Rows<Row> & More>;
	/** The options of conditions that were read beside the rows; undefined hides the field. */
	options?: (list: ListOf<C, S, Row, More>) => { [K in keyof C]?: readonly Option[] | undefined };
	/** What follows the count in the lead: 合計 NT$1,200. */
	sums?: (list: ListOf<C, S, Row, More>) => string;
	/** In place of the whole lead. */
	lead?: (list: ListOf<C, S, Row, More>) => Page["lead"];
	actions?: (list: ListOf<C, S, Row, More>) => Children;
	tabs?: (list: ListOf<C, S, Row, More>) => Tab[] | undefined;
	/** Above and below the card of the list. */
	above?: (list: ListOf<C, S, Row, More>) => Children;
	below?: (list: ListOf<C, S, Row, More>) => Children;
	/** Conditions in force that have no field, in words. */
	also?: (list: ListOf<C, S, Row, More>) => { name: string; words: string }[];
	/** What can be done to chosen rows. */
	band?: (list: ListOf<C, S, Row, More>) => Children;
	columns: (list: ListOf<C, S, Row, More>) => Column<Row>[];
	/** There is none yet. */
	none: (list: ListOf<C, S, Row, More>) => VNode;
	/** Nothing fits, where 找不到符合的 and the name do not say it. */
	noMatch?: string;
	/** Why a page lies past the end, where that is not 列表已經變短. */
	past?: string;
};
