import { type Children, html, type VNode } from "#ui/html.ts";

/** Draws a section of the style guide: its title, a sentence about its use, and the samples. */
export const section = (
	{ title, words }: { title: string; words?: string },
	...samples: Children[]
): VNode => html`<section
	class="stack"
	aria-label=${title}
>
	<div><h2>${title}</h2>${words && html`<p class="soft small">${words}</p>`}</div>
	${samples}
</section>`;
