import { noteHas } from "#domain/people/notes/rules.ts";
import { useLayoutEffect, useState } from "#ui/preact.js";

/** A note as the server sends it. */
export type Note = {
	id: number;
	content: string;
	author: { id: number | null; name: string };
	created_at: string;
	created_at_label: string;
};
type Answer<D> = { data?: D; meta?: { count: number }; message?: string; errors?: { content?: string[] } };
type Request = { method?: "POST"; body?: URLSearchParams; signal?: AbortSignal };

const LOADING = "載入中...";
const LOST = "連線中斷，請稍後再試一次。";

const send = <D>(href: string, more: Request): Promise<Answer<D>> =>
	fetch(href, { headers: { accept: "application/json" }, ...more })
		.then((answer): Promise<Answer<D>> => answer.json())
		.catch((): Answer<D> => ({}));

export type History = {
	/**
	 * The notes that match the search, newest first; `status` is the sentence that is shown while they load or when
	 * there are none.
	 */
	found: Note[];
	status: string;
	query: string;
	search: (query: string) => void;
};

/**
 * Holds a record's notes: they are requested from `href` when the panel opens, searched in the browser, and dropped
 * when it closes. `counted` gets their number, `add` shows a new note.
 */
export function useHistory(
	href: string,
	isOpen: boolean,
	counted: (count: number) => void,
): History & { add: (note: Note) => void } {
	// A string is the sentence that is shown while there are no notes.
	const [loaded, setLoaded] = useState<Note[] | string>(LOADING);
	const [query, search] = useState("");
	useLayoutEffect(() => {
		if (!isOpen) return;
		const asked = new AbortController();
		void send<Note[]>(href, { signal: asked.signal }).then(({ data, meta, message }) => {
			if (asked.signal.aborted) return;
			setLoaded(data ?? message ?? LOST);
			if (meta) counted(meta.count);
		});
		return () => {
			asked.abort();
			setLoaded(LOADING);
			search("");
		};
	}, [href, isOpen]);
	const add = (note: Note): void => setLoaded((now) => (typeof now === "string" ? now : [note, ...now]));
	if (typeof loaded === "string") return { found: [], status: loaded, query, search, add };
	const found = loaded.filter(({ content, author }) => noteHas(query, content, author.name));
	const status = !loaded[0] ? "尚無備註" : found[0] ? "" : "找不到符合的備忘錄";
	return { found, status, query, search, add };
}

export type Writing = {
	content: string;
	error: string;
	isBusy: boolean;
	write: (content: string) => void;
	save: () => void;
	clear: () => void;
};

/**
 * Holds the form for a new note, which is sent to `href`: never twice at once and never empty. The typed text stays
 * until it is saved or discarded. `saved` gets the stored note and the new number of notes.
 */
export function useWriting(href: string, saved: (note: Note, count: number) => void): Writing {
	// The key belongs to the text: sent again after a lost answer, it is stored once.
	const [typed, setTyped] = useState({ content: "", key: "" });
	const [error, setError] = useState("");
	const [isBusy, setBusy] = useState(false);
	const write = (content: string): void => setTyped({ content, key: crypto.randomUUID() });
	const clear = (): void => {
		write("");
		setError("");
	};
	const save = async (): Promise<void> => {
		const { content, key } = typed;
		if (isBusy || content.trim() === "") return;
		setBusy(true);
		setError("");
		const body = new URLSearchParams({ content, _key: key });
		const { data, meta, message, errors } = await send<Note>(href, { method: "POST", body });
		setBusy(false);
		if (data && meta) {
			clear();
			return saved(data, meta.count);
		}
		setError(errors?.content?.join("") ?? message ?? LOST);
	};
	return { ...typed, error, isBusy, write, clear, save: () => void save() };
}
