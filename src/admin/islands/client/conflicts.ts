/** Choosing a side puts its text into the field at once; the server's own following of the choice is then switched off. */
export function conflicts(): void {
	for (const box of document.querySelectorAll<HTMLElement>("[data-conflict]")) {
		const stored = box.querySelector<HTMLInputElement>("input[type=hidden]");
		const field = document.getElementById(box.dataset.conflict ?? "");
		if (
			!stored ||
			!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
		)
			continue;
		const isBox = field instanceof HTMLInputElement && field.type === "checkbox";
		const mine = isBox && !field.checked ? "" : field.value;
		stored.disabled = true;
		box.addEventListener("change", ({ target }) => {
			if (!(target instanceof HTMLInputElement)) return;
			const text = target.value === "theirs" ? stored.value : mine;
			if (isBox) field.checked = text === field.value;
			else field.value = text;
			field.dispatchEvent(new Event("input", { bubbles: true }));
		});
	}
}
