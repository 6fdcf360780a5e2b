import { expect, test } from "vitest";
import { at, shown } from "../../support/rich-text.ts";

test.each([
	["an item", "- 一\n- 二¦", "- 一\n  - 二¦"],
	["with its own", "- 一\n- 二¦\n  - 三\n\n    四\n- 五", "- 一\n  - 二¦\n    - 三\n\n      四\n- 五"],
	["behind those that are there", "- 一\n  * 二\n- 三¦", "- 一\n  * 二\n  * 三¦"],
	["a number, and those behind it", "9. 一\n10. ¦二\n11. 三", "9. 一\n   1. ¦二\n10. 三"],
	["numbers go on", "1. 一\n   1. 二\n2. ¦三", "1. 一\n   1. 二\n   2. ¦三"],
	["a number that gets shorter", "9. 一\n10. 二¦\n    - 三", "9. 一\n   1. 二¦\n      - 三"],
	["all that are selected", "- 一\n- 二¦二\n- 三¦三\n- 四", "- 一\n  - 二¦二\n  - 三¦三\n- 四"],
	["in a quotation", "> - 一\n> - 二¦", "> - 一\n>   - 二¦"],
	["a task", "- [ ] 一\n- [x] 二¦", "- [ ] 一\n  - [x] 二¦"],
	["without words", "- 一\n- ¦", "- 一\n\n  - ¦"],
	["code", "- 一\n- 二¦\n  ```\n  a\n\n    b\n  ```", "- 一\n  - 二¦\n    ```\n    a\n\n      b\n    ```"],
	["behind a tab", "- 一\n\t- 二\n\t- 三¦", "- 一\n\t- 二\n\t  - 三¦"],
	["but not the first", "- ¦一\n- 二", "- ¦一\n- 二"],
	["nor the first within", "- 一\n  - 二¦", "- 一\n  - 二¦"],
])("Tab nests %s", (_, before, after) => {
	const writer = at(before);
	const { text } = writer;
	expect([writer.tab("in"), shown(writer)]).toEqual([true, after]);
	if (writer.text === text) return;
	expect(writer.isSeen).toBe(true);
	writer.undo();
	expect(writer.text).toBe(text);
});

test.each([
	["an item", "- 一\n  - 二¦", "- 一\n- 二¦"],
	["those behind it come under it", "- 一\n  - 二¦\n  - 三\n- 四", "- 一\n- 二¦\n  - 三\n- 四"],
	["behind its own", "- 一\n  - 二¦\n    - 三\n  - 四", "- 一\n- 二¦\n  - 三\n  - 四"],
	[
		"into a list of numbers",
		"9. 一\n   - 二¦\n     - 三\n   - 四\n10. 五",
		"9. 一\n10. 二¦\n    - 三\n    - 四\n11. 五",
	],
	["numbers under it begin anew", "- 一\n  1. 二¦\n  2. 三", "- 一\n- 二¦\n  1. 三"],
	["before one without words", "- 一\n  - 二¦\n  - ", "- 一\n- 二¦\n\n  - "],
	["in a quotation", "> - 一\n>   - 二¦", "> - 一\n> - 二¦"],
	["behind a tab", "- 一\n\t- 二¦", "- 一\n- 二¦"],
	["but not the outermost", "- 一\n- ¦二", "- 一\n- ¦二"],
	["nor one in the line of another", "- - 一¦", "- - 一¦"],
])("Shift+Tab takes out %s", (_, before, after) => {
	const writer = at(before);
	const { text } = writer;
	expect([writer.tab("out"), shown(writer)]).toEqual([true, after]);
	if (writer.text === text) return;
	expect(writer.isSeen).toBe(true);
	writer.undo();
	expect(writer.text).toBe(text);
});

test.each(["一¦", "## 一¦", "> 一¦", "- 一\n\n二¦", "- 一¦\n\n二¦", "```\n一¦\n```"])(
	"Tab leaves the editor from %j",
	(marked) => {
		const writer = at(marked);
		expect([writer.tab("in"), writer.tab("out"), shown(writer)]).toEqual([false, false, marked]);
	},
);
