/** What a form holds: texts by name, a list where a name stands more than once. Files are never in it. */
export type Values = Record<string, string | string[]>;

/** `_key` is this page's own, and so are the choices of a conflict. */
const isOwn = (name: string): boolean => name.startsWith("_");

/** What the form would send, files aside; line ends as the server keeps them. */
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

/** Puts such values into the form. Lists of another length than the form's own stay as they are: their rows differ. */
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
