import { html, type VNode } from "#admin/html.ts";
import { useEffect, useRef, useState } from "#admin/preact.js";
import { icon } from "#admin/ui/icon.ts";
import { composing } from "./composing.ts";

/** What the search answers to `Accept: application/json`. */
export type SearchHit = { kind: string; label: string; sub: string; href: string };
export type SearchBoxProps = { href: string };

type Key = { key: string; isComposing: boolean; keyCode: number; preventDefault(): void };
type Typing = { currentTarget: { value: string }; isComposing?: boolean };

const WAIT_MS = 150;

/** Asks while somebody types: the last question wins, and one that was overtaken is given up. */
function useHits(href: string, query: string): SearchHit[] | null {
	const [hits, setHits] = useState<SearchHit[] | null>(null);
	useEffect(() => {
		if (!query) return setHits(null);
		const asking = new AbortController();
		const timer = setTimeout(async () => {
			const address = `${href}?${new URLSearchParams({ q: query })}`;
			const options = { headers: { accept: "application/json" }, signal: asking.signal };
			const found = await fetch(address, options)
				.then((answer): Promise<{ data: SearchHit[] }> | { data: SearchHit[] } =>
					answer.ok ? answer.json() : { data: [] },
				)
				.catch(() => null);
			if (found) setHits(found.data);
		}, WAIT_MS);
		return () => {
			clearTimeout(timer);
			asking.abort();
		};
	}, [href, query]);
	return hits;
}

function list(hits: SearchHit[], active: number): VNode {
	if (hits.length === 0) return html`<div class="quick-hits"><p role="status">找不到符合的資料</p></div>`;
	return html`<div class="quick-hits">
		<ul id="quick-hits" class="plain" role="listbox" aria-label="搜尋結果">
			${hits.map(
				(hit, at) => html`<li
					key=${hit.href}
					id=${`quick-hit-${at}`}
					class="item"
					role="option"
					aria-selected=${at === active ? "true" : "false"}
					onMouseDown=${(event: { preventDefault(): void }) => event.preventDefault()}
					onClick=${() => location.assign(hit.href)}
				>
					<b>${hit.label}</b><small>${hit.kind}</small><small>${hit.sub}</small>
				</li>`,
			)}
		</ul>
	</div>`;
}

/** The search across everything: a plain form that also offers the first hits while one types (a combobox). */
export default function SearchBox({ href }: SearchBoxProps): VNode {
	const [query, setQuery] = useState("");
	const [active, setActive] = useState(-1);
	const [open, setOpen] = useState(false);
	const busy = useRef(false);
	const input = useRef<{ value: string } | null>(null);
	const hits = useHits(href, query);
	// What was typed while the script was still on its way counts too.
	useEffect(() => {
		const early = input.current?.value.trim() ?? "";
		setQuery(early);
		setOpen(early !== "");
	}, []);
	const shown = open && hits !== null;
	const typed = ({ currentTarget, isComposing }: Typing) => {
		if (isComposing || busy.current) return;
		setQuery(currentTarget.value.trim());
		setActive(-1);
		setOpen(true);
	};
	const pressed = (event: Key) => {
		if (composing(event) || !hits) return;
		const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const hit = hits[active];
		if (event.key === "Escape") setOpen(false);
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
			placeholder="搜尋會員、收據、單據"
			autocomplete="off"
			role="combobox"
			aria-label="搜尋"
			aria-autocomplete="list"
			aria-expanded=${shown ? "true" : "false"}
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
		${shown && list(hits, active)}
	</form>`;
}
