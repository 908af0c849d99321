#!/usr/bin/env node
await import("../bundle/main.js");
