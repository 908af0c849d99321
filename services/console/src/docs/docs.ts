import { addCopyButtons } from "./copy-buttons.ts";
import { addSearch } from "./search.ts";
import { followScrolling } from "./scrolling.ts";
import { setUpContents } from "./contents.ts";

// The script of the documentation: copy buttons, the search, and the current place in the lists of contents.
addCopyButtons();
addSearch();
setUpContents();
followScrolling();
