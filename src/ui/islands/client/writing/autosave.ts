import type { Parts } from "#ui/islands/parts.ts";
import { find, make } from "./dom.ts";
import { copyOf, forgetOld, type Kept } from "./local-copy.ts";
import { fill, isSame, read, type Values } from "./values.ts";

type Props = Parts["autosave"];
type State = "none" | "waiting" | "saving" | "kept" | "failed" | "offline" | "stale";

const QUIET_MS = 1_500;
const MOST_MS = 10_000;
const RETRY_MS = [4_000, 8_000, 15_000, 30_000];
/** The most bytes of a draft that is sent while the page closes; browsers allow 64 KB for such a request. */
const PARTING_BYTES = 60_000;

/**
 * Saves what is typed on the server as a draft, or in this browser while the server is unreachable, and shows where it
 * is saved.
 */
export default function start(root: HTMLElement, props: Props): void {
	const form = props.form === undefined ? root.closest("form") : document.getElementById(props.form);
	if (form instanceof HTMLFormElement) new Autosave(root, { form, props }).begin();
}

class Autosave {
	private readonly root: HTMLElement;
	private readonly form: HTMLFormElement;
	private readonly props: Props;
	private readonly copy: ReturnType<typeof copyOf>;
	private version: number;
	/** The values that need not be saved: stored on the server as a draft, or those with which the page was opened. */
	private kept: Values;
	private firstChange = 0;
	private failures = 0;
	private timer: ReturnType<typeof setTimeout> | undefined;
	private state: State = "none";
	private isSending = false;
	private isOver = false;

	constructor(root: HTMLElement, { form, props }: { form: HTMLFormElement; props: Props }) {
		this.root = root;
		this.form = form;
		this.props = props;
		this.copy = copyOf(`${props.owner} ${props.href}`);
		this.version = props.version;
		this.kept = read(form);
	}

	begin(): void {
		forgetOld();
		addEventListener("submit", (event) => this.stay(event), true);
		this.form.addEventListener("input", this.changed);
		this.form.addEventListener("change", this.changed);
		this.form.addEventListener("submit", ({ submitter, defaultPrevented }) => {
			const isElsewhere = submitter instanceof HTMLButtonElement && submitter.formTarget !== "";
			if (isElsewhere || defaultPrevented) return;
			this.end();
			// The user discarded the text, so its copy is not offered again.
			if (submitter instanceof HTMLElement && "discard" in submitter.dataset) this.copy.forget();
		});
		addEventListener("online", () => this.retry());
		addEventListener("pagehide", () => this.part());
		addEventListener("pageshow", ({ persisted }) => {
			if (persisted) this.isOver = false;
		});
		document.addEventListener("visibilitychange", () => {
			if (document.visibilityState === "visible") this.retry();
			else if (this.timer !== undefined && this.state === "waiting") void this.save();
		});
		this.offer();
		// A refused form holds values that are not saved anywhere.
		if ("changed" in this.form.dataset) {
			this.kept = {};
			this.later(QUIET_MS);
		}
	}

	/** Keeps the page where the browser would show its own in place of the text, because it is offline. */
	private stay(event: SubmitEvent): void {
		if (navigator.onLine || event.target !== this.form) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		if (this.state === "stale") return;
		this.show("offline", "目前離線，連上網路後再按一次");
		this.later(0);
	}

	/**
	 * Stops the autosave when the form itself is sent, because no draft may be written after it. Values that the server
	 * has no draft of are copied into this browser, marked `isSent`; `offer` offers them again when the record has no
	 * newer version by then.
	 */
	private end(): void {
		clearTimeout(this.timer);
		this.isOver = true;
		const values = read(this.form);
		if (!isSame(values, this.kept)) this.copy.write({ values, at: Date.now(), isSent: true });
	}

	private readonly changed = (event: Event): void => {
		if (this.state === "stale" || this.isOver) return;
		if (event.target instanceof HTMLInputElement && event.target.type === "file") return;
		const now = Date.now();
		this.firstChange ||= now;
		const wait = Math.max(0, Math.min(QUIET_MS, this.firstChange + MOST_MS - now));
		if (this.failures > 0) return;
		if (this.state !== "waiting" && this.state !== "saving") this.show("waiting", "尚未儲存的修改");
		this.later(wait);
	};

	private later(ms: number): void {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => void this.save(), ms);
	}

	private retry(): void {
		if (this.failures > 0 && !this.isOver) this.later(0);
	}

	private async save(): Promise<void> {
		this.timer = undefined;
		if (this.isOver || this.state === "stale") return;
		if (this.isSending) return this.later(QUIET_MS);
		const values = read(this.form);
		this.firstChange = 0;
		if (isSame(values, this.kept) && this.failures === 0) return this.settle(values);
		this.isSending = true;
		if (this.failures === 0) this.show("saving", "儲存草稿中...");
		const answer = await this.send(values, false);
		this.isSending = false;
		if (!this.isOver) await this.heard(answer, values);
	}

	private send(values: Values, keepalive: boolean): Promise<Response | null> {
		return fetch(this.props.href, {
			method: "POST",
			keepalive,
			headers: { accept: "application/json", "content-type": "application/json" },
			body: JSON.stringify({ fields: JSON.stringify(values), seen: this.version }),
		}).catch(() => null);
	}

	private async heard(answer: Response | null, values: Values): Promise<void> {
		const saved = answer?.ok ? await answer.json().catch(() => null) : null;
		const data: { version: number; label: string } | undefined = saved?.data;
		if (data) {
			this.version = data.version;
			this.kept = values;
			this.failures = 0;
			this.copy.forget();
			this.show("kept", `草稿已於 ${data.label} 自動儲存`);
			this.settle(values);
		} else if (answer?.status === 409) {
			this.copy.write({ values, at: Date.now() });
			this.show("stale", "這份草稿已在另一個分頁或裝置上更新，這裡不再自動儲存；按「儲存」時會並列兩邊的文字。");
		} else this.failed(answer, values);
	}

	private failed(answer: Response | null, values: Values): void {
		const isCopied = this.copy.write({ values, at: Date.now() });
		const status = answer?.status;
		if (status === 401 || status === 403) {
			const words = status === 401 ? "尚未儲存：您已登出，請在新分頁" : "尚未儲存：需要重新確認身分，請在新分頁";
			const link = make("a", { href: this.props.login, target: "_blank" }, "登入");
			this.show("failed", words, link, "，這裡會自動再試。");
		} else if (status === 413 || status === 422) this.show("failed", "尚未儲存：內容太長，無法自動儲存。");
		else if (status !== undefined) this.show("failed", "尚未儲存：伺服器暫時無法回應，會自動再試。");
		else this.show("offline", isCopied ? "目前離線，內容暫存在這台電腦" : "目前離線，內容尚未儲存，請先不要關閉這一頁");
		this.later(RETRY_MS[Math.min(this.failures++, RETRY_MS.length - 1)] ?? MOST_MS);
	}

	/**
	 * Clears the warning about unsaved changes when the form still has these saved values and no file is chosen. When
	 * the text was changed meanwhile, it starts the next save instead; a chosen file keeps the warning.
	 */
	private settle(values: Values): void {
		const hasFiles = [...this.form.querySelectorAll<HTMLInputElement>("input[type=file]")].some(
			(one) => one.value !== "",
		);
		if (isSame(read(this.form), values) && !hasFiles) {
			delete this.form.dataset.changed;
			if (this.state === "waiting") this.show(this.version > 0 ? "kept" : "none", this.version > 0 ? "草稿已儲存" : "");
		} else if (!hasFiles) this.changed(new Event("input"));
	}

	/**
	 * Saves when the page is left (`pagehide`): values that the server does not have are stored in this browser, and
	 * also sent when they are small enough and the draft is not stale.
	 */
	private part(): void {
		if (this.isOver) return;
		const values = read(this.form);
		if (isSame(values, this.kept)) return;
		this.copy.write({ values, at: Date.now() });
		if (this.state === "stale" || new Blob([JSON.stringify(values)]).size * 1.5 > PARTING_BYTES) return;
		void this.send(values, true);
	}

	/** Offers the copy in this browser when the server lacks its values; it never replaces the form unasked. */
	private offer(): void {
		const copy: Kept | null = this.copy.read();
		if (!copy) return;
		const isDone = copy.isSent && Number(this.kept.version ?? 0) > Number(copy.values.version ?? 0);
		if (isDone || isSame(copy.values, this.kept)) {
			this.copy.forget();
			return;
		}
		const time = new Date(copy.at).toLocaleString("zh-TW", {
			dateStyle: "short",
			timeStyle: "short",
			hourCycle: "h23",
		});
		const decide = (words: string, act: () => void) =>
			make(
				"button",
				{
					class: "btn quiet s",
					type: "button",
					click: () => {
						actions.replaceChildren();
						this.copy.forget();
						this.show("none", "");
						act();
					},
				},
				words,
			);
		const actions = find(this.root, ".autosave-acts");
		actions.replaceChildren(
			decide("還原", () => {
				fill(this.form, copy.values);
				this.form.dataset.changed = "";
				this.changed(new Event("input"));
			}),
			decide("捨棄", () => undefined),
		);
		this.show("offline", `這台電腦有 ${time} 未送出的內容`);
	}

	private show(state: State, ...words: (Node | string)[]): void {
		this.state = state;
		find(this.root, ".autosave").dataset.state = state;
		find(this.root, ".autosave-words").replaceChildren(...words);
	}
}
