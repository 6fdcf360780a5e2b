type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isControl = (element: Element | null): element is Control =>
	element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
const isBox = (control: Control): control is HTMLInputElement =>
	control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");

/**
 * Puts the text of a chosen side of a conflict into the field at once; the hidden fields that tell the server to do the
 * same are then disabled.
 */
export function conflicts(): void {
	for (const box of document.querySelectorAll<HTMLElement>("[data-conflict]")) {
		const first = document.getElementById(box.dataset.conflict ?? "");
		if (isControl(first)) follow(box, controlsOf(first));
	}
}

/** Returns the controls of a field; a group has several with one name, a moment its day and its time. */
const controlsOf = (first: Control): Control[] =>
	[...(first.form?.elements ?? [first])]
		.filter(isControl)
		.filter((one) => one.name === first.name || isClockOf(one, first));
const isClockOf = (one: Control, { name }: Control): boolean =>
	one.dataset.clock !== undefined && one.name.startsWith(`${name}-`);

function follow(box: HTMLElement, controls: Control[]): void {
	const sides = [...box.querySelectorAll<HTMLInputElement>("input[data-side]")];
	for (const side of sides) side.disabled = true;
	let mine = read(controls);
	let chosen = "mine";
	box.addEventListener("change", ({ target }) => {
		if (!(target instanceof HTMLInputElement)) return;
		// Choosing "mine" again restores what was typed before another side was chosen.
		if (chosen === "mine") mine = read(controls);
		chosen = target.value;
		write(controls, sides.find((side) => side.dataset.side === chosen)?.value ?? mine);
	});
}

/** Returns the field's value; for check boxes the ticked codes, separated by spaces, for a moment its parts by a T. */
const read = (controls: Control[]): string =>
	controls
		.filter((control) => !isBox(control) || control.checked)
		.map(({ value }) => value)
		.join(isMoment(controls) ? "T" : " ");

const isMoment = (controls: Control[]): boolean => controls.some(({ dataset }) => dataset.clock !== undefined);

function write(controls: Control[], text: string): void {
	const codes = text.split(" ");
	const [day = "", clock = ""] = isMoment(controls) ? text.split("T") : [text];
	for (const control of controls) {
		if (isBox(control)) control.checked = codes.includes(control.value);
		else control.value = control.dataset.clock === undefined ? day : clock;
		control.dispatchEvent(new Event("input", { bubbles: true }));
	}
}
