import { html } from "#ui/html.ts";
import type { IslandName, IslandProps } from "#ui/islands/registry.ts";
import { hydrate, render } from "#ui/preact.js";
import { ISLANDS } from "./islands.ts";

const known = (name: string): name is IslandName => name in ISLANDS;

type Island = HTMLElement & { composed?: Promise<void> | undefined };

/** Takes over the server's HTML of one island with Preact, but never while an input method composes in it. */
export async function start(element: Island): Promise<void> {
	const name = element.getAttribute("name") ?? "";
	if (known(name)) await take(name, element);
}

async function take<N extends IslandName>(name: N, element: Island): Promise<void> {
	const { default: component, wake } = await ISLANDS[name]();
	await element.composed;
	const props: IslandProps<N> = JSON.parse(element.getAttribute("props") ?? "{}");
	const draw = (now: IslandProps<N>, put: typeof hydrate = render): void =>
		put(html`<${component} ...${now} />`, element);
	draw(props, hydrate);
	await wake?.(element, props, draw);
	element.dataset.state = "ready";
}
