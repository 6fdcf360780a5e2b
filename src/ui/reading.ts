import { sizeWords } from "./file-size.ts";
import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/**
 * A text of the website as its readers will see it; the addresses of its cover and files are those at which the present
 * user may open them.
 */
export type Reading = {
	/** The date, author and reading time, shown under the title. */
	facts: Children[];
	excerpt?: string | undefined;
	cover: { url: string; alt: string; width: number | null; height: number | null } | null;
	/** HTML that the website's own pipeline rendered and cleaned; no other may be put here, it is not escaped. */
	body: string;
	attachments: { filename: string; url: string; size: number; description: string }[];
};

const picture = ({ url, alt, width, height }: NonNullable<Reading["cover"]>): VNode =>
	html`<img class="reading-cover" src=${url} alt=${alt} width=${width ?? undefined} height=${height ?? undefined} />`;

const attached = (list: Reading["attachments"]): VNode => html`<section class="stack" aria-labelledby="reading-files">
	<h2 id="reading-files">附件</h2>
	<ul class="plain stack tight">
		${list.map(
			({ filename, url, size, description }) =>
				html`<li>
					<a href=${url} download>${icon("file")} ${description || filename}</a>
					<span class="soft small"> ${description && `${filename}，`}${sizeWords(size)}</span>
				</li>`,
		)}
	</ul>
</section>`;

/** Draws a text of the website under its title: facts, excerpt, cover, body, files. */
export const reading = ({ facts, excerpt, cover, body, attachments }: Reading): VNode => html`<div class="reading">
	${facts.length > 0 && html`<p class="soft small">${facts.flatMap((fact, at) => (at === 0 ? [fact] : ["　", fact]))}</p>`}
	${excerpt && html`<p class="reading-excerpt">${excerpt}</p>`} ${cover && picture(cover)}
	${body === "" ? html`<p class="soft">（還沒有內文）</p>` : html`<div class="prose" dangerouslySetInnerHTML=${{ __html: body }}></div>`}
	${attachments.length > 0 && attached(attachments)}
</div>`;
