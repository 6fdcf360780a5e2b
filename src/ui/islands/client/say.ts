/** Announces words to screen readers. */
export function say(words: string): void {
	const place = document.getElementById("say");
	if (place) place.textContent = words;
}
