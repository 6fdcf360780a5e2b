import type { PartFile } from "./parts.ts";

/**
 * The events that start an island of the kind `touched`. An `<x-island>` contains the server's HTML, which Preact or
 * the code of a part takes over when the island starts.
 */
const TOUCHES = ["focusin", "pointerover", "touchstart"] as const;

class Island extends HTMLElement {
	private held: HTMLElement | null = null;
	/** Pending while an input method composes in the island. */
	composed: Promise<void> | undefined;

	connectedCallback(): void {
		if (this.dataset.state) return;
		this.dataset.state = "waiting";
		this.addEventListener("click", this.hold, true);
		this.addEventListener("compositionstart", this.compose);
		const when = this.getAttribute("when");
		if (when === "touched")
			for (const type of TOUCHES) this.addEventListener(type, this.wake, { once: true, passive: true });
		else if (when === "visible") this.watch();
		else void this.wake();
	}

	wake = async (): Promise<void> => {
		if (this.dataset.state !== "waiting") return;
		this.dataset.state = "loading";
		await this.load().finally(this.letGo);
	};

	async load(): Promise<void> {
		const src = this.getAttribute("src");
		if (src === null) return import("./hydrate.ts").then(({ start }) => start(this));
		const { default: code }: PartFile = await import(src);
		// Code may empty or hide the field in which a word is being composed, which would lose it.
		await this.composed;
		const start = typeof code === "function" ? code : code[this.getAttribute("name") ?? ""];
		await start?.(this, JSON.parse(this.getAttribute("props") ?? "{}"));
		this.dataset.state = "ready";
	}

	/** Holds back a click on a link or button until the island's code runs, and starts it. */
	hold = (event: MouseEvent): void => {
		const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>("a, button") : null;
		if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		event.stopPropagation();
		this.held = pressed;
		void this.wake();
	};

	compose = (): void => {
		this.composed = new Promise((done) => this.addEventListener("compositionend", () => done(), { once: true }));
	};

	/** Repeats the last click, which then reaches the code or, when the code failed to load, does what the HTML says. */
	letGo = (): void => {
		this.removeEventListener("click", this.hold, true);
		this.held?.click();
	};

	/**
	 * Starts the island when it becomes visible. An element with `display: contents` has no box, so its first child is
	 * observed.
	 */
	watch(): void {
		const seen = new IntersectionObserver((entries) => {
			if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
			seen.disconnect();
			void this.wake();
		});
		seen.observe(this.firstElementChild ?? this);
	}
}

customElements.define("x-island", Island);
