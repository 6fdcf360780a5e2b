import type { SettingChangeRow } from "#db/system/settings.ts";
import type { Setting } from "#domain/system/settings/kinds.ts";
import type { Group, Values } from "#domain/system/settings/schema.ts";
import { keyOf, settingsOf, storedText } from "#domain/system/settings/stored.ts";
import type { Conflict, FormState } from "#ui/form-state.ts";
import { figure } from "#ui/money.ts";
import { valueWords } from "./words.ts";

/** Returns a setting's value as its form control holds it. */
const typed = (setting: Setting<unknown>, value: unknown): string | string[] => {
	if (Array.isArray(value)) return value.map(String);
	if (value === null || value === undefined || value === false) return "";
	return setting.input === "number" && setting.unit === "元" ? figure(Number(value)) : String(value);
};

/** Returns the values of a group as a form holds them. */
export function formValues<G extends Group>(group: G, values: Values<G>): Record<string, string | string[]> {
	const all: Record<string, unknown> = values;
	return Object.fromEntries(settingsOf(group).map(([name, setting]) => [name, typed(setting, all[name])]));
}

/** The present values of a group, with its newest changes. */
export type Now<G extends Group> = { values: Values<G>; version: number; history: SettingChangeRow[] };

/**
 * Merges a refused form with settings that another user saved meanwhile. A setting that only the other user changed
 * takes the stored value, one that only this form changed keeps the typed value, and one that both changed is a
 * conflict. A form that saw the newest version is returned unchanged.
 */
export function mergedState<G extends Group>(group: G, sent: FormState, now: Now<G>): FormState {
	const seen = Number(sent.values.version);
	if (!(seen < now.version)) return sent;
	const [values, theirs] = [{ ...sent.values }, formValues(group, now.values)];
	const conflict: Conflict[] = [];
	for (const [name, setting] of settingsOf(group)) {
		const since = now.history.filter(({ id, key }) => id > seen && key === keyOf(group, name));
		if (since.length === 0) continue;
		const mine = asStored(setting, values[name]);
		const base = since.at(-1)?.before ?? storedText(setting.default);
		const theirText = asStored(setting, theirs[name]);
		if (setting.input === "file" || mine === base) values[name] = theirs[name] ?? "";
		else if (mine !== theirText) conflict.push(conflictOf(name, setting, { mine: values[name], theirs: theirs[name] }));
	}
	return { ...sent, values, conflict };
}

/** Returns the text that would be stored for a typed text; a text that is not valid is returned as it was typed. */
function asStored(setting: Setting<unknown>, text: string | string[] | undefined): string {
	const read = setting.schema.safeParse(text);
	return read.success ? storedText(read.data) : String(text);
}

function conflictOf(
	field: string,
	setting: Setting<unknown>,
	{ mine, theirs = "" }: { mine: string | string[] | undefined; theirs: string | string[] | undefined },
): Conflict {
	const words = (text: unknown): string => {
		if (setting.input === "several") return valueWords(setting, [text].flat());
		if (setting.input === "checkbox") return valueWords(setting, text === "true");
		return setting.choices?.[String(text)] ?? String(text ?? "");
	};
	return {
		field,
		label: setting.label,
		mine: words(mine),
		theirs: words(theirs),
		theirsValue: [theirs].flat().join(" "),
	};
}

/** Returns a setting's stored text in words; null stands for the default. */
export function storedWords(setting: Setting<unknown>, stored: string | null): string {
	if (stored !== null) return valueWords(setting, stored === "null" ? null : stored);
	const words = valueWords(setting, setting.default);
	return words === "" ? "" : `${words}（預設）`;
}
