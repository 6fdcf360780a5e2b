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
		const mine = field.value;
		stored.disabled = true;
		box.addEventListener("change", ({ target }) => {
			if (!(target instanceof HTMLInputElement)) return;
			field.value = target.value === "theirs" ? stored.value : mine;
			field.dispatchEvent(new Event("input", { bubbles: true }));
		});
	}
}
