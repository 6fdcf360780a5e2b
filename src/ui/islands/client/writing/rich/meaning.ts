import { history } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { blocksDrawn, type Drawings } from "./blocks.ts";
import { markdown } from "./language.ts";
import { rules } from "./rules.ts";

/** How many changes can be undone at least. */
const UNDONE = 500;

/** What a state needs to know what its text means, and to keep the rules of it; it needs no page. */
export const meaning = (drawings: Drawings): Extension => [
	markdown,
	blocksDrawn(drawings),
	rules,
	history({ minDepth: UNDONE }),
];
