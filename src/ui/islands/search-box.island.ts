import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { marked } from "#ui/marked.ts";
import { useEffect, useRef, useState } from "#ui/preact.js";
import type { FoundKind, SearchHit } from "./commands.ts";
import { composing } from "./quirks.ts";

/** The search page's address, and what this user can find: `label` in full, `placeholder` for the short box. */
export type SearchBoxProps = { href: string; label: string; placeholder: string };

type Key = { key: string; isComposing: boolean; keyCode: number; preventDefault(): void };
type Typing = { currentTarget: { value: string }; isComposing?: boolean };
/** The results for a query, or that the search did not answer (`failed`). */
type Answer = { query: string; kinds: FoundKind[]; failed: boolean };

const WAIT_MS = 150;

const choices = ({ hits, all }: FoundKind): SearchHit[] => [...hits, ...(all ? [{ ...all, sub: "" }] : [])];

/** Returns the second step of a result: to open it, and what can be begun with it. */
const stepOf = ({ label, href, acts = [] }: SearchHit): FoundKind[] => [
	{ kind: label, hits: [{ label: "開啟", sub: "", href }, ...acts.map((act) => ({ ...act, sub: "" }))], all: null },
];

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
			if (!asking.signal.aborted) setAnswer({ query, kinds, failed: found === null });
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
type Choose = (hit: SearchHit) => void;

const option = (
	hit: SearchHit,
	{ at, isActive }: Place,
	{ inside, choose }: { inside: VNode[]; choose: Choose },
): VNode => html`<div
	key=${hit.href}
	id=${`quick-hit-${at}`}
	class="item"
	role="option"
	aria-selected=${isActive ? "true" : "false"}
	onMouseDown=${(event: { preventDefault(): void }) => event.preventDefault()}
	onClick=${() => choose(hit)}
>
	${inside}
</div>`;

type Listed = {
	kinds: readonly FoundKind[];
	query: string;
	active: number;
	/** What stands below the list. */
	said: string;
	choose: Choose;
	/** Goes on to what can be begun with a result. */
	step: Choose;
};
const list = ({ kinds, query, active, said, choose, step }: Listed): VNode => {
	let next = 0;
	const place = (): Place => ({ at: next, isActive: next++ === active });
	const onStep = (hit: SearchHit) => (event: { stopPropagation(): void }) => {
		event.stopPropagation();
		step(hit);
	};
	const group = ({ kind, hits, all }: FoundKind): VNode => html`<div role="group" aria-label=${kind}>
		<p aria-hidden="true">${kind}</p>
		${hits.map((hit) =>
			option(hit, place(), {
				choose,
				inside: [
					html`<b>${marked(pieces(hit.label, query))}</b>`,
					...(hit.acts ? [html`<small class="link" onClick=${onStep(hit)}>可做的事 →</small>`] : []),
					html`<small>${marked(pieces(hit.sub, query))}</small>`,
				],
			}),
		)}
		${all && option({ ...all, sub: "" }, place(), { choose, inside: [html`<small>${all.label}</small>`] })}
	</div>`;
	return html`<div class="quick-hits">
		${kinds.length > 0 && html`<div id="quick-hits" role="listbox" aria-label="搜尋結果">${kinds.map(group)}</div>`}
		<p>${said}</p>
	</div>`;
};

const go: Choose = ({ href }) => location.assign(href);

/** Draws the search box of the bar: a plain form that offers the first hits while the user types (a combobox). */
export default function SearchBox({ href, label, placeholder }: SearchBoxProps): VNode {
	const [query, setQuery] = useState("");
	const [active, setActive] = useState(-1);
	const [open, setOpen] = useState(false);
	const [offered, setOffered] = useState<FoundKind[]>([]);
	const [chosen, setChosen] = useState<SearchHit | null>(null);
	const busy = useRef(false);
	const input = useRef<{ value: string; selectionStart: number | null } | null>(null);
	const answer = useAnswer(href, query);
	// The user may have typed before the script was loaded.
	useEffect(() => {
		const early = input.current?.value.trim() ?? "";
		setQuery(early);
		setOpen(document.activeElement === input.current);
		void import("./offers.ts").then(({ offers }) => offers(href)).then(setOffered);
	}, []);
	useEffect(() => {
		if (active >= 0) document.getElementById(`quick-hit-${active}`)?.scrollIntoView({ block: "nearest" });
	}, [active]);
	const kinds = chosen ? stepOf(chosen) : query ? (answer?.kinds ?? []) : offered;
	const all = kinds.flatMap(choices);
	const shown = open && (answer !== null || query === "");
	const said = chosen
		? "↑ ↓ 選擇，Enter 開啟，← 回到結果"
		: answer && query
			? words(answer)
			: `可以${label}。一個中文字也能找。↑ ↓ 選擇，Enter 開啟，Esc 關閉`;
	const turn = (hit: SearchHit | null) => {
		setChosen(hit);
		setActive(hit ? 0 : -1);
	};
	const typed = ({ currentTarget, isComposing }: Typing) => {
		if (isComposing || busy.current) return;
		setQuery(currentTarget.value.trim());
		turn(null);
		setOpen(true);
	};
	/** Moves between the results of a list and its steps; returns whether the key does that. */
	const moved = (key: string, hit: SearchHit | undefined): boolean => {
		const isAtEnd = input.current?.selectionStart === input.current?.value.length;
		const move = { ArrowDown: 1, ArrowUp: -1 }[key];
		if (chosen && (key === "Escape" || key === "ArrowLeft")) turn(null);
		else if (key === "ArrowRight" && hit?.acts && isAtEnd) turn(hit);
		else if (move && all.length > 0) {
			setOpen(true);
			setActive((active + move + all.length + (active < 0 && move < 0 ? 1 : 0)) % all.length);
		} else return false;
		return true;
	};
	const pressed = (event: Key) => {
		if (composing(event)) return;
		const hit = shown ? all[active] : undefined;
		if (!moved(event.key, hit)) {
			if (event.key === "Escape" && open) setOpen(false);
			else if (event.key === "Enter" && hit) go(hit);
			else return;
		}
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
			aria-expanded=${shown && all.length > 0 ? "true" : "false"}
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
		<span class="sr" role="status">${shown && query && said}</span>
		${shown && list({ kinds, query: chosen ? "" : query, active, said, choose: go, step: turn })}
	</form>`;
}
