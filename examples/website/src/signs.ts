import { asIs } from "./html.ts";

/** The association's mark where it has no logo: a stone's ripples, and one that travels on. */
export const MARK = asIs(
	'<svg class="mark" viewBox="0 0 44 44" width="44" height="44" aria-hidden="true" fill="none" stroke="currentColor"><circle cx="18" cy="24" r="16" stroke-width="1.5" opacity=".35"/><circle cx="18" cy="24" r="10" stroke-width="1.75" opacity=".65"/><circle cx="18" cy="24" r="4" fill="currentColor" stroke="none"/><path d="M21 21 33.5 10.5" stroke-width="1.75"/><circle cx="37" cy="7.5" r="4.25" stroke-width="2"/></svg>',
);

export const SEARCH_SIGN = asIs(
	'<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><circle cx="11" cy="11" r="7"/><path d="m16.5 16.5 4.5 4.5"/></svg>',
);

/** Ripples behind the first words of the home page. */
export const RIPPLES = asIs(
	`<svg class="ripples" viewBox="0 0 600 480" aria-hidden="true" fill="none" stroke="currentColor">${[
		26, 62, 106, 158, 218, 286,
	]
		.map(
			(r, n) =>
				`<circle cx="330" cy="260" r="${r}" stroke-width="${2 - n * 0.22}" opacity="${(0.55 - n * 0.08).toFixed(2)}"/>`,
		)
		.join(
			"",
		)}<circle cx="330" cy="260" r="7" fill="currentColor" stroke="none"/><path d="M335 254 508 96" stroke-width="2" opacity=".8"/><circle cx="522" cy="83" r="19" stroke-width="2.5"/></svg>`,
);

export const FAVICON =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44" fill="none" stroke="#0a6658"><style>@media(prefers-color-scheme:dark){svg{stroke:#5fd1bd}.d{fill:#5fd1bd}}.d{fill:#0a6658}</style><circle cx="18" cy="24" r="15" stroke-width="2.5" opacity=".5"/><circle class="d" cx="18" cy="24" r="7" stroke="none"/><path d="M21 21 33 11" stroke-width="3"/><circle cx="36.5" cy="8" r="4.5" stroke-width="3"/></svg>';
