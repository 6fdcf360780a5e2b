/** 收支決算表 compares a year with its budget, 收支預算表 the budget with that of the year before. */
export const REPORTS = ["final", "budget"] as const;
export type Report = (typeof REPORTS)[number];
/** Whether a statement has its 目 (附件一), or ends with its 項 (附件二). */
export const SHAPES = ["full", "simple"] as const;
export type Shape = (typeof SHAPES)[number];

/** The most income of a year whose statements may have the simple form, 附件二 (社會團體財務處理辦法). */
export const SIMPLE_MOST = 3_000_000;

/** A 項 of the layout; `class` is the first digit of its accounts' codes. */
export type Item = { id: number; class: "4" | "5"; name: string; position: number };
/**
 * An account of income or expense in a year: what it moved (debit less credit), its budget and that of the year before.
 * `home_id` and `home` are the four-digit account of a sub-account, or the account itself.
 */
export type LayoutRow = {
	code: string;
	home_id: number;
	home: string;
	item_id: number | null;
	moved: number;
	budget: number;
	budget_before: number;
	/** Whether the account has vouchers in the year, or a budget. */
	is_used: 0 | 1;
};

/** A line of a statement by 款／項／目; `now` is compared with `than`. `accounts` are the ids that it sums. */
export type LayoutLine = {
	/** The name of the line under which its 說明 is kept. */
	key: string;
	level: "class" | "item" | "account";
	/** The numbers of 款, 項 and 目. */
	place: [number, number | null, number | null];
	name: string;
	now: number;
	than: number;
};
type Figures = Pick<LayoutLine, "now" | "than">;

const figures = ({ code, moved, budget, budget_before }: LayoutRow, report: Report): Figures =>
	report === "final" ? { now: code < "5" ? 0 - moved : moved, than: budget } : { now: budget, than: budget_before };
const sum = (rows: readonly LayoutRow[], report: Report): Figures =>
	rows
		.map((row) => figures(row, report))
		.reduce((all, one) => ({ now: all.now + one.now, than: all.than + one.than }), { now: 0, than: 0 });

type Group = { key: string; name: string; rows: LayoutRow[]; isItem: boolean };

/** Returns the 項 of a class: those of the layout in their order, then the accounts that are one by themselves. */
function groupsOf(rows: readonly LayoutRow[], items: readonly Item[]): Group[] {
	const own = Map.groupBy(
		rows.filter(({ item_id }) => item_id === null),
		({ home_id }) => home_id,
	);
	return [
		...items.map(({ id, name }) => ({
			key: `item-${id}`,
			name,
			rows: rows.filter(({ item_id }) => item_id === id),
			isItem: true,
		})),
		...[...own].map(([id, some]) => ({ key: `account-${id}`, name: some[0]?.home ?? "", rows: some, isItem: false })),
	];
}

/** Returns the 目 of a 項 that have figures; none where the only one has the 項's own name. */
function accountsOf({ name, rows, isItem }: Group, report: Report): Omit<LayoutLine, "place">[] {
	if (!isItem) return [];
	const lines = [...Map.groupBy(rows, ({ home_id }) => home_id)]
		.map(([id, some]) => ({
			key: `account-${id}`,
			level: "account" as const,
			name: some[0]?.home ?? "",
			...sum(some, report),
		}))
		.filter(({ now, than }) => now !== 0 || than !== 0);
	return lines.length === 1 && lines[0]?.name === name ? [] : lines;
}

/**
 * Returns the lines of a statement by 款／項／目: 款1 收入, 款2 支出 and 款3 餘絀. The rows come by code. Whatever the layout,
 * the 項 of a 款 sum to it, and the 目 of a 項 to the 項.
 */
export function layoutLines(
	rows: readonly LayoutRow[],
	items: readonly Item[],
	{ report, shape }: { report: Report; shape: Shape },
): LayoutLine[] {
	const classLines = (digit: "4" | "5", nth: number, name: string): LayoutLine[] => {
		const mine = rows.filter(({ code }) => code.startsWith(digit));
		const groups = groupsOf(
			mine,
			items.filter((item) => item.class === digit),
		);
		return [
			{ key: `class-${digit}`, level: "class", place: [nth, null, null], name, ...sum(mine, report) },
			...groups.flatMap((group, at): LayoutLine[] => [
				{ key: group.key, level: "item", place: [nth, at + 1, null], name: group.name, ...sum(group.rows, report) },
				...(shape === "simple" ? [] : accountsOf(group, report)).map(
					(line, n): LayoutLine => ({ ...line, place: [nth, at + 1, n + 1] }),
				),
			]),
		];
	};
	const [income, expense] = [classLines("4", 1, "收入"), classLines("5", 2, "支出")];
	const [got, spent] = [income[0], expense[0]];
	const left = { now: (got?.now ?? 0) - (spent?.now ?? 0), than: (got?.than ?? 0) - (spent?.than ?? 0) };
	return [...income, ...expense, { key: "class-3", level: "class", place: [3, null, null], name: "本期餘絀", ...left }];
}

/** Returns 增加 and 減少 of a line. */
export const changeOf = ({ now, than }: Figures): { more: number; less: number } => ({
	more: Math.max(0, now - than),
	less: Math.max(0, than - now),
});
