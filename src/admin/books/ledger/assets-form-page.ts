import { choosing } from "#admin/books/account-field.ts";
import type { AssetAccount, AssetRow } from "#db/books/assets.ts";
import { accountWords } from "#domain/books/accounts/chart.ts";
import { AssetEdit } from "#domain/books/assets/form.ts";
import { depreciatedBy } from "#domain/books/assets/rules.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { lifeWords } from "./assets-table.ts";
import { LEDGER_CRUMBS } from "./words.ts";

const { ledger } = paths.admin;
const CRUMBS = [...LEDGER_CRUMBS, { label: "財產", href: ledger.assets() }];

const LABELS = {
	name: "財產名稱",
	account: "會計科目",
	quantity: "數量",
	unit: "單位",
	acquired_on: "取得日期",
	cost: "取得成本",
	residual: "殘值",
	life_years: "耐用年限",
	place: "存放地點",
	keeper: "保管人",
	disposed_on: "處分日期",
	note: "備註",
} as const;
const field = fieldsOf(AssetEdit, LABELS);
type Name = keyof typeof LABELS;
const NAMES = Object.keys(LABELS) as Name[];

const fields = (state: FormState, accounts: readonly AssetAccount[]): Children => {
	const own = typed(state, "account");
	const offered = accounts.filter((one) => one.is_active === 1 || accountWords(one) === own);
	return [
		field({ name: "name", state, autocomplete: "off" }),
		field({ name: "account", state, ...choosing(offered) }),
		html`<div class="cols">
			${field({ name: "quantity", state, type: "number", narrow: true })}
			${field({ name: "unit", state, optional: true, narrow: true, autocomplete: "off", hint: "臺、組、筆。" })}
		</div>`,
		html`<div class="cols">
			${field({ name: "acquired_on", state, type: "date", days: "past", narrow: true })}
			${field({ name: "cost", state, type: "money", hint: "整筆的總價，含運費與安裝。" })}
		</div>`,
		html`<div class="cols">
			${field({ name: "life_years", state, type: "number", unit: "年", optional: true, hint: "土地留空，不提列折舊。" })}
			${field({ name: "residual", state, type: "money", hint: "用完後還值多少；沒有填 0。" })}
		</div>`,
		html`<div class="cols">
			${field({ name: "place", state, optional: true, autocomplete: "off" })}
			${field({ name: "keeper", state, optional: true, autocomplete: "off" })}
		</div>`,
		field({ name: "note", state, type: "textarea", rows: 2, optional: true }),
	];
};

/** Returns the first values of the form of a new asset: quantity 1, residual value 0. */
export const freshAsset = (): FormState => freshForm({ quantity: "1", residual: "0" });

/** Draws the page 新增財產. `key`: the idempotency key, so that sending the same form twice creates one asset. */
export const newAssetPage = (state: FormState, accounts: readonly AssetAccount[], key: string): Page => ({
	title: "新增財產",
	area: "財產",
	crumbs: CRUMBS,
	slim: true,
	lead: "這裡只登記財產；買進時的傳票另外記入所選的科目，同一筆不再記購置費。",
	body: card(
		{ label: "新增財產" },
		form(
			{
				action: ledger.assetCreate(),
				state,
				key,
				submit: "新增財產",
				busy: "新增中...",
				cancel: ledger.assets(),
				main: true,
				guard: true,
			},
			fields(state, accounts),
		),
	),
});

const textsOf = (row: AssetRow): Record<Name, string> => ({
	name: row.name,
	account: `${row.code} ${row.account}`,
	quantity: String(row.quantity),
	unit: row.unit,
	acquired_on: row.acquired_on,
	cost: figure(row.cost),
	residual: figure(row.residual),
	life_years: row.life_months === null ? "" : String(row.life_months / 12),
	place: row.place,
	keeper: row.keeper,
	disposed_on: row.disposed_on ?? "",
	note: row.note,
});
export const assetForm = (row: AssetRow): FormState => freshForm(textsOf(row));

type Shown = {
	row: AssetRow;
	accounts: readonly AssetAccount[];
	state: FormState;
	removal: FormState;
	/** The month (YYYY-MM) up to which the depreciation is shown. */
	month: string;
	mayPost: boolean;
};

/**
 * Draws an asset: its value, and its form for users who keep the books. When another user saved meanwhile, it shows
 * both versions of the fields.
 */
export function assetPage({ row, accounts, state, removal, month, mayPost }: Shown): Page {
	const stored = textsOf(row);
	const sides = NAMES.map(
		(name): Sides => ({ field: name, label: LABELS[name], mine: typed(state, name).trim(), theirs: stored[name] }),
	);
	const shown = againstStored(state, { version: row.version, fields: sides });
	const accumulated = depreciatedBy(row, month);
	return {
		title: row.name,
		area: "財產",
		crumbs: CRUMBS,
		slim: true,
		body: html`<div class="stack">
			${card(
				{ label: "帳面價值" },
				facts(
					[
						{ name: "編號", value: String(row.id) },
						{ name: "會計科目", value: `${row.code} ${row.account}` },
						{ name: "取得成本", value: money(row.cost) },
						{ name: "耐用年限", value: lifeWords(row.life_months) },
						{
							name: `累計折舊（到 ${Number(month.slice(0, 4)) - 1911} 年 ${Number(month.slice(5))} 月）`,
							value: money(accumulated),
						},
						{ name: "帳面價值", value: money(row.cost - accumulated) },
						...(mayPost
							? []
							: [
									{ name: LABELS.place, value: row.place },
									{ name: LABELS.keeper, value: row.keeper },
									{ name: LABELS.disposed_on, value: row.disposed_on },
									{ name: LABELS.note, value: row.note },
								]),
					],
					2,
				),
			)}
			${
				mayPost && [
					card(
						{ label: "編輯財產" },
						form(
							{
								action: ledger.asset(row.id),
								state: shown,
								version: row.version,
								submit: "儲存",
								cancel: ledger.assets(),
								main: true,
								guard: true,
							},
							fields(shown, accounts),
							field({
								name: "disposed_on",
								state: shown,
								type: "date",
								optional: true,
								narrow: true,
								hint: "報廢、出售或捐出的那一天；折舊算到當月。處分的傳票另外手開：沖掉成本與累計折舊。",
							}),
						),
					),
					disclosure(
						{ label: "登記錯了，要刪除？", open: Boolean(removal.problem) },
						form(
							{
								action: ledger.assetRemoval(row.id),
								state: removal,
								version: row.version,
								submit: "刪除這筆財產",
								busy: "刪除中...",
								danger: true,
							},
							html`<p class="small">只適用於登記錯誤，刪除後不能復原。報廢或出售請填處分日期。</p>`,
						),
					),
				]
			}
		</div>`,
	};
}
