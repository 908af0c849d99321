import { addCopyButtons } from "./copy-buttons.ts";
import { addSearch } from "./search.ts";
import { openPlaceOfHash, setUpContents } from "./contents.ts";

// The script of the documentation: copy buttons, the search, and conveniences of the sidebar.
addCopyButtons();
addSearch();
setUpContents();
openPlaceOfHash();
