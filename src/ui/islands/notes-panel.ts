import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { useLayoutEffect, useRef } from "#ui/preact.js";
import type { NotesProps } from "./notes-props.ts";
import type { History, Note, Writing } from "./use-notes.ts";

type Typing = { currentTarget: { value: string } };

/**
 * Draws the notes of a record, searched by text and author; a note of the signed-in user can be corrected for
 * `correctable` milliseconds.
 */
export function NotesHistory(of: History & NotesProps & { isOpen: boolean }): VNode {
	return html`<section id=${`notes-history-${of.id}`} class="stack" hidden=${!of.isOpen}>
		<div class="row between">
			<h2 class="label">備忘錄 <span class="soft small">${of.count.toLocaleString("en-US")} 則</span></h2>
			<div class="with-icon">
				${icon("search")}<input
					class="input"
					type="search"
					placeholder="搜尋備忘錄"
					aria-label="搜尋備忘錄"
					value=${of.query}
					onInput=${({ currentTarget }: Typing) => of.search(currentTarget.value)}
				/>
			</div>
		</div>
		<ol class="thread short">${of.found.map((note) => entry(note, of))}</ol>
		<p class="soft small" role="status">${of.status}</p>
	</section>`;
}

function entry(note: Note, { me, edit, correctable }: NotesProps): VNode {
	const isFresh = Date.now() - Date.parse(note.created_at) < correctable;
	return html`<li key=${note.id}>
		<p class="note-text">${note.content}</p>
		<footer>
			<b>${note.author.name}</b><time datetime=${note.created_at}>${note.created_at_label}</time>${
				isFresh && note.author.id === me && html`<a href=${edit.replace(":id", String(note.id))}>更正</a>`
			}
		</footer>
	</li>`;
}

type FormProps = Writing & { id: number; hint: string; isOpen: boolean; leave: () => void };

/** Draws the form for a new note, with its error beside it. */
export function NotesForm({ id, hint, isOpen, content, error, isBusy, write, save, clear, leave }: FormProps): VNode {
	const area = useRef<{ focus(): void } | null>(null);
	const field = `note-${id}`;
	useLayoutEffect(() => {
		if (isOpen) area.current?.focus();
	}, [isOpen, error]);
	return html`<form
		id=${`notes-form-${id}`}
		class="stack tight"
		hidden=${!isOpen}
		data-guard=""
		data-changed=${content ? "" : undefined}
		onSubmit=${(event: { preventDefault(): void }) => {
			event.preventDefault();
			save();
		}}
	>
		<div class="field">
			<label class="label" for=${field}>新增備忘錄</label>
			<textarea
				id=${field}
				class="input"
				rows="4"
				ref=${area}
				value=${content}
				readonly=${isBusy}
				aria-invalid=${error ? "true" : undefined}
				aria-describedby=${`${field}-hint`}
				onInput=${({ currentTarget }: Typing) => write(currentTarget.value)}
			></textarea>
			<p class="hint" id=${`${field}-hint`}>${hint}</p>
		</div>
		<p class="error" role="alert" hidden=${!error}>${error}</p>
		<div class="row">
			<button class="btn primary s" disabled=${isBusy || !content.trim()}>
				${isBusy ? "儲存中..." : "儲存"}
			</button>
			<button
				class="btn s"
				type="button"
				onClick=${() => {
					clear();
					leave();
				}}
			>取消</button>
		</div>
	</form>`;
}
