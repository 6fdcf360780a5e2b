import type { Frame } from "#auth/route.ts";
import { framed } from "#auth/surroundings.ts";
import { documentHtml } from "#ui/document.ts";
import { html } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";

/** Draws a draft for a reader with a signed link: the association's name and no menu, even for a signed-in user. */
export const readerFrame: Frame = (page, asked) => {
	const { association, fullName, theme } = framed(asked);
	return documentHtml({
		titles: [page.title, association],
		theme,
		sheets: page.sheets,
		body: html`<div class="frame reading-frame">
			<a class="btn skip" href="#main">跳至主要內容</a>
			<header class="topbar">
				<div class="topbar-in slim"><span class="brand">${icon("mark")}${association}</span></div>
			</header>
			<main id="main" class="page slim reader" tabindex="-1">
				${page.lead}
				<article>
					<h1>${page.title}</h1>
					${page.body}
				</article>
			</main>
			<footer class="foot slim">${fullName}</footer>
			<p id="say" class="sr" role="status"></p>
		</div>`,
	});
};
