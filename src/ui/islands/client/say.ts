/** Says something to a screen reader. */
export function say(words: string): void {
	const place = document.getElementById("say");
	if (place) place.textContent = words;
}
