/**
 * Lets the rows (`li`) of a list be dragged by their grip, by mouse or finger, and moved up and down by buttons; calls
 * `moved` with the row afterwards.
 */
export function sortable(list: HTMLElement, moved: (row: HTMLElement) => void): void {
	let held: HTMLElement | null = null;
	list.addEventListener("pointerdown", (event) => {
		const grip = event.target instanceof Element ? event.target.closest("[data-grip]") : null;
		const row = grip?.closest<HTMLElement>("li");
		if (!grip || !row || event.button !== 0) return;
		event.preventDefault();
		held = row;
		row.classList.add("held");
		grip.setPointerCapture(event.pointerId);
	});
	list.addEventListener("pointermove", ({ clientY }) => {
		if (!held) return;
		const over = [...list.children].find((row) => {
			const { top, bottom } = row.getBoundingClientRect();
			return row !== held && clientY > top && clientY < bottom;
		});
		if (!over) return;
		const isBelow = held.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING;
		if (isBelow) over.after(held);
		else over.before(held);
	});
	const drop = () => {
		if (!held) return;
		held.classList.remove("held");
		moved(held);
		held = null;
	};
	list.addEventListener("pointerup", drop);
	list.addEventListener("pointercancel", drop);
	list.addEventListener("click", ({ target }) => {
		const button = target instanceof Element ? target.closest<HTMLElement>("[data-move]") : null;
		const row = button?.closest<HTMLElement>("li");
		const beside = button?.dataset.move === "up" ? row?.previousElementSibling : row?.nextElementSibling;
		if (!button || !row || !beside) return;
		if (button.dataset.move === "up") beside.before(row);
		else beside.after(row);
		moved(row);
		button.focus();
	});
}
