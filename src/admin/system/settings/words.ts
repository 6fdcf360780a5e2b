import type { Setting } from "#domain/system/settings/kinds.ts";
import { type Group, SETTINGS } from "#domain/system/settings/schema.ts";
import { keyOf, settingsOf } from "#domain/system/settings/stored.ts";
import { paths } from "#http/paths.ts";
import { figure } from "#ui/money.ts";
import type { Tab } from "#ui/page.ts";

/** The Chinese names of the groups of settings, in the order of their tabs. */
export const GROUP_WORDS: Record<Group, string> = {
	association: "協會",
	statutes: "章程",
	members: "會員",
	fees: "會費",
	receipts: "收據",
	ledger: "財務",
	approval: "簽核",
	site: "官網",
	mail: "郵件",
	security: "安全",
};

const isGroup = (text: string): text is Group => Object.hasOwn(SETTINGS, text);
export const GROUPS = Object.keys(SETTINGS).filter(isGroup);

/** Returns the tabs of the settings pages; the last tab is 誰可以辦. */
export const settingTabs = (current: Group | "who"): Tab[] => [
	...GROUPS.map((one) => ({
		label: GROUP_WORDS[one],
		href: paths.admin.settings.group(one),
		current: one === current,
	})),
	{ label: "誰可以辦", href: paths.admin.settings.who(), current: current === "who" },
];

/** Returns the name of a group; an unknown group is returned as its code. */
export const groupWords = (group: string): string => (isGroup(group) ? GROUP_WORDS[group] : group);

/** Returns a setting by its group and either its name or the key of its row; undefined for an unknown one. */
export function settingNamed(group: string, name: string): Setting<unknown> | undefined {
	if (!isGroup(group)) return undefined;
	return settingsOf(group).find(([own]) => own === name || keyOf(group, own) === name)?.[1];
}

/** Returns a setting's value in words: 1,000 元, 規定, the name of a choice. Empty for an empty value. */
export function valueWords(setting: Setting<unknown>, value: unknown): string {
	if (value === null || value === undefined || value === "") return "";
	if (setting.input === "several") return severalWords(setting, value);
	if (setting.input === "file") return "圖片";
	if (setting.input === "checkbox") return value === true || value === "true" ? "是" : "否";
	if (setting.input === "number") return `${figure(Number(value))} ${setting.unit ?? ""}`.trim();
	return setting.choices?.[String(value)] ?? String(value);
}

/** Returns the names of the chosen codes; `value` is a list, or the JSON of its row. */
function severalWords(setting: Setting<unknown>, value: unknown): string {
	const stored = typeof value === "string" ? codesIn(value) : value;
	const { data = setting.default } = setting.schema.safeParse(stored);
	const codes = Array.isArray(data) ? data.map(String) : [];
	return codes.length > 0 ? codes.map((code) => setting.choices?.[code] ?? code).join("、") : "都沒有";
}

/**
 * Returns the codes in the JSON of a row. It uses a pattern because a row changed by plain SQL may not be valid JSON.
 */
const codesIn = (json: string): string[] =>
	[...json.matchAll(/"([a-z_]+)"/g)].flatMap(([, code]) => (code ? [code] : []));
