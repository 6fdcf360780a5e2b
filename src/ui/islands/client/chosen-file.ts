/** Shows the names of the chosen files and a picture of the first one before it is sent. */
export function chosenFile(input: HTMLInputElement): void {
	nameFiles(input);
	showPicture(input);
}

function nameFiles(input: HTMLInputElement): void {
	const place = document.querySelector(`[data-file-name="${CSS.escape(input.id)}"]`);
	if (place) place.textContent = [...(input.files ?? [])].map(({ name }) => name).join("、");
}

/**
 * Shows the chosen picture before it is sent. It is read as a data address, because the content security policy allows
 * no other.
 */
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
