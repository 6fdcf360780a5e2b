import { find, make, say } from "#ui/islands/client/writing/dom.ts";
import type { Parts } from "#ui/islands/parts.ts";
import { isPicture } from "#ui/islands/quirks.ts";
import { shrink } from "#ui/islands/shrink.ts";
import { HEIC, sendForm } from "./sending.ts";

const MB = 1024 * 1024;

/**
 * Makes a chosen picture smaller and shows it, then sends the form by script, with a progress bar. Other files are sent
 * as they are.
 */
export default function start(root: HTMLElement, { maxBytes }: Parts["upload-form"]): void {
	const [form, input] = [find<HTMLFormElement>(root, "form"), find<HTMLInputElement>(root, "input[type=file]")];
	const shown = placesIn(find(root, "[data-upload]"));
	let ready: Promise<File | null> | null = null;

	input.addEventListener("change", () => {
		shown.problem(null);
		shown.picture(null);
		const file = input.files?.[0];
		ready = file ? prepared(file) : null;
		void ready?.then((one) => {
			if (input.files?.[0] !== file) return;
			if (one === null) shown.problem(notUploaded(HEIC));
			else if (one.size > maxBytes) shown.problem(notUploaded(tooLarge(maxBytes)));
			else if (isPicture(one)) shown.picture(one);
		});
	});

	form.addEventListener("submit", (event) => {
		// No file was chosen: the server says so, as it does without scripts.
		if (!ready) return;
		event.preventDefault();
		if (!("sent" in form.dataset)) void send(ready);
	});

	async function send(waiting: Promise<File | null>): Promise<void> {
		form.dataset.sent = "";
		const end = busy(form);
		const file = await waiting;
		const wrong = file === null ? HEIC : file.size > maxBytes ? tooLarge(maxBytes) : null;
		const problem = wrong === null ? await post(file) : notUploaded(wrong);
		if (problem === null) return;
		delete form.dataset.sent;
		end();
		shown.progress(null);
		shown.problem(problem);
	}

	/**
	 * Sends the form and returns why it failed, in words; null when the upload succeeded and the next page is loading.
	 */
	async function post(file: File | null): Promise<string | null> {
		const body = new FormData(form);
		if (file) body.set(input.name, file);
		shown.problem(null);
		forget(form);
		shown.progress(0);
		const sent = await sendForm(form.action, body, { progress: shown.progress });
		if ("problem" in sent) {
			const errors = sent.errors ?? {};
			tell(form, errors);
			if (sent.key) find<HTMLInputElement>(form, "[name=_key]").value = sent.key;
			const isElsewhere = Object.keys(errors).length > 0 && !(input.name in errors);
			const words = sent.problem ?? "已取消";
			return isElsewhere ? `沒有送出：${words}` : notUploaded(words);
		}
		const to = placeIn(sent.answer);
		if (to === null) return notUploaded("伺服器的回答無法讀取，請重新整理後再試");
		delete form.dataset.changed;
		say("已上傳");
		location.assign(to);
		// When only the anchor differs, the browser does not load the page again.
		if (new URL(to, location.href).pathname === location.pathname) location.reload();
		return null;
	}
}

/**
 * Resolves to the file to send: a picture made smaller, null for a picture that this browser cannot read, any other
 * file as it is.
 */
const prepared = (file: File): Promise<File | null> => (isPicture(file) ? shrink(file) : Promise.resolve(file));
const notUploaded = (words: string): string => `沒有上傳：${words}`;
const tooLarge = (maxBytes: number): string => `檔案太大，最大 ${Math.floor(maxBytes / MB)} MB`;

/** Removes the errors that the page or an earlier answer showed. */
function forget(form: HTMLFormElement): void {
	for (const old of form.querySelectorAll(".error-summary, .field > .error")) old.remove();
	for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}

/**
 * Shows under each refused field why it was refused, unhides a refused field inside a hidden `[data-asked]`, and moves
 * the focus to the first refused field.
 */
function tell(form: HTMLFormElement, errors: Record<string, string[]>): void {
	const wrong = Object.entries(errors).flatMap(([name, texts]) => {
		const field = form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);
		return field ? [{ field, words: texts.join("；") }] : [];
	});
	for (const { field, words } of wrong) {
		const id = `${field.id}-error`;
		field.setAttribute("aria-invalid", "true");
		const described = new Set([id, ...(field.getAttribute("aria-describedby")?.split(" ") ?? [])]);
		field.setAttribute("aria-describedby", [...described].join(" "));
		field.closest("[data-asked]")?.removeAttribute("hidden");
		if (!(field instanceof HTMLInputElement && field.type === "file"))
			field.closest(".field")?.append(make("p", { class: "error", id }, words));
	}
	wrong[0]?.field.focus();
}

/** Returns the address of the next page from the route's answer; null unless it is an address of this site. */
function placeIn(answer: unknown): string | null {
	const to = typeof answer === "object" && answer !== null && "to" in answer ? String(answer.to) : "";
	return to.startsWith("/") && !to.startsWith("//") ? to : null;
}

/** Shows the busy words on the button; returns a function that restores the button. */
function busy(form: HTMLFormElement): () => void {
	const button = form.querySelector<HTMLButtonElement>("button[data-busy]");
	const words = button?.textContent ?? "";
	button?.setAttribute("aria-disabled", "true");
	if (button) button.textContent = button.dataset.busy ?? words;
	return () => {
		button?.removeAttribute("aria-disabled");
		if (button) button.textContent = words;
	};
}

/**
 * Returns functions that show the picture, the problem and the progress. The area is hidden while all three are empty,
 * so that it leaves no gap.
 */
function placesIn(root: HTMLElement) {
	const [picture, error, bar] = ["[data-picture]", "[data-problem]", "[data-progress]"].map((one) => find(root, one));
	if (!picture || !error || !bar) throw new Error("the upload has no places");
	const show = (place: HTMLElement, on: boolean): void => {
		place.hidden = !on;
		root.hidden = picture.hidden && error.hidden && bar.hidden;
	};
	return {
		problem(words: string | null) {
			find(error, ".error").textContent = words === null ? "" : `${words}。`;
			show(error, words !== null);
		},
		/** Shows the chosen picture as a data address, because the content security policy allows no other. */
		picture(file: File | null) {
			show(picture, false);
			if (!file) return;
			const reader = new FileReader();
			reader.addEventListener("load", () => {
				const image = make("img", { src: String(reader.result), alt: "您選擇的照片" });
				picture.replaceChildren(make("p", { class: "picture" }, image));
				show(picture, true);
			});
			reader.readAsDataURL(file);
		},
		progress(part: number | null) {
			show(bar, part !== null);
			find<HTMLProgressElement>(bar, "progress").value = part ?? 0;
			find(bar, ".label").textContent = (part ?? 0) < 1 ? `上傳中　${Math.floor((part ?? 0) * 100)}%` : "處理中...";
		},
	};
}
