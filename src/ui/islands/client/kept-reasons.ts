type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What was written of each record, by the address that its form is sent to: the values of its fields in their order. */
const kept = new Map<string, string[]>();
const REASONS = "#rejection :is([name^=reason], [name=detail]), #decision [name=comment]";

const isBox = (field: Field): field is HTMLInputElement =>
	field instanceof HTMLInputElement && field.type === "checkbox";
const read = (field: Field): string => (isBox(field) ? String(field.checked) : field.value);
const isWritten = (text: string): boolean => text !== "" && text !== "false";

function restore(field: Field, text: string): void {
	if (isBox(field)) field.checked = text === "true";
	else field.value = text;
	const around = field.closest("details");
	if (around) around.open = true;
}

/**
 * Keeps a reason that is being written while the user turns to other records of the queue: it is there again with its
 * record, until that was decided or the page is left. `root` is the island of the queue.
 */
export function keepReasons(root: HTMLElement): void {
	const fields = (): Field[] => [...root.querySelectorAll<Field>(REASONS)];
	const record = (): string => fields()[0]?.form?.getAttribute("action")?.split("?")[0] ?? "";
	const keep = (): void => {
		const values = fields().map(read);
		if (values.some(isWritten)) kept.set(record(), values);
		else kept.delete(record());
	};
	for (const type of ["input", "change"]) root.addEventListener(type, keep);
	let sent: string | undefined;
	root.addEventListener("submit", () => {
		sent = record();
	});
	document.addEventListener("swapped", () => {
		// Only what was taken is told at the head of the page; a refused form has what was typed, a lost one is sent again.
		if (sent !== undefined && document.querySelector(".flash .notice")) kept.delete(sent);
		sent = undefined;
		const [all, values] = [fields(), kept.get(record())];
		if (all.length === values?.length) for (const [at, field] of all.entries()) restore(field, values[at] ?? "");
	});
	keep();
}
