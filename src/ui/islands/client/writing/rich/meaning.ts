import { history } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { blocksOf, type Drawings } from "./blocks.ts";
import { markdown } from "./language.ts";
import { rulesOf } from "./rules.ts";

/** How many changes can be undone at least. */
const UNDONE = 500;

/** What a state needs to know what its text means, and to keep the rules of it; it needs no page. */
export function meaning(drawings: Drawings): Extension {
	const blocks = blocksOf(drawings);
	return [markdown, blocks, rulesOf(blocks), history({ minDepth: UNDONE })];
}
