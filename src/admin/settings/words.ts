import { figure } from "#admin/ui/money.ts";
import type { Setting } from "#domain/settings/kinds.ts";
import { type Group, SETTINGS } from "#domain/settings/schema.ts";
import { keyOf, settingsOf } from "#domain/settings/stored.ts";

/** The groups, in the order of their tabs. */
export const GROUP_WORDS: Record<Group, string> = {
	association: "協會",
	fees: "會費",
	site: "官網",
	mail: "郵件",
	security: "安全",
};

const isGroup = (text: string): text is Group => Object.hasOwn(SETTINGS, text);
export const GROUPS = Object.keys(SETTINGS).filter(isGroup);

/** What a group is called; an unknown one by its code. */
export const groupWords = (group: string): string => (isGroup(group) ? GROUP_WORDS[group] : group);

/** A setting by its group and name, or by the key of its row. */
export function settingNamed(group: string, name: string): Setting<unknown> | undefined {
	if (!isGroup(group)) return undefined;
	return settingsOf(group).find(([own]) => own === name || keyOf(group, own) === name)?.[1];
}

/** A value of a setting in words: 1,000 元, 規定, the name of a choice; nothing for what is empty. */
export function valueWords(setting: Setting<unknown>, value: unknown): string {
	if (value === null || value === undefined || value === "") return "";
	if (setting.input === "file") return "圖片";
	if (setting.input === "checkbox") return value === true || value === "true" ? "是" : "否";
	if (setting.input === "number") return `${figure(Number(value))} ${setting.unit ?? ""}`.trim();
	return setting.choices?.[String(value)] ?? String(value);
}
