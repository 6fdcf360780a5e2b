import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { marked } from "#ui/marked.ts";
import { useEffect, useRef, useState } from "#ui/preact.js";
import { composing } from "./quirks.ts";

type SearchHit = { label: string; sub: string; href: string };
/**
 * One kind of results in the search's answer to `Accept: application/json`: its first hits, and a link to all of them
 * when there are more.
 */
export type FoundKind = { kind: string; hits: SearchHit[]; all: { label: string; href: string } | null };
/** The search page's address, and what this user can find: `label` in full, `placeholder` for the short box. */
export type SearchBoxProps = { href: string; label: string; placeholder: string };

type Key = { key: string; isComposing: boolean; keyCode: number; preventDefault(): void };
type Typing = { currentTarget: { value: string }; isComposing?: boolean };
/**
 * The results for a query, or that the search did not answer (`failed`); `hrefs` are the addresses of all selectable
 * results, in order.
 */
type Answer = { query: string; kinds: FoundKind[]; hrefs: string[]; failed: boolean };

const WAIT_MS = 150;

const choices = ({ hits, all }: FoundKind): { href: string }[] => [...hits, ...(all ? [all] : [])];

/** Returns the answer to the last typed query, null while there is none. Requests for earlier queries are aborted. */
function useAnswer(href: string, query: string): Answer | null {
	const [answer, setAnswer] = useState<Answer | null>(null);
	useEffect(() => {
		if (!query) return setAnswer(null);
		const asking = new AbortController();
		const timer = setTimeout(async () => {
			const address = `${href}?${new URLSearchParams({ q: query })}`;
			const found = await fetch(address, { headers: { accept: "application/json" }, signal: asking.signal })
				.then((got): Promise<{ data: FoundKind[] }> | null => (got.ok ? got.json() : null))
				.catch(() => null);
			const kinds = found?.data ?? [];
			const hrefs = kinds.flatMap(choices).map(({ href }) => href);
			if (!asking.signal.aborted) setAnswer({ query, kinds, hrefs, failed: found === null });
		}, WAIT_MS);
		return () => {
			clearTimeout(timer);
			asking.abort();
		};
	}, [href, query]);
	return answer;
}

/**
 * Cuts a text at the words of the query, compared letter for letter (only case is ignored). The search page also marks
 * letters that count as equal in its own comparison.
 */
function pieces(text: string, query: string): { text: string; isMatch: boolean }[] {
	const words = query.split(/\s+/u).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
	return text
		.split(new RegExp(`(${words.join("|")})`, "iu"))
		.map((part, at) => ({ text: part, isMatch: at % 2 === 1 }));
}

const words = ({ kinds, failed }: Answer): string => {
	if (failed) return "暫時無法搜尋，請按 Enter 再試一次";
	const many = kinds.reduce((sum, { hits }) => sum + hits.length, 0);
	return many === 0 ? "找不到符合的資料，換個說法或少打幾個字" : `先列出 ${many} 筆，按 Enter 看全部`;
};

type Place = { at: number; isActive: boolean };
const option = (href: string, { at, isActive }: Place, inside: VNode[]): VNode => html`<div
	key=${href}
	id=${`quick-hit-${at}`}
	class="item"
	role="option"
	aria-selected=${isActive ? "true" : "false"}
	onMouseDown=${(event: { preventDefault(): void }) => event.preventDefault()}
	onClick=${() => location.assign(href)}
>
	${inside}
</div>`;

const list = ({ query, kinds, hrefs, ...answer }: Answer, active: number): VNode => {
	let next = 0;
	const place = (): Place => ({ at: next, isActive: next++ === active });
	const group = ({ kind, hits, all }: FoundKind): VNode => html`<div role="group" aria-label=${kind}>
		<p aria-hidden="true">${kind}</p>
		${hits.map(({ href, label, sub }) =>
			option(href, place(), [
				html`<b>${marked(pieces(label, query))}</b>`,
				html`<small>${marked(pieces(sub, query))}</small>`,
			]),
		)}
		${all && option(all.href, place(), [html`<small>${all.label}</small>`])}
	</div>`;
	return html`<div class="quick-hits">
		${hrefs.length > 0 && html`<div id="quick-hits" role="listbox" aria-label="搜尋結果">${kinds.map(group)}</div>`}
		<p>${words({ query, kinds, hrefs, ...answer })}</p>
	</div>`;
};

/** Draws the hint that is shown before anything is typed. */
const hint = (label: string): VNode => html`<div class="quick-hits">
	<p>可以${label}。一個中文字也能找。</p>
	<p>↑ ↓ 選擇，Enter 開啟，Esc 關閉</p>
</div>`;

/** Draws the search box of the bar: a plain form that offers the first hits while the user types (a combobox). */
export default function SearchBox({ href, label, placeholder }: SearchBoxProps): VNode {
	const [query, setQuery] = useState("");
	const [active, setActive] = useState(-1);
	const [open, setOpen] = useState(false);
	const busy = useRef(false);
	const input = useRef<{ value: string } | null>(null);
	const answer = useAnswer(href, query);
	// The user may have typed before the script was loaded.
	useEffect(() => {
		const early = input.current?.value.trim() ?? "";
		setQuery(early);
		setOpen(document.activeElement === input.current);
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
		if (composing(event)) return;
		if (event.key === "Escape" && open) {
			setOpen(false);
			return event.preventDefault();
		}
		if (!answer) return;
		const { hrefs } = answer;
		const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const href = hrefs[active];
		if (event.key === "Enter" && shown && href) location.assign(href);
		else if (move && hrefs.length > 0) {
			setOpen(true);
			setActive((active + move + hrefs.length + (active < 0 && move < 0 ? 1 : 0)) % hrefs.length);
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
			aria-expanded=${shown && answer.hrefs.length > 0 ? "true" : "false"}
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
		${shown ? list(answer, active) : open && !query && hint(label)}
	</form>`;
}
