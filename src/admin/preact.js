export { h, hydrate } from "preact";
export { useEffect, useId, useRef, useState } from "preact/hooks";
export { renderToString } from "preact-render-to-string";
