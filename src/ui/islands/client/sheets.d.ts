/** The text of a style sheet, as scripts/build-assets.ts gives it to a script. */
declare module "*.css" {
	const text: string;
	export default text;
}
