import { paths } from "#http/paths.ts";
import type { FormState } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";

const AREA = "我的帳號";

/** A page of one's own account, in the frame of whichever side one belongs to. */
export const ownPage = (page: Page): Page => ({
	...page,
	area: AREA,
	crumbs: [{ label: AREA, href: paths.account.show() }],
});

/** All that is wrong, for the whole form: on a page that has none of the fields it stands beside. */
export const withoutFields = ({ errors, problem }: FormState): FormState => ({
	values: {},
	errors: {},
	problem: problem ?? Object.values(errors).flat()[0],
});
