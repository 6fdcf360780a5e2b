import { html } from "#ui/html.ts";
import { ISLANDS, type IslandName } from "#ui/islands/registry.ts";
import { hydrate } from "#ui/preact.js";

const known = (name: string): name is IslandName => name in ISLANDS;

/** Takes over the server's HTML of one island with Preact. */
export async function start(element: HTMLElement): Promise<void> {
	const name = element.getAttribute("name") ?? "";
	if (!known(name)) return;
	const { default: component } = await ISLANDS[name]();
	hydrate(html`<${component} ...${JSON.parse(element.getAttribute("props") ?? "{}")} />`, element);
	element.dataset.state = "ready";
}
