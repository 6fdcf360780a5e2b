import { say } from "./say.ts";

/**
 * Handles clicks that work in the page alone: show a password, copy a text, open a dialog, print.
 */
export function touches(): void {
	document.addEventListener("click", (event) => {
		const target =
			event.target instanceof Element
				? event.target.closest<HTMLElement>("[data-show],[data-copy],[data-dialog],[data-print]")
				: null;
		if (!target) return;
		const { show, copy, dialog } = target.dataset;
		if (show) showPassword(target, show);
		else if (copy) void copyText(target, copy);
		else if (dialog && openDialog(dialog)) event.preventDefault();
		else if ("print" in target.dataset) print();
	});
}

function showPassword(button: HTMLElement, id: string): void {
	const input = document.getElementById(id);
	if (!(input instanceof HTMLInputElement)) return;
	const shown = input.type === "password";
	input.type = shown ? "text" : "password";
	button.setAttribute("aria-pressed", String(shown));
	input.focus();
}

async function copyText(button: HTMLElement, text: string): Promise<void> {
	const word = button.querySelector("[data-copy-word]");
	const done = await navigator.clipboard.writeText(text).then(
		() => "已複製",
		() => "請手動複製",
	);
	if (!word || word.textContent === done) return;
	const before = word.textContent;
	word.textContent = done;
	say(done);
	setTimeout(() => {
		word.textContent = before;
	}, 2_000);
}

function openDialog(id: string): boolean {
	const dialog = document.getElementById(id);
	if (!(dialog instanceof HTMLDialogElement)) return false;
	dialog.showModal();
	return true;
}
