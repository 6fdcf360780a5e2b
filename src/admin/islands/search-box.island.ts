import { html, type VNode } from "#admin/html.ts";
import { useEffect, useRef, useState } from "#admin/preact.js";
import { icon } from "#admin/ui/icon.ts";
import { marked } from "#admin/ui/marked.ts";
import { composing } from "./quirks.ts";

/** What the search answers to `Accept: application/json`. */
export type SearchHit = { kind: string; label: string; sub: string; href: string };
/** Its page, and what this person can find: in full, and as short as the box is. */
export type SearchBoxProps = { href: string; label: string; placeholder: string };

type Key = { key: string; isComposing: boolean; keyCode: number; preventDefault(): void };
type Typing = { currentTarget: { value: string }; isComposing?: boolean };
/** What came back for a query: its hits, or that the search did not answer. */
type Answer = { query: string; hits: SearchHit[]; failed: boolean };

const WAIT_MS = 150;

/** Asks while somebody types: the last question wins, and one that was overtaken is given up. */
function useAnswer(href: string, query: string): Answer | null {
	const [answer, setAnswer] = useState<Answer | null>(null);
	useEffect(() => {
		if (!query) return setAnswer(null);
		const asking = new AbortController();
		const timer = setTimeout(async () => {
			const address = `${href}?${new URLSearchParams({ q: query })}`;
			const found = await fetch(address, { headers: { accept: "application/json" }, signal: asking.signal })
				.then((got): Promise<{ data: SearchHit[] }> | null => (got.ok ? got.json() : null))
				.catch(() => null);
			if (!asking.signal.aborted) setAnswer({ query, hits: found?.data ?? [], failed: found === null });
		}, WAIT_MS);
		return () => {
			clearTimeout(timer);
			asking.abort();
		};
	}, [href, query]);
	return answer;
}

/** Where the words of the query stand, letter for letter; the page of the search marks what folding makes equal, too. */
function pieces(text: string, query: string): { text: string; isMatch: boolean }[] {
	const words = query.split(/\s+/u).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
	return text
		.split(new RegExp(`(${words.join("|")})`, "iu"))
		.map((part, at) => ({ text: part, isMatch: at % 2 === 1 }));
}

const words = ({ hits, failed }: Answer): string =>
	failed
		? "暫時無法搜尋，請按 Enter 再試一次"
		: hits.length === 0
			? "找不到符合的資料"
			: `先列出 ${hits.length} 筆，按 Enter 看全部`;

const option = (hit: SearchHit, query: string, { at, isActive }: { at: number; isActive: boolean }): VNode => html`<li
	key=${hit.href}
	id=${`quick-hit-${at}`}
	class="item"
	role="option"
	aria-selected=${isActive ? "true" : "false"}
	onMouseDown=${(event: { preventDefault(): void }) => event.preventDefault()}
	onClick=${() => location.assign(hit.href)}
>
	<b>${marked(pieces(hit.label, query))}</b><small>${hit.kind}</small><small>${marked(pieces(hit.sub, query))}</small>
</li>`;

const list = (answer: Answer, active: number): VNode => html`<div class="quick-hits">
	${
		answer.hits.length > 0 &&
		html`<ul id="quick-hits" class="plain" role="listbox" aria-label="搜尋結果">
			${answer.hits.map((hit, at) => option(hit, answer.query, { at, isActive: at === active }))}
		</ul>`
	}
	<p>${words(answer)}</p>
</div>`;

/** The search across everything: a plain form that also offers the first hits while one types (a combobox). */
export default function SearchBox({ href, label, placeholder }: SearchBoxProps): VNode {
	const [query, setQuery] = useState("");
	const [active, setActive] = useState(-1);
	const [open, setOpen] = useState(false);
	const busy = useRef(false);
	const input = useRef<{ value: string } | null>(null);
	const answer = useAnswer(href, query);
	// What was typed while the script was still on its way counts too.
	useEffect(() => {
		const early = input.current?.value.trim() ?? "";
		setQuery(early);
		setOpen(early !== "");
	}, []);
	useEffect(() => {
		if (active >= 0) document.getElementById(`quick-hit-${active}`)?.scrollIntoView({ block: "nearest" });
	}, [active]);
	const shown = open && answer !== null;
	const typed = ({ currentTarget, isComposing }: Typing) => {
		if (isComposing || busy.current) return;
		setQuery(currentTarget.value.trim());
		setActive(-1);
		setOpen(true);
	};
	const pressed = (event: Key) => {
		if (composing(event) || !answer) return;
		const { hits } = answer;
		const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const hit = hits[active];
		if (event.key === "Escape" && shown) setOpen(false);
		else if (event.key === "Enter" && shown && hit) location.assign(hit.href);
		else if (move && hits.length > 0) {
			setOpen(true);
			setActive((active + move + hits.length + (active < 0 && move < 0 ? 1 : 0)) % hits.length);
		} else return;
		event.preventDefault();
	};
	return html`<form class="quick-form wide" role="search" method="get" action=${href} data-search onFocusOut=${() => setOpen(false)}>
		${icon("search")}
		<input
			class="quick-input"
			ref=${input}
			type="search"
			name="q"
			placeholder=${placeholder}
			maxlength="100"
			autocomplete="off"
			role="combobox"
			aria-label=${label}
			aria-autocomplete="list"
			aria-expanded=${shown && answer.hits.length > 0 ? "true" : "false"}
			aria-controls="quick-hits"
			aria-activedescendant=${shown && active >= 0 ? `quick-hit-${active}` : undefined}
			onInput=${typed}
			onFocus=${() => setOpen(true)}
			onKeyDown=${pressed}
			onCompositionStart=${() => {
				busy.current = true;
			}}
			onCompositionEnd=${(event: Typing) => {
				busy.current = false;
				typed({ currentTarget: event.currentTarget });
			}}
		/>
		<kbd>Ctrl K</kbd>
		<span class="sr" role="status">${shown && words(answer)}</span>
		${shown && list(answer, active)}
	</form>`;
}
