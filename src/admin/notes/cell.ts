import { type Children, html, type VNode } from "#admin/html.ts";
import { part } from "#admin/islands/part.ts";
import { button } from "#admin/ui/button.ts";
import { field } from "#admin/ui/field.ts";
import { freshForm } from "#admin/ui/form.ts";
import { icon } from "#admin/ui/icon.ts";
import type { Notable, NotableType } from "#db/notes.ts";
import { CORRECTABLE_FOR } from "#domain/notes/rules.ts";
import { paths } from "#http/paths.ts";
import { NOUNS } from "./nouns.ts";

/** The panel that the page has once, and every 備忘錄 of it takes a copy of. */
export const NOTES_PANEL = "notes-panel";

/**
 * 備忘錄 of one record in a list: how many, which opens and closes the history, and one more. Links where no script runs.
 * The page has `notesPanel()` once.
 */
export const notesCell = ({ type, id, name, count }: Notable & { name: string; count: number }): VNode => {
	const href = NOUNS[type].list(id);
	return part(
		{ name: "notes", props: { href }, when: "touched" },
		html`<span class="notes-cell">
			<a class="btn quiet s" href=${href}
				>${icon("note")}<span class="sr">${name}的備忘錄，</span><b>${count}</b><span class="sr"> 則</span></a
			>
			<a class="btn quiet s" href=${`${href}#new`}>${icon("plus")}<span class="sr">新增備忘錄：${name}</span></a>
		</span>`,
	);
};

/** What the history and the form of each record are copied from; `userId` is who looks. */
export const notesPanel = (type: NotableType, userId: number): VNode => html`<template
	id=${NOTES_PANEL}
	data-me=${userId}
	data-edit=${paths.admin.notes.edit(":id")}
	data-correctable=${CORRECTABLE_FOR}
>
	<div class="notes card-body cols two">${history()}${writing(type)}</div>
</template>`;

const history = (): Children => html`<section class="stack" hidden aria-label="備忘錄">
	<div class="row between">
		<h2 class="label">備忘錄 <span class="soft small"></span></h2>
		<div class="with-icon">
			${icon("search")}<input class="input" type="search" placeholder="搜尋備忘錄" aria-label="搜尋備忘錄" />
		</div>
	</div>
	<ol class="thread short">
		<li>
			<p class="note-text"></p>
			<footer><b></b><time></time><a hidden>更正</a></footer>
		</li>
	</ol>
	<p class="soft small" role="status"></p>
</section>`;

const writing = (
	type: NotableType,
): Children => html`<form class="stack tight" method="post" data-guard hidden novalidate>
	${field({
		name: "content",
		label: "新增備忘錄",
		state: freshForm({}, "note"),
		type: "textarea",
		hint: NOUNS[type].hint,
	})}
	<p class="error" role="alert" hidden></p>
	<div class="row">
		${button({ label: "儲存", tone: "primary", size: "s", busy: "儲存中...", disabled: true })}
		${button({ label: "取消", type: "button", size: "s" })}
	</div>
</form>`;
