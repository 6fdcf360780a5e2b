import type { IslandName, IslandProps } from "#ui/islands/registry.ts";

/** Gives a drawn island other props. */
export type Draw<N extends IslandName> = (props: IslandProps<N>) => void;
/** Code of an island that only browsers can run; it starts once Preact has taken the island over. */
export type Wake<N extends IslandName> = (
	root: HTMLElement,
	props: IslandProps<N>,
	draw: Draw<N>,
) => void | Promise<void>;
