import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import type { SettingChangeRow } from "#db/system/settings.ts";
import type { Group } from "#domain/system/settings/schema.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { fromTo } from "#ui/from-to.ts";
import { html } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import type { Page } from "#ui/page.ts";
import { table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { storedWords } from "./values.ts";
import { GROUP_WORDS, settingNamed } from "./words.ts";

/** The most changes that the history page of a group shows. */
export const HISTORY_ROWS = 200;

const what = (group: Group, { key, before, value }: SettingChangeRow) => {
	const setting = settingNamed(group, key);
	const words = (text: string | null): string => (setting ? storedWords(setting, text) : (text ?? ""));
	return { label: setting?.label ?? key, change: fromTo(words(before), words(value)) };
};
/** Returns who changed a setting; changes by plain SQL or maintenance commands have no user. */
const who = ({ user_name }: SettingChangeRow): string => user_name ?? "系統維運";

const NONE = { title: "還沒有變更", text: "目前都是預設值。修改後，這裡會記下誰在何時改了什麼。" };

/** Draws the changes of a group's settings, newest first. */
export function historyPage(group: Group, changes: SettingChangeRow[], at: number): Page {
	return {
		title: `${GROUP_WORDS[group]}設定的變更紀錄`,
		area: "設定",
		crumbs: [
			...SYSTEM_CRUMBS,
			{ label: "設定", href: paths.admin.settings.show() },
			{ label: GROUP_WORDS[group], href: paths.admin.settings.group(group) },
		],
		lead: changes.length === HISTORY_ROWS ? `最近 ${HISTORY_ROWS} 次變更；更早的請查稽核紀錄。` : "新的在前。",
		actions: linkButton({ label: "回到設定", href: paths.admin.settings.group(group) }),
		body: card(
			{ flush: true, label: "變更紀錄" },
			table({
				caption: `${GROUP_WORDS[group]}設定的變更，新的在前`,
				cards: true,
				columns: [
					{ label: "項目", head: true, cell: (row: SettingChangeRow) => what(group, row).label },
					{ label: "變更", sheet: "line", bare: true, cell: (row) => what(group, row).change },
					{ label: "誰", cell: who },
					{ label: "時間", nowrap: true, bare: true, cell: (row) => ago(row.valid_from, at) },
				],
				rows: changes,
				empty: noneYet(NONE),
			}),
		),
	};
}

/** Draws the newest changes of a group beside its form. */
export const latestChanges = (group: Group, changes: SettingChangeRow[], at: number) =>
	card(
		{
			title: "最近的變更",
			flush: changes.length > 0,
			...(changes.length > 0 ? { link: { href: paths.admin.settings.history(group), label: "全部" } } : {}),
		},
		changes.length === 0
			? html`<p class="soft small">還沒有人修改過，都是預設值。</p>`
			: items(
					changes.slice(0, 5).map((row) => ({
						title: what(group, row).label,
						end: ago(row.valid_from, at),
						sub: what(group, row).change,
						endSub: who(row),
					})),
				),
	);
