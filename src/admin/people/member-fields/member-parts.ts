import type { ValueRow } from "#db/people/member-field-values.ts";
import { isFor, oneWords, valuesOf, valueWords } from "#domain/people/member-fields/rules.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Children } from "#ui/html.ts";
import { html } from "#ui/html.ts";
import { ownFileLink, ownInputs } from "#ui/own-fields.ts";

const AGREED = "沒有同意就不能保存（個人資料保護法第 6 條）。同意書請留存備查；收回時，保存的內容會刪除。";
const agree = (purpose: string) => ({
	label: `已取得本人或法定代理人的書面同意，用途是：${purpose}`,
	hint: AGREED,
});

/** Returns the fields that are asked of a member: those for the identity, and those in which the member has a value. */
export const asked = (rows: readonly ValueRow[], identity: string | undefined): ValueRow[] =>
	rows.filter((row) => row.is_active === 1 && (identity === undefined || isFor(row, identity) || row.has_value === 1));

/** Draws the own fields in the form of a member; `identity` is undefined for a new one. Nothing without such fields. */
export function ownPart(rows: readonly ValueRow[], state: FormState, of: OwnPartOf): Children {
	const shown = asked(rows, of.identity);
	return shown.length > 0 && card({ title: "自訂欄位" }, ownInputs(shown, state, { agree, fileHref: fileHref(of) }));
}

type Reader = { id: number; seesAll: boolean };
/** Whose fields are drawn, as what the member is asked; nobody is 0, and has no identity yet. */
export type OwnPartOf = Reader & { identity: string | undefined };

/** Returns the address of a member's file in a field, for a user who sees it; undefined for others. */
const fileHref =
	({ id, seesAll }: Reader) =>
	(row: Pick<ValueRow, "id" | "seen_by">): string | undefined =>
		seesAll || row.seen_by === "view" ? paths.admin.members.ownFile(id, row.id) : undefined;

type Opened = ReadonlyMap<number, string> | undefined;
function shownValue(row: ValueRow, opened: Opened, of: Reader): Children {
	if (row.kind === "file") return row.has_value === 1 && ownFileLink(row, fileHref(of)(row));
	if (row.is_special === 0) return row.value === null ? null : valueWords(row, row.value);
	if (row.has_value === 0) return null;
	const value = opened?.get(row.id);
	return value === undefined
		? "已加密保存"
		: valuesOf(row, value)
				.map((one) => oneWords(row, one))
				.join("、");
}

/** Whether some special data of the member are stored, so that there is something to open. */
export const hasSealed = (rows: readonly ValueRow[]): boolean =>
	rows.some(({ is_special, has_value, kind }) => is_special === 1 && has_value === 1 && kind !== "file");

/** Draws what an applicant filled in of the own fields, which comes into the record with the acceptance; nothing without any. */
export const appliedCard = (rows: readonly ValueRow[]): Children =>
	ownCard(rows, {
		title: "申請時填寫的自訂欄位",
		opened: undefined,
		beside: null,
		identity: "",
		id: 0,
		seesAll: false,
	});

/** Draws the own fields of a member; nothing without any. `beside` is what opens special data. */
export function ownCard(
	rows: readonly ValueRow[],
	{
		title = "自訂欄位",
		opened,
		beside,
		identity,
		...of
	}: { title?: string; opened: Opened; beside: Children; identity: string } & Reader,
): Children {
	const shown = rows.filter((row) => row.has_value === 1 || (row.is_active === 1 && isFor(row, identity)));
	if (shown.length === 0) return null;
	const lines = shown.map((row) => ({
		name: row.is_active === 1 ? row.name : `${row.name}（已停用）`,
		value: shownValue(row, opened, of),
	}));
	return card(
		{ title, beside },
		facts(lines, 2),
		opened && html`<p class="hint">這次查看已記入稽核紀錄；離開這一頁後就不再顯示。</p>`,
	);
}
