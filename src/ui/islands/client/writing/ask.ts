import { iconButton, make } from "./dom.ts";

type Asked = {
	title: string;
	/** Makes the content under the title; `close` ends the dialog without an answer. */
	body: (close: () => void) => Node[];
	/** The dialog is wider than usual. */
	wide?: boolean;
	/** Resolves to whether the form may be sent; the dialog stays open else. */
	check?: () => Promise<boolean>;
};

let count = 0;

/** Opens a dialog over the page and removes it when it is closed. `done` resolves to "sent" when its form was sent. */
export function ask({ title, body, wide, check }: Asked): {
	done: Promise<"sent" | "closed">;
	dialog: HTMLDialogElement;
	end(how: "sent" | "closed"): void;
} {
	const id = `ask-${++count}`;
	const dialog = make("dialog", { "aria-labelledby": id, ...(wide ? { class: "wide-dialog" } : {}) });
	let left = (): void => {};
	const done = new Promise<"sent" | "closed">((resolve) => {
		left = () => {
			dialog.remove();
			resolve(dialog.returnValue === "sent" ? "sent" : "closed");
		};
	});
	dialog.addEventListener("close", () => left());
	const end = (how: "sent" | "closed"): void => {
		dialog.close(how);
		// The event comes later than a key that is pressed at once, which is meant for what the answer has become.
		left();
	};
	const form = make(
		"form",
		{ class: "dialog-body stack", method: "dialog", novalidate: true },
		...body(() => end("closed")),
	);
	dialog.append(
		make(
			"div",
			{ class: "dialog-head" },
			make("h2", { id }, title),
			iconButton("x", "關閉", () => end("closed")),
		),
		form,
	);
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		if (!check || (await check())) end("sent");
	});
	document.body.append(dialog);
	dialog.showModal();
	return { done, dialog, end };
}

/** Makes a labelled field, with an optional hint, for the body of a dialog that `ask` opens. */
export const askField = (label: string, input: HTMLInputElement, hint?: string): HTMLElement => {
	input.id ||= `ask-field-${++count}`;
	return make(
		"div",
		{ class: "field finder" },
		make("label", { class: "label", for: input.id }, label),
		input,
		hint !== undefined && make("p", { class: "hint" }, hint),
	);
};
