import { type Children, html, type VNode } from "#ui/html.ts";

/** A part of the style page: what it is called, a sentence about its use, the samples. */
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
