import { paths } from "#http/paths.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";

const AREA = "我的帳號";

/** Adds the area (我的帳號) and the breadcrumbs of the pages of the user's own account to a page. */
export const ownPage = (page: Page): Page => ({
	...page,
	area: AREA,
	crumbs: [{ label: AREA, href: paths.account.show() }],
});

/**
 * Returns a form state in which the form's problem, or else the first error of a field, is shown for the whole form;
 * for a page that has none of the fields.
 */
export const withoutFields = ({ errors, problem }: FormState): FormState => ({
	values: {},
	errors: {},
	problem: problem ?? Object.values(errors).flat()[0],
});
