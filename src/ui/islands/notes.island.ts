import { html, use, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { useLayoutEffect, useRef, useState } from "#ui/preact.js";
import { NotesForm, NotesHistory } from "./notes-panel.ts";
import type { NotesProps } from "./notes-props.ts";
import { type InRow, useRowBelow } from "./row-below.ts";
import { type Note, useHistory, useWriting } from "./use-notes.ts";

/** A click or a key press. */
type Press = { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; key?: string; preventDefault(): void };

/**
 * Draws the notes (備忘錄, docs/手冊.md#備忘錄) of one record in a list: the badge opens the notes, the other button a
 * form, both in a row below the record's row. Without scripts the buttons are links to the page of the notes.
 */
export default function Notes(props: NotesProps): VNode {
	const { id, name, list, store, hint } = props;
	const [awake, setAwake] = useState(false);
	const [count, setCount] = useState(props.count);
	const [open, setOpen] = useState<{ history: boolean; form: boolean }>({ history: false, form: false });
	const cell = useRef<InRow | null>(null);
	const toggle = useRef<{ focus(): void } | null>(null);
	const show = (part: "history" | "form", on?: boolean): void =>
		setOpen((now) => ({ ...now, [part]: on ?? !now[part] }));
	const leave = (): void => {
		show("form", false);
		toggle.current?.focus();
	};
	const history = useHistory(list, open.history, setCount);
	const writing = useWriting(store, (note: Note, now: number) => {
		leave();
		history.add(note);
		setCount(now);
		const said = document.getElementById("say");
		if (said) said.textContent = `已新增備忘錄，共 ${now} 則。`;
	});
	useLayoutEffect(() => setAwake(true), []);
	useRowBelow(
		cell,
		(open.history || open.form) &&
			html`<div class="notes card-body cols two">
				${use(NotesHistory, { ...props, ...history, count, isOpen: open.history })}
				${use(NotesForm, { ...writing, id, hint, isOpen: open.form, leave })}
			</div>`,
	);

	/** Turns a link into the button that opens `part`, once the script runs. */
	const pressed = (part: "history" | "form") => {
		const press = (event: Press) => {
			if (event.ctrlKey || event.metaKey || event.shiftKey || (event.key ?? " ") !== " ") return;
			event.preventDefault();
			show(part);
		};
		const tells = { role: "button", "aria-expanded": `${open[part]}`, "aria-controls": `notes-${part}-${id}` };
		return { onClick: press, onKeyDown: press, ...(awake && tells) };
	};
	return html`<span class="notes-cell" ref=${cell}>
		<a class="btn quiet s" href=${list} ...${pressed("history")}
			>${icon("note")}<span class="sr">${name}的備忘錄，</span><b>${count.toLocaleString("en-US")}</b><span class="sr"> 則</span></a
		>
		<a class="btn quiet s" href=${`${list}#new`} ref=${toggle} ...${pressed("form")}
			>${icon("plus")}<span class="sr">新增備忘錄：${name}</span></a
		>
	</span>`;
}
