import { say } from "./say.ts";

/** Buttons and links that a click makes do something here: show a password, copy, open a dialog, print. */
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
	document.addEventListener("change", ({ target }) => {
		if (target instanceof HTMLInputElement && target.type === "file") {
			nameFiles(target);
			showPicture(target);
		}
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

function nameFiles(input: HTMLInputElement): void {
	const place = document.querySelector(`[data-file-name="${CSS.escape(input.id)}"]`);
	if (place) place.textContent = [...(input.files ?? [])].map(({ name }) => name).join("、");
}

/** The chosen picture before it is sent. Read as data, because the content policy allows no other address of it. */
function showPicture(input: HTMLInputElement): void {
	const place = document.querySelector<HTMLElement>(`[data-file-preview="${CSS.escape(input.id)}"]`);
	const file = input.files?.[0];
	if (!place) return;
	place.hidden = !file?.type.startsWith("image/");
	if (!file || place.hidden) return;
	const reader = new FileReader();
	reader.addEventListener("load", () => {
		const picture = new Image();
		picture.src = String(reader.result);
		picture.alt = `預覽：${file.name}`;
		place.replaceChildren(picture);
	});
	reader.readAsDataURL(file);
}
