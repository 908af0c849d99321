import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { isDisallowed } from "./robots-txt.ts";

const file = (...lines: string[]) => lines.join("\n");

describe("robots.txt", () => {
  const cases: [title: string, robotsTxt: string, path: string, isDisallowed: boolean][] = [
    ["that is empty blocks nothing", "", "/a", false],
    ["blocks a crawler that it names", file("User-agent: Bot", "Disallow: /a"), "/a/b", true],
    ["names crawlers in any case and with a version", file("USER-AGENT: bOT/2.1", "disallow:/a"), "/a", true],
    ["does not block other crawlers", file("User-agent: Robot", "Disallow: /"), "/a", false],
    ["blocks every crawler with *", file("User-agent: *", "Disallow: /a"), "/a", true],
    [
      "has rules for the crawler instead of those for every crawler",
      file("User-agent: *", "Disallow: /", "User-agent: Bot", "Disallow: /a"),
      "/b",
      false,
    ],
    [
      "can have a group for several crawlers",
      file("User-agent: Robot", "User-agent: Bot", "Disallow: /a"),
      "/a",
      true,
    ],
    [
      "can have several groups for one crawler",
      file(
        "User-agent: Bot",
        "Disallow: /a",
        "User-agent: *",
        "Disallow:",
        "User-agent: Bot",
        "Disallow: /b",
      ),
      "/b",
      true,
    ],
    [
      "has groups that a sitemap does not end",
      file("User-agent: Bot", "Sitemap: https://a.example/s.xml", "User-agent: Robot", "Disallow: /a"),
      "/a",
      true,
    ],
    ["allows everything with an empty rule", file("User-agent: Bot", "Disallow:"), "/a", false],
    ["decides by its longest rule", file("User-agent: Bot", "Allow: /a/b", "Disallow: /a"), "/a/b", false],
    [
      "allows what two rules of one length decide",
      file("User-agent: Bot", "Disallow: /a", "Allow: /a"),
      "/a",
      false,
    ],
    ["has * for any characters", file("User-agent: Bot", "Disallow: /*/c*d"), "/a/b/cxd?e", true],
    ["has * for any characters, in order", file("User-agent: Bot", "Disallow: /*d*c"), "/a/cd", false],
    ["has $ for the end", file("User-agent: Bot", "Disallow: /*.png$"), "/a.png?b", false],
    ["has $ for the end after *", file("User-agent: Bot", "Disallow: /*.png$"), "/a.png.png", true],
    ["matches the path with its query", file("User-agent: Bot", "Disallow: /a?b="), "/a?b=c", true],
    ["compares percent-encoded paths", file("User-agent: Bot", "Disallow: /ü%c3%9f"), "/%C3%BC%c3%9F", true],
    [
      "ignores comments and what it does not know",
      file("#", "User-agent: Bot # x", "x", ":", "Disallow: /a#b"),
      "/a",
      true,
    ],
  ];
  for (const [title, robotsTxt, path, expected] of cases)
    it(title, () => assert.equal(isDisallowed(robotsTxt, "Bot", path), expected));

  it("with thousands of crawlers and rules is matched in proportion to its length", () => {
    const hostile = file(
      ...Array.from({ length: 1_230 }, () => "User-agent:*"),
      ...Array.from({ length: 2_000 }, () => "allow:*"),
      "disallow: /a",
    );
    assert.equal(isDisallowed(hostile, "Bot", "/a".repeat(500)), true);
  });
});
