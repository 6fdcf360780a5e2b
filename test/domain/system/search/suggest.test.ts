import { expect, test } from "vitest";
import { nearWords } from "#domain/system/search/suggest.ts";

const near = (search: string, title: string): string[] =>
	nearWords(search, [{ kind: "article", refId: 1, title }]).map(({ word }) => word);

test.each([
	["輪倚", "秋日輕旅行：一條輪椅走得完的山路", ["輪椅"]],
	["台东", "臺東三天兩夜", ["臺東"]],
	["睡眼呼吸", "睡眠呼吸中止症", ["睡眠呼吸"]],
	["wheelchiar", "Wheelchair 輪椅", ["Wheelchair"]],
])("%s is near to a word of %s", (search, title, words) => expect(near(search, title)).toEqual(words));

test.each([
	["台东", "叫一台無障礙計程車要多久"],
	["輪倚", "車輪餅義賣"],
])("%s is near to no piece of two words in %s", (search, title) => expect(near(search, title)).toEqual([]));
