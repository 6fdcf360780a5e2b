import { find, make, say } from "#ui/islands/client/writing/dom.ts";
import type { Parts } from "#ui/islands/parts.ts";

/** A line of the answer: the progress (`done` of `all`), the address to go to at the end, or the problem. */
type Line = { done?: number; all?: number; to?: string; problem?: string };

/**
 * Sends the form and shows a progress bar while its answer arrives line by line; without scripts the browser sends the
 * same form and shows no progress.
 */
export default function start(root: HTMLElement, { label }: Parts["long-work"]): void {
	const form = find<HTMLFormElement>(root, "form");
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		const body = new URLSearchParams();
		for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
		const bar = make("progress", { "aria-label": label });
		const words = make("span", { class: "label" }, `${label}...`);
		form.replaceChildren(make("div", { class: "field" }, words, bar));
		say(label);
		const told = await send(form.action, body, ({ done = 0, all = 0 }) => {
			bar.max = Math.max(all, 1);
			bar.value = done;
			words.textContent = `${label}　${done.toLocaleString("en-US")}／${all.toLocaleString("en-US")}`;
		}).catch((): Line => ({}));
		if (told.to !== undefined) return location.assign(told.to);
		// Without a last line the outcome is unknown: the reloaded page shows what was done.
		if (told.problem !== undefined) alertIn(form, told.problem);
		else location.reload();
	});
}

async function send(href: string, body: URLSearchParams, tell: (line: Line) => void): Promise<Line> {
	const answer = await fetch(href, { method: "POST", body, headers: { Accept: "application/x-ndjson" } });
	if (!answer.body || !answer.headers.get("Content-Type")?.startsWith("application/x-ndjson")) return {};
	const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
	let last: Line = {};
	let rest = "";
	for (;;) {
		const { value, done } = await reader.read();
		const lines = (rest + (value ?? "")).split("\n");
		rest = done ? "" : (lines.pop() ?? "");
		for (const line of lines.filter((one) => one !== "")) {
			last = JSON.parse(line) as Line;
			if (last.done !== undefined) tell(last);
		}
		if (done) return last;
	}
}

/** Shows a problem in place of the progress bar, with a link that loads the page again. */
function alertIn(form: HTMLFormElement, problem: string): void {
	const again = make("a", { class: "btn", href: location.href }, "重新試算");
	form.replaceChildren(make("p", { class: "error", role: "alert" }, problem), again);
	say(problem);
}
