export { h, hydrate, render } from "preact";
export { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
export { renderToString } from "preact-render-to-string";
