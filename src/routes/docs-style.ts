/** The style sheet of the documentation page, with the design tokens of the product. */
export const DOCS_STYLE = `
@layer tokens, base, parts;
@layer tokens {
	:root {
		color-scheme: light dark;
		--canvas: light-dark(#f5f7f6, #101413); --surface: light-dark(#ffffff, #181e1c); --sunken: light-dark(#eaeeec, #222a27);
		--ink: light-dark(#1a211f, #e7ecea); --ink-soft: light-dark(#52605b, #a9b6b1);
		--line: light-dark(#d3dad7, #323c38); --accent: light-dark(#0a6658, #5fd1bd); --accent-soft: light-dark(#e2f0ec, #143029);
		--focus: light-dark(#1256c4, #9cc2ff);
		--sans: -apple-system, "PingFang TC", "Noto Sans TC", "Noto Sans CJK TC", "Microsoft JhengHei UI", "Microsoft JhengHei", system-ui, sans-serif;
		--serif: "Songti TC", "Noto Serif TC", "Noto Serif CJK TC", var(--sans);
		--mono: ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono CJK TC", monospace;
	}
}
@layer base {
	* { box-sizing: border-box; }
	html { scroll-behavior: auto; scroll-padding-block-start: 1.5rem; }
	body { margin: 0; background: var(--canvas); color: var(--ink); font: 1rem/1.7 var(--sans); text-autospace: normal; overflow-wrap: anywhere; }
	h1, h2, h3 { line-height: 1.35; margin: 0; text-wrap: balance; }
	h1 { font: 600 2.25rem/1.35 var(--serif); }
	h2 { font: 600 1.375rem/1.4 var(--serif); }
	h3 { font-size: 1rem; }
	p, ul { margin: 0; }
	a { color: var(--accent); text-underline-offset: .2em; }
	:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
	code, pre { font-family: var(--mono); font-size: .875rem; }
	code { background: var(--sunken); border-radius: 4px; padding: .1em .35em; }
	table { border-collapse: collapse; inline-size: 100%; font-size: .875rem; line-height: 1.55; }
	th, td { text-align: start; vertical-align: top; padding: .5rem .75rem .5rem 0; border-block-end: 1px solid var(--line); }
	th { color: var(--ink-soft); font-weight: 600; white-space: nowrap; }
}
@layer parts {
	.skip { position: absolute; inset-inline-start: -99rem; }
	.skip:focus { inset: .5rem auto auto .5rem; background: var(--surface); padding: .5rem 1rem; z-index: 1; }
	.frame { max-inline-size: 74rem; margin-inline: auto; padding: 2.5rem 1.5rem 5rem; display: grid; gap: 2rem 3rem; grid-template-columns: minmax(0, 1fr); }
	header { grid-column: 1 / -1; display: grid; gap: .75rem; }
	header p { max-inline-size: 44rem; color: var(--ink-soft); }
	.line { block-size: 9px; position: relative; border: 0; margin: .25rem 0 0; }
	.line::before { content: ""; position: absolute; inset: 4px 9px auto 0; border-block-start: 1px solid var(--accent); }
	.line::after { content: ""; position: absolute; inset: 0 0 auto auto; inline-size: 9px; block-size: 9px; border: 1.5px solid var(--accent); border-radius: 50%; }
	nav ul { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .125rem; font-size: .875rem; }
	nav a { display: block; padding: .375rem .75rem; color: var(--ink); text-decoration: none; border-inline-start: 1px solid var(--line); }
	nav a:hover { border-color: var(--accent); background: var(--accent-soft); }
	main { display: grid; gap: 1.5rem; min-inline-size: 0; }
	section { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 1.5rem; display: grid; gap: 1rem; min-inline-size: 0; }
	.address { display: flex; flex-wrap: wrap; gap: .5rem; align-items: baseline; }
	.verb { font: 600 .8125rem/1.6 var(--mono); color: var(--accent); background: var(--accent-soft); border-radius: 4px; padding: 0 .5rem; }
	.soft { color: var(--ink-soft); font-size: .875rem; }
	.wide { overflow-x: auto; }
	details > summary { cursor: pointer; color: var(--accent); min-block-size: 1.75rem; }
	.fields { margin-block-start: .5rem; }
	@media (min-width: 60rem) {
		.frame { grid-template-columns: 15rem minmax(0, 1fr); }
		nav { position: sticky; inset-block-start: 1.5rem; align-self: start; max-block-size: calc(100vh - 3rem); overflow-y: auto; }
	}
	@media (pointer: coarse) { nav a { padding-block: .625rem; } }
	@media print { nav, .skip { display: none; } section { border: 0; padding: 0; break-inside: avoid; } }
}
`;
