/** The server's answer to a tick: how many items are done, and how many there are; or what was wrong. */
type Answer = { data?: { done: number; all: number }; message?: string };

const LOST = "連線中斷，請稍後再試一次。";

/** Ticks the items of a checklist at once, and takes a tick back when the server did not store it. */
export default function taskItems(root: HTMLElement): void {
	let queue = Promise.resolve();
	/** Whether an item is ticked as it is stored, for those that were pressed. */
	const stored = new Map<HTMLButtonElement, boolean>();
	const tick = async (form: HTMLFormElement, box: HTMLButtonElement, isDone: boolean): Promise<void> => {
		const body = new URLSearchParams({ item: itemOf(form), done: isDone ? "1" : "0" });
		const { data, message = LOST } = await fetch(form.action, {
			method: "POST",
			headers: { accept: "application/json" },
			body,
		})
			.then((answer): Promise<Answer> => answer.json())
			.catch((): Answer => ({}));
		if (!data) {
			show(box, stored.get(box) ?? !isDone);
			return fail(form, `沒有存下來：${message}`);
		}
		stored.set(box, isDone);
		const shown = document.querySelector("#items [data-done]");
		if (shown) shown.textContent = `${data.done}/${data.all}`;
		// Said to screen readers; say.ts stays in the script of every page, which is one file without this one.
		const said = document.getElementById("say");
		if (said) said.textContent = `已勾選 ${data.done} 個，共 ${data.all} 個。`;
	};
	root.addEventListener("submit", (event) => {
		const { target: form, submitter: box } = event;
		if (!(form instanceof HTMLFormElement && box instanceof HTMLButtonElement) || box.name !== "done") return;
		event.preventDefault();
		const isDone = box.value === "1";
		if (!stored.has(box)) stored.set(box, !isDone);
		show(box, isDone);
		form.querySelector(".error")?.remove();
		// One after the other, so that the last press is what is stored.
		queue = queue.then(() => tick(form, box, isDone));
	});
}

const itemOf = (form: HTMLFormElement): string => form.querySelector<HTMLInputElement>("[name=item]")?.value ?? "";

function show(box: HTMLButtonElement, isDone: boolean): void {
	box.value = isDone ? "0" : "1";
	box.setAttribute("aria-checked", String(isDone));
}

/** Says below an item why its tick was not stored. */
function fail(form: HTMLFormElement, words: string): void {
	form.querySelector(".error")?.remove();
	const line = document.createElement("p");
	line.className = "error";
	line.role = "alert";
	line.textContent = words;
	form.append(line);
}
