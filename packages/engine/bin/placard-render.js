#!/usr/bin/env node
await import("../dist/folder/main.js");
