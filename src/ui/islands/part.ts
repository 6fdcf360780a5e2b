import manifest from "#dist/manifest.json" with { type: "json" };
import { type Children, html, type VNode } from "#ui/html.ts";
import type { PartName, Parts } from "./parts.ts";

const CHUNKS: Record<string, string[]> = manifest.islands;
/** Returns the address of the script with the code of a part; those of the fields of a text are in one file. */
export const scriptOf = (name: PartName): string | undefined => (CHUNKS[name] ?? CHUNKS.fields)?.[0];

type Wake = {
	/** The part starts when it becomes visible, or when it is first touched or focused, instead of on load. */
	when?: "visible" | "touched" | undefined;
};

/** Draws HTML that works without scripts and that the code of the part `name` improves when scripts run. */
export const part = <N extends PartName>(
	{ name, props, when }: { name: N; props: Parts[N] } & Wake,
	...children: Children[]
): VNode =>
	html`<x-island name=${name} when=${when} src=${scriptOf(name)} props=${JSON.stringify(props)}>${children}</x-island>`;
