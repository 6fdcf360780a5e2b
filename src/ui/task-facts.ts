import { PRIORITY_LABELS, type Priority } from "#kernel/priority.ts";
import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import { type Status, status } from "./status.ts";

const LOOKS: Record<Priority, Omit<Status, "word"> | null> = {
	1: { tone: "danger", icon: "warn" },
	2: { tone: "warn", icon: "up" },
	3: null,
	4: { icon: "down" },
};

/** Draws the priority of a task: as a badge, or only as text when it is 一般. */
export const taskPriority = (code: Priority): VNode => {
	const look = LOOKS[code];
	const word = PRIORITY_LABELS[code];
	return look ? status({ word, ...look }) : html`<span class="soft">${word}</span>`;
};

/** The due day of a task: the day, in words, and how near it is (or ""). */
/** The due day of a task: as it is stored (YYYY-MM-DD), as a field shows it, and in words. */
export type Due = { day: string; typed: string; words: string; near: string; isOver: boolean };

/** Draws the due day of a task, red with an icon when it is over. */
export const taskDue = ({ day, words, near, isOver }: Due): VNode =>
	html`<span><time datetime=${day}>${words}</time>${
		near !== "" &&
		(isOver
			? html`<small>${status({ word: near, tone: "danger" })}</small>`
			: html`<small class="soft">${near}</small>`)
	}</span>`;

/** Draws the assignee of a task, with the reason (`gone`) when that person can no longer do it. */
export const taskAssignee = (name: string | null, gone: string | null): Children =>
	name === null
		? html`<span class="soft">未指派</span>`
		: html`<span>${name}${gone !== null && html`<small class="warn-words">${icon("warn")} ${gone}</small>`}</span>`;
