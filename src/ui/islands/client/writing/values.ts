/** The values of a form: texts by field name, a list where several fields have one name. Files are never in it. */
export type Values = Record<string, string | string[]>;

/** Returns whether a field belongs to this page alone and is not saved: `_key` and the choices of a conflict. */
const isOwn = (name: string): boolean => name.startsWith("_");

/** Returns what the form would send, without files, and with the line ends that the server stores. */
export function read(form: HTMLFormElement): Values {
	const values: Values = {};
	for (const [name, value] of new FormData(form)) {
		if (typeof value !== "string" || isOwn(name)) continue;
		const text = value.replace(/\r\n?/g, "\n");
		const had = values[name];
		values[name] = had === undefined ? text : [...[had].flat(), text];
	}
	return values;
}

export function isSame(one: Values, other: Values): boolean {
	const names = new Set([...Object.keys(one), ...Object.keys(other)]);
	return [...names].every((name) => {
		const [mine, theirs] = [one[name], other[name]];
		return (
			mine === theirs ||
			(mine !== undefined && theirs !== undefined && [mine].flat().join("\0") === [theirs].flat().join("\0"))
		);
	});
}

/**
 * Puts values into the form. Text fields of one name stay as they are when `values` has another number of values for
 * the name, because the form's rows then differ from the stored ones.
 */
export function fill(form: HTMLFormElement, values: Values): void {
	const fields = [...form.elements].filter(
		(one): one is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
			(one instanceof HTMLInputElement && !["file", "submit", "button"].includes(one.type)) ||
			one instanceof HTMLTextAreaElement ||
			one instanceof HTMLSelectElement,
	);
	for (const name of new Set(fields.map((one) => one.name).filter((one) => one !== "" && !isOwn(one)))) {
		const all = fields.filter((one) => one.name === name);
		const wanted = [values[name] ?? []].flat();
		for (const [at, one] of all.entries()) put(one, { wanted, at, isWhole: all.length === wanted.length });
	}
}

type Wanted = { wanted: string[]; at: number; isWhole: boolean };
function put(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, { wanted, at, isWhole }: Wanted): void {
	if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio"))
		field.checked = wanted.includes(field.value);
	else if (isWhole) field.value = wanted[at] ?? "";
	else return;
	field.dispatchEvent(new Event("restore"));
	field.dispatchEvent(new Event("input", { bubbles: true }));
}
